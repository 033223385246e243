import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type Actor, writeLog } from '../../admin-log/admin-log.db.ts'
import type { Job } from '../../estimates/job.ts'
import { singleFlight, type WorkParts } from '../../platform/background.ts'
import { describeFuture } from '../../platform/database/backups/backup-files.ts'
import {
  changeLastBackup,
  isBackupDue,
  isDrillDue,
  type LastBackup,
  readLastBackup
} from '../../platform/database/backups/last-backup.ts'
import { type DatabaseBackup, writeBackupFile } from '../../platform/database/backups/write-backup.ts'
import { writeTransaction } from '../../platform/database/write-transaction.ts'
import { findStorageFault, type StorageFault } from '../../platform/files/storage-fault.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { type Anchoring, anchorRecord } from './anchor-record.ts'
import { type Drilling, drillCopy } from './drill-copy.ts'
import { runCommand } from './run-command.ts'

export type Backups = {
  /** Makes the nightly backup, runs BACKUP_COMMAND and ANCHOR_COMMAND for what waits, and a drill, if due. Never throws. */
  runDue: () => Promise<void>
  /** Makes a backup now and runs BACKUP_COMMAND for it afterwards. @throws ApiError with the reason of a failure */
  backUpNow: (actor?: Actor) => Promise<DatabaseBackup>
  stop: () => Promise<void>
}

export const copyDatabase: Job<null, DatabaseBackup> = {
  name: 'copy-database',
  // Reads on a connection of its own, a hundred pages at a time.
  turn: 'beside',
  run: ({ db, now, backupFolder }) => writeBackupFile(db, backupFolder, { kind: 'backup', now })
}

export type BackupParts = WorkParts & {
  backupDir: string
  /** BACKUP_COMMAND, or null. */
  command: string | null
  /** Copies the database into backupDir. */
  makeCopy: (now: Date) => Promise<DatabaseBackup>
  /** Absent in commands, which anchor nothing. */
  anchoring?: Anchoring
  /** Likewise. */
  drilling?: Drilling
}

const retryAfterMs = 15 * 60_000
/** After this time another instance has probably failed to send a backup from its own disk. */
const maxSendingMs = 60 * 60_000

const reasonOf: Record<StorageFault, string> = {
  full: 'the disk is full.',
  'read-only': 'its folder is read-only.',
  unwritable: 'a file cannot be written; check the limit of file sizes and the disk.',
  away: "the database can't be reached.",
  busy: 'the database is busy.'
}

/** Makes a backup each night, runs BACKUP_COMMAND for each one and ANCHOR_COMMAND for each signed day, and retries all. */
export function createBackups(parts: BackupParts): Backups {
  const { db, clock, log, backupDir, command, makeCopy, anchoring, drilling } = parts
  const stopping = new AbortController()
  /** Last failures in this process. */
  const never = Number.NEGATIVE_INFINITY
  const failedAt = { making: never, sending: never, anchoring: never }

  const isLocal = (name: string) => existsSync(join(backupDir, name))
  const mayRetry = (step: keyof typeof failedAt, now: Date) =>
    Math.abs(now.getTime() - failedAt[step]) >= retryAfterMs
  const change = (update: (last: LastBackup) => LastBackup) =>
    writeTransaction(db, (trx) => changeLastBackup(trx, clock(), update))

  async function make(): Promise<DatabaseBackup> {
    const now = clock()
    const at = now.toISOString()
    const copy = await makeCopy(now).catch((error: Error) => error)
    if (!(copy instanceof Error)) {
      log.info(copy, 'a backup was made')
      const future = describeFuture(await readdir(backupDir), now)
      if (future !== null) log.warn(future)
      await change((last) => ({
        ...last,
        made: { ...copy, at },
        failed: null,
        unsent: [...last.unsent.filter(isLocal), copy.name]
      }))
      return copy
    }
    failedAt.making = now.getTime()
    const fault = findStorageFault(copy)
    const reason = fault === null ? 'see the log of the service.' : reasonOf[fault]
    log.error({ err: copy }, 'the backup could not be made')
    await change((last) => ({ ...last, failed: { at, reason } })).catch((error: unknown) =>
      log.error({ err: error }, 'the failure of the backup could not be recorded')
    )
    throw new ApiError(fault === null ? 'internal' : 'insufficient-storage', `No backup: ${reason}`)
  }

  async function send(): Promise<void> {
    const { unsent = [], taken = null, refused = null } = (await readLastBackup(db)) ?? {}
    if (command === null) {
      if (unsent.length > 0 || taken !== null || refused !== null)
        await change((last) => ({ ...last, unsent: [], taken: null, refused: null }))
      return
    }
    for (const name of unsent.filter(isLocal)) {
      const { fault, output } = await runCommand(command, join(backupDir, name), stopping)
      // The next process retries it.
      if (stopping.signal.aborted) return
      const at = clock()
      if (fault !== null) {
        failedAt.sending = at.getTime()
        log.error({ file: name, fault, output }, 'BACKUP_COMMAND failed')
        return change((last) => ({ ...last, refused: { at: at.toISOString(), reason: fault } }))
      }
      await change((last) => ({
        ...last,
        unsent: last.unsent.filter((other) => other !== name),
        taken: name,
        refused: null
      }))
    }
  }

  async function anchor(now: Date): Promise<void> {
    const failure = anchoring && (await anchorRecord(db, { ...anchoring, now, signal: stopping.signal }))
    // The next process retries it.
    if (failure === undefined || stopping.signal.aborted) return
    if (failure !== null) {
      failedAt.anchoring = now.getTime()
      log.error({ output: failure.output }, failure.fault)
    }
    const anchorFault = failure?.fault ?? null
    const known = (await readLastBackup(db))?.anchorFault ?? null
    if (anchorFault !== known) await change((last) => ({ ...last, anchorFault }))
  }

  async function drill(now: Date): Promise<void> {
    const last = await readLastBackup(db)
    if (drilling === undefined || last === null) return
    if (drilling.command === null) {
      if (last.drill != null) await change((before) => ({ ...before, drill: null }))
      return
    }
    if (last.taken === null || !isDrillDue(last, now)) return
    const name = last.taken
    const { signal } = stopping
    const { fault, output } = await drillCopy(name, drilling.command, { ...drilling, signal })
    // The next process repeats it.
    if (signal.aborted) return
    if (fault === null) log.info({ file: name, output }, 'a copy was restored for trial')
    else log.error({ file: name, fault, output }, 'the trial restore of a copy failed')
    await change((before) => ({ ...before, drill: { at: clock().toISOString(), name, fault } }))
  }

  /** Whether another instance made the backup and could not send it, while a backup of ours could be sent. */
  function isStuckElsewhere({ made, unsent }: LastBackup, now: Date): boolean {
    if (made === null || !unsent.includes(made.name) || isLocal(made.name)) return false
    return command !== null && now.getTime() - Date.parse(made.at) > maxSendingMs
  }

  async function runSteps(): Promise<void> {
    try {
      const now = clock()
      const last = await readLastBackup(db)
      if (last === null) return await change((first) => first)
      const isDue = isBackupDue(last, now) || isStuckElsewhere(last, now)
      // The reason of a failure is already logged and stored.
      if (isDue && mayRetry('making', now)) await making.run().catch(() => undefined)
      if (mayRetry('sending', now)) await sending.run()
      if (mayRetry('anchoring', now)) await anchor(now)
      await drill(now)
    } catch (error) {
      if (findStorageFault(error) !== 'away') log.error({ err: error }, 'the check for due backups failed')
    }
  }
  const making = singleFlight(make)
  const sending = singleFlight(send)
  const steps = singleFlight(runSteps)

  return {
    runDue: steps.run,
    backUpNow: async (actor) => {
      const copy = await making.run()
      const message = 'Made a backup of the whole database'
      const entry = { category: 'SYSTEM', action: 'CREATE', message, metadata: copy } as const
      await writeLog(db, { ...entry, ...(actor && { actor }) }, clock())
      sending.run().catch((error: unknown) => log.error({ err: error }, 'the backup could not be sent'))
      return copy
    },
    stop: async () => {
      stopping.abort()
      await Promise.all([steps.whenIdle(), making.whenIdle(), sending.whenIdle()])
    }
  }
}
