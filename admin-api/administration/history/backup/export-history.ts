import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { RequestHandler } from 'express'
import type { Kysely } from 'kysely'
import { backupVersion } from '../../../contract/admin-history.ts'
import type { Database } from '../../../platform/database/schema.ts'
import { openSnapshot } from '../../../platform/database/snapshot.ts'
import { requireOperator } from '../../../platform/http/session-guard.ts'
import type { Services } from '../../../services.ts'
import { findChangedAt, findRowsAfter } from './backup.db.ts'
import { toBackupRecord } from './backup-record.ts'

const rowsAPage = 1000
/** Who reads more slowly than that holds a state of the database open for too long. */
const longestDownloadMs = 10 * 60_000

/** Sends the whole history as it is at this moment, a page at a time. */
export function answerExport({ db, clock, findSession }: Services): RequestHandler {
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
      if (!isHungUp(error)) throw error
    } finally {
      await snapshot.destroy()
    }
  }
}

/**
 * The text of a backup, by ticker and payment date. The same history always gives the same bytes: the instant in
 * it is that of the last change, not of the export.
 */
export async function* writeBackup(db: Kysely<Database>): AsyncGenerator<string> {
  yield `{"version":${JSON.stringify(backupVersion)},"exported_at":${JSON.stringify(await findChangedAt(db))},"data":[`
  let after = { symbol: '', payment_date: '' }
  let separator = '\n'
  for (;;) {
    const rows = await findRowsAfter(db, after, rowsAPage)
    const last = rows.at(-1)
    if (last === undefined) break
    yield separator + rows.map((row) => JSON.stringify(toBackupRecord(row))).join(',\n')
    separator = ',\n'
    after = last
  }
  yield '\n]}\n'
}

function isHungUp(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE'
}
