import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { writeLog } from '../../admin-log/admin-log.db.ts'
import { changeLastBackup, readLastBackup } from '../../platform/database/backups/last-backup.db.ts'
import type { SafetyCopy } from '../../platform/database/backups/safety-copy.ts'
import { writeTransaction } from '../../platform/database/write-transaction.ts'
import { isBackupDue, type LastBackup } from '../../platform/database/backups/last-backup.ts'
import { findStorageFault, type StorageFault } from '../../platform/files/storage-fault.ts'
import { ApiError } from '../../platform/http/errors.ts'
import type { Backups, CopyOutcome, Services } from '../../services.ts'
import { runBackupCommand } from './run-command.ts'

export type BackupParts = Pick<Services, 'db' | 'clock' | 'log'> & {
  backupDir: string
  /** BACKUP_COMMAND; null: there is none. */
  command: string | null
  /** Copies the whole database into backupDir, where nobody has to wait for it. Never throws. */
  makeCopy: (now: Date) => Promise<CopyOutcome>
}

const tryAgainAfterMs = 15 * 60_000
/** Longer than another node is likely to be sending what lies on its own disk. */
const sentWithinMs = 60 * 60_000
const lookEveryMs = 60_000

const reasonOf: Record<StorageFault, string> = {
  full: 'the disk is full.',
  'read-only': 'its folder is read-only.',
  away: "the database can't be reached.",
  busy: 'the database is busy.'
}

/** One backup each night, and BACKUP_COMMAND for each copy that was made; what fails is tried again. */
export function createBackups(parts: BackupParts): Backups & { stop: () => Promise<void> } {
  const { db, clock, log, backupDir, command, makeCopy } = parts
  const stopping = new AbortController()
  let making: Promise<SafetyCopy> | null = null
  let sending: Promise<void> | null = null
  let looking: Promise<void> | null = null
  /** When it failed here; a start tries at once. */
  const failedAt = { making: Number.NEGATIVE_INFINITY, sending: Number.NEGATIVE_INFINITY }

  const isHere = (name: string) => existsSync(join(backupDir, name))
  const mayTry = (what: keyof typeof failedAt, now: Date) =>
    Math.abs(now.getTime() - failedAt[what]) >= tryAgainAfterMs
  const change = (of: (last: LastBackup) => LastBackup) =>
    writeTransaction(db, (trx) => changeLastBackup(trx, clock(), of))

  async function make(): Promise<SafetyCopy> {
    const now = clock()
    const at = now.toISOString()
    const outcome = await makeCopy(now)
    if (outcome.copy !== null) {
      const { copy } = outcome
      log.info(copy, 'a backup was made')
      await change((last) => ({
        ...last,
        made: { ...copy, at },
        failed: null,
        unsent: [...last.unsent.filter(isHere), copy.name]
      }))
      return copy
    }
    failedAt.making = now.getTime()
    const reason = outcome.fault === null ? 'see the log of the service.' : reasonOf[outcome.fault]
    log.error({ err: outcome.error }, 'the backup could not be made')
    await change((last) => ({ ...last, failed: { at, reason } })).catch((error: unknown) =>
      log.error({ err: error }, 'that it failed could not be kept')
    )
    throw new ApiError(outcome.fault === null ? 'internal' : 'insufficient-storage', `No backup: ${reason}`)
  }

  /** The others wait for the same one. */
  function makeOnce(): Promise<SafetyCopy> {
    making ??= make().finally(() => {
      making = null
    })
    return making
  }

  async function send(): Promise<void> {
    const { unsent = [], taken = null, refused = null } = (await readLastBackup(db)) ?? {}
    if (command === null) {
      if (unsent.length > 0 || taken !== null || refused !== null)
        await change((last) => ({ ...last, unsent: [], taken: null, refused: null }))
      return
    }
    for (const name of unsent.filter(isHere)) {
      const { fault, output } = await runBackupCommand(command, join(backupDir, name), stopping)
      // It is tried again by the next process.
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

  function sendOnce(): Promise<void> {
    sending ??= send().finally(() => {
      sending = null
    })
    return sending
  }

  /** Made by a node that did not get it off its disk; ours would be sent. */
  function isOutOfReach({ made, unsent }: LastBackup, now: Date): boolean {
    if (made === null || !unsent.includes(made.name) || isHere(made.name)) return false
    return command !== null && now.getTime() - Date.parse(made.at) > sentWithinMs
  }

  async function look(): Promise<void> {
    const now = clock()
    const last = await readLastBackup(db)
    if (last === null) return change((begun) => begun)
    const isDue = isBackupDue(last, now) || isOutOfReach(last, now)
    // Why it failed is known by then.
    if (isDue && mayTry('making', now)) await makeOnce().catch(() => undefined)
    if (mayTry('sending', now)) await sendOnce()
  }

  return {
    runDue: () => {
      looking ??= look()
        .catch((error: unknown) => {
          if (findStorageFault(error) !== 'away')
            log.error({ err: error }, 'backing up could not be looked after')
        })
        .finally(() => {
          looking = null
        })
      return looking
    },
    backUpNow: async (actor) => {
      const copy = await makeOnce()
      const about = { level: 'INFO', category: 'SYSTEM', action: 'CREATE' } as const
      const message = 'Made a backup of the whole database'
      await writeLog(db, { ...about, message, ...(actor && { actor }), metadata: copy }, clock())
      sendOnce().catch((error: unknown) => log.error({ err: error }, 'the backup could not be sent'))
      return copy
    },
    stop: async () => {
      stopping.abort()
      await Promise.allSettled([looking, making, sending])
    }
  }
}

/**
 * Looks now and every minute whether a backup is due.
 * @returns ends that.
 */
export function startBackups({ runDue }: Backups): () => void {
  void runDue()
  const timer = setInterval(() => void runDue(), lookEveryMs)
  return () => clearInterval(timer)
}
