import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setImmediate } from 'node:timers/promises'
import type { RequestHandler } from 'express'
import { backupTooLarge, backupVersion, largestBackup } from '../../../contract/admin-history.ts'
import type { RunJob } from '../../../estimates/job.ts'
import { takeLease } from '../../../platform/database/leases/leases.ts'
import { readMeta } from '../../../platform/database/meta.db.ts'
import { openSnapshot } from '../../../platform/database/open.ts'
import type { Db } from '../../../platform/database/schema.ts'
import { shortenAddress } from '../../../platform/http/client-address.ts'
import { ApiError } from '../../../platform/http/errors.ts'
import { isJson, type RouteParts } from '../../../platform/http/route.ts'
import { requireOperator } from '../../../platform/http/session-guard.ts'
import { spoolBody } from '../../../platform/http/spooled-body.ts'
import { toBackupRecord } from './backup-record.ts'
import { emptyBackup } from './check-backup.ts'
import { restoreBackup } from './restore-backup.ts'

/** Rows read at once: a few milliseconds, after which waiting requests are served. */
const rowsPerPage = 200
/** A slower download would keep its database snapshot open for too long. */
const longestDownloadMs = 10 * 60_000

/** Sends the complete history as of this moment, page by page. */
export function answerExport({ db, clock, findSession }: RouteParts): RequestHandler {
  return async (request, response) => {
    await requireOperator(request, response, findSession)
    const day = clock().toISOString().slice(0, 10)
    const snapshot = await openSnapshot(db)
    try {
      response.writeHead(200, {
        'Content-Type': 'application/json; charset=utf-8',
        'Content-Disposition': `attachment; filename="doubloon-backup-${day}.json"`,
        'Cache-Control': 'no-store'
      })
      const signal = AbortSignal.timeout(longestDownloadMs)
      await pipeline(Readable.from(writeBackup(snapshot)), response, { signal })
    } catch (error) {
      const isAborted =
        error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE'
      if (!isAborted) throw error
    } finally {
      await snapshot.destroy()
    }
  }
}

/**
 * Text of a backup, by ticker and payment date. The same history results in the same bytes: `exported_at` is the
 * time of the last change, not of the export.
 */
export async function* writeBackup(db: Db): AsyncGenerator<string> {
  yield `{"version":${JSON.stringify(backupVersion)},"exported_at":${JSON.stringify(await findChangedAt(db))},"data":[`
  const rows = db.selectFrom('dividend_history').selectAll().orderBy('symbol').orderBy('payment_date')
  let separator = '\n'
  let page: string[] = []
  for await (const row of rows.stream(rowsPerPage)) {
    page.push(JSON.stringify(toBackupRecord(row)))
    if (page.length < rowsPerPage) continue
    yield separator + page.join(',\n')
    separator = ',\n'
    page = []
    await setImmediate()
  }
  if (page.length > 0) yield separator + page.join(',\n')
  yield '\n]}\n'
}

/** Instant of the last change of the history; if it never changed, the start of its newest payment's day. */
async function findChangedAt(db: Db): Promise<string> {
  const changedAt = await readMeta(db, 'history-changed-at')
  if (changedAt !== null) return changedAt
  const { newest } = await db
    .selectFrom('dividend_history')
    .select((eb) => eb.fn.max<string | null>('payment_date').as('newest'))
    .executeTakeFirstOrThrow()
  return `${newest ?? '2000-01-01'}T00:00:00.000Z`
}

export type ImportParts = Pick<RouteParts, 'db' | 'findSession'> & { runJob: RunJob; dataDir: string }

/** Receives a backup and restores it, or checks it with dry_run=1; one restore at a time. */
export function answerImport({ db, findSession, runJob, dataDir }: ImportParts): RequestHandler {
  return async (request, response) => {
    const { userId } = await requireOperator(request, response, findSession)
    const isDryRun = readDryRun(request.query['dry_run'])
    const actor = { userId, ipShort: shortenAddress(request.ip ?? '') }
    if (!isJson(request)) throw new ApiError('invalid-input', emptyBackup)
    const limit = { maxBytes: largestBackup.bytes, tooLarge: backupTooLarge, folder: dataDir }
    await using file = await spoolBody(request, limit)
    const lease = isDryRun ? null : await takeLease(db, 'restoring')
    if (!isDryRun && lease === null)
      throw new ApiError('conflict', 'A backup is already being restored. Please wait.')
    try {
      response.json(await runJob(restoreBackup, { file: file.fd, isDryRun, actor }))
    } finally {
      // A lease that can't be released expires.
      await lease?.release().catch(() => undefined)
    }
  }
}

function readDryRun(value: unknown): boolean {
  if (value === undefined || value === '0') return false
  if (value === '1') return true
  throw new ApiError('invalid-input', 'dry_run must be 0 or 1')
}
