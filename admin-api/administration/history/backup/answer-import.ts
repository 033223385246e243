import { randomUUID } from 'node:crypto'
import { globSync, rmSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { RequestHandler } from 'express'
import type { Kysely } from 'kysely'
import { backupTooLarge, largestBackup } from '../../../contract/admin-history.ts'
import type { RunJob } from '../../../estimates/job.ts'
import { takeLease } from '../../../platform/database/leases/leases.ts'
import type { Database } from '../../../platform/database/schema.ts'
import { shortenAddress } from '../../../platform/http/client-address.ts'
import { ApiError } from '../../../platform/http/errors.ts'
import { saveJsonBody } from '../../../platform/http/request-body.ts'
import type { RouteParts } from '../../../platform/http/session-guard.ts'
import { requireOperator } from '../../../platform/http/session-guard.ts'
import { type Restored, restoreBackup } from './restore-backup.ts'

/** Next to the database: the folder of temporary files may be in memory or on a small disk. */
const uploadName = (id: string) => `restore-${id}.uploading`

export type ImportParts = Pick<RouteParts, 'db' | 'findSession'> & {
  /** Folder of uploads. */
  dataDir: string
  runJob: RunJob
}

/** Receives a backup as a file and restores it, or checks it with dry_run=1; one restore at a time. */
export function answerImport({ db, findSession, dataDir, runJob }: ImportParts): RequestHandler {
  let isRestoring = false
  // Uploads left by a killed process.
  for (const file of globSync(join(dataDir, uploadName('*')))) rmSync(file, { force: true })

  return async (request, response) => {
    const { userId } = await requireOperator(request, response, findSession)
    const isDryRun = readDryRun(request.query['dry_run'])
    const actor = { userId, ipShort: shortenAddress(request.ip ?? '') }
    const file = join(dataDir, uploadName(randomUUID()))
    response.json(await restoreUpload())

    async function restoreUpload(): Promise<Restored> {
      try {
        await saveJsonBody(request, file, { maxBytes: largestBackup.bytes, tooLarge: backupTooLarge })
        if (!isDryRun && isRestoring)
          throw new ApiError('conflict', 'Another backup is being restored. Please wait.')
        if (isDryRun) return await runJob(restoreBackup, { file, isDryRun, actor })
        isRestoring = true
        try {
          return await restoreWithLease(db, () => runJob(restoreBackup, { file, isDryRun, actor }))
        } finally {
          isRestoring = false
        }
      } finally {
        await rm(file, { force: true })
      }
    }
  }
}

/** @throws ApiError if another process is restoring */
async function restoreWithLease(db: Kysely<Database>, restore: () => Promise<Restored>): Promise<Restored> {
  const lease = await takeLease(db, 'restoring')
  if (lease === null) throw new ApiError('conflict', 'A backup is already being restored. Please wait.')
  try {
    return await restore()
  } finally {
    // A lease that can't be released expires.
    await lease.release().catch(() => undefined)
  }
}

function readDryRun(value: unknown): boolean {
  if (value === undefined || value === '0') return false
  if (value === '1') return true
  throw new ApiError('invalid-input', 'dry_run must be 0 or 1')
}
