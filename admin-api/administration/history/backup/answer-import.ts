import type { RequestHandler } from 'express'
import { backupTooLarge, largestBackup } from '../../../contract/admin-history.ts'
import type { RunJob } from '../../../estimates/job.ts'
import { takeLease } from '../../../platform/database/leases/leases.ts'
import { shortenAddress } from '../../../platform/http/client-address.ts'
import { ApiError } from '../../../platform/http/errors.ts'
import { readJsonBytes } from '../../../platform/http/request-body.ts'
import type { RouteParts } from '../../../platform/http/session-guard.ts'
import { requireOperator } from '../../../platform/http/session-guard.ts'
import { restoreBackup } from './restore-backup.ts'

export type ImportParts = Pick<RouteParts, 'db' | 'findSession'> & { runJob: RunJob }

/** Receives a backup and restores it, or checks it with dry_run=1; one restore at a time. */
export function answerImport({ db, findSession, runJob }: ImportParts): RequestHandler {
  return async (request, response) => {
    const { userId } = await requireOperator(request, response, findSession)
    const isDryRun = readDryRun(request.query['dry_run'])
    const actor = { userId, ipShort: shortenAddress(request.ip ?? '') }
    const limit = { maxBytes: largestBackup.bytes, tooLarge: backupTooLarge }
    const body = await readJsonBytes(request, response, limit)
    const lease = isDryRun ? null : await takeLease(db, 'restoring')
    if (!isDryRun && lease === null)
      throw new ApiError('conflict', 'A backup is already being restored. Please wait.')
    try {
      response.json(await runJob(restoreBackup, { body, isDryRun, actor }))
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
