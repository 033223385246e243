import { randomUUID } from 'node:crypto'
import { globSync, rmSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { RequestHandler } from 'express'
import type { Kysely } from 'kysely'
import { largestBackup } from '../../../contract/admin-history.ts'
import { takeLease } from '../../../platform/database/leases/take-lease.ts'
import type { Database } from '../../../platform/database/schema.ts'
import { shortenAddress } from '../../../platform/http/client-address.ts'
import { ApiError } from '../../../platform/http/errors.ts'
import { saveJsonBody } from '../../../platform/http/save-body.ts'
import { requireOperator } from '../../../platform/http/session-guard.ts'
import type { Services } from '../../../services.ts'
import { type Restored, restoreBackup } from './restore-backup.ts'

/** Beside the database: the folder of temporary files may be memory, or another disk that is small. */
const uploadName = (id: string) => `restore-${id}.uploading`

/** Takes a backup into a file and has it restored, or with dry_run=1 checked, one restore at a time. */
export function answerImport({ db, findSession, dataDir, changeFigures }: Services): RequestHandler {
  let isRestoring = false
  // What a killed process has left there.
  for (const file of globSync(join(dataDir, uploadName('*')))) rmSync(file, { force: true })

  return async (request, response) => {
    const { userId } = await requireOperator(request, response, findSession)
    const isDryRun = readDryRun(request.query['dry_run'])
    const actor = { userId, ipShort: shortenAddress(request.ip ?? '') }
    const file = join(dataDir, uploadName(randomUUID()))
    response.json(await restoreUpload())

    async function restoreUpload(): Promise<Restored> {
      try {
        await saveJsonBody(request, file, largestBackup.bytes)
        if (!isDryRun && isRestoring)
          throw new ApiError('conflict', 'Another backup is being restored. Please wait until it is done.')
        if (isDryRun) return await changeFigures(restoreBackup, { file, isDryRun, actor })
        isRestoring = true
        try {
          return await restoreAlone(db, () => changeFigures(restoreBackup, { file, isDryRun, actor }))
        } finally {
          isRestoring = false
        }
      } finally {
        await rm(file, { force: true })
      }
    }
  }
}

/** @throws ApiError when another process restores one */
async function restoreAlone(db: Kysely<Database>, restore: () => Promise<Restored>): Promise<Restored> {
  const lease = await takeLease(db, 'restoring')
  if (lease === null)
    throw new ApiError('conflict', 'A backup is being restored already. Please wait for it.')
  try {
    return await restore()
  } finally {
    // One that can't be given back ends by itself.
    await lease.release().catch(() => undefined)
  }
}

function readDryRun(value: unknown): boolean {
  if (value === undefined || value === '0') return false
  if (value === '1') return true
  throw new ApiError('invalid-input', 'dry_run must be 0 or 1')
}
