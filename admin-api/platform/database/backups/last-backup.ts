import { addDays } from '../../../market-days/days.ts'
import { toNewYorkTime } from '../../../market-days/sessions.ts'
import { countOf } from '../../../numbers/format-numbers.ts'
import { readMetaValue, writeMetaValue } from '../meta.db.ts'
import type { Db, Trx } from '../schema.ts'

/** Result of the backups so far; instants are UTC ISO strings. */
export type LastBackup = {
  /** Since when nightly backups are due. */
  begunAt: string
  /** The newest complete and checked backup. */
  made: { name: string; at: string; bytes: number; rows: number } | null
  /** Why the last attempt failed, in a sentence; null if it succeeded. */
  failed: { at: string; reason: string } | null
  /** File names that BACKUP_COMMAND has not handled yet, including those from before a migration or a restore. */
  unsent: readonly string[]
  /** The last file that BACKUP_COMMAND handled. */
  taken: string | null
  /** Why the last run of BACKUP_COMMAND failed, in a sentence; null if it succeeded. */
  refused: { at: string; reason: string } | null
  /** Why the last run of ANCHOR_COMMAND failed, in a sentence; null if it succeeded. */
  anchorFault?: string | null
  /** The last trial restore of a copy that DRILL_COMMAND fetched; `fault` is a sentence, null if it succeeded. */
  drill?: { at: string; name: string; fault: string | null } | null
}

/** New York time; nothing is collected then. */
const nightlyTime = '03:30'
const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
const drillEveryMs = 7 * dayMs
const failedDrillEveryMs = dayMs
/** Maximum age of the last backup, and of a new database without one. */
const longestAgeMs = 2 * dayMs

/** New York day of the nightly backup before an instant: the same day from 3:30 on, otherwise the day before. */
export function nightOf(instant: Date): string {
  const { day, time } = toNewYorkTime(instant)
  return time >= nightlyTime ? day : addDays(day, -1)
}

/** Also true if the last backup is in the future, because the clock was set back. */
export function isBackupDue({ begunAt, made }: LastBackup, now: Date): boolean {
  return nightOf(new Date(made?.at ?? begunAt)) !== nightOf(now)
}

/** Whether a copy that BACKUP_COMMAND made should be restored for trial: weekly, after a failure daily. */
export function isDrillDue({ taken, drill }: LastBackup, now: Date): boolean {
  if (taken === null) return false
  if (drill == null) return true
  const age = Math.abs(now.getTime() - Date.parse(drill.at))
  return age >= (drill.fault === null ? drillEveryMs : failedDrillEveryMs)
}

/** Describes the state of backups in sentences; `isWell` is false if the operator has to act. */
export function judgeBackups(last: LastBackup | null, now: Date): { isWell: boolean; detail: string } {
  const { isWell, detail } = judgeCopies(last, now)
  const { anchorFault = null, drill = null } = last ?? {}
  return {
    isWell: isWell && anchorFault === null && (drill?.fault ?? null) === null,
    detail: [detail, ...(drill === null ? [] : [describeDrill(drill, now)]), anchorFault ?? '']
      .join(' ')
      .trim()
  }
}

function describeDrill({ at, name, fault }: NonNullable<LastBackup['drill']>, now: Date): string {
  const age = `${formatAge(now, new Date(at))} ago`
  return fault === null
    ? `The copy of ${name} was restored for trial ${age}.`
    : `The trial restore of ${name} failed ${age}: ${fault}`
}

function judgeCopies(last: LastBackup | null, now: Date): { isWell: boolean; detail: string } {
  if (last === null) return { isWell: true, detail: firstBackupDetail }
  const { begunAt, made, failed, refused } = last
  const isLate = now.getTime() - Date.parse(made?.at ?? begunAt) > longestAgeMs
  if (made === null && failed === null && !isLate) return { isWell: true, detail: firstBackupDetail }
  const age =
    made === null
      ? `No backup was made since ${begunAt.slice(0, 10)}.`
      : `The last backup was made ${formatAge(now, new Date(made.at))} ago (${formatSize(made.bytes)}).`
  const detail = [
    ...(failed === null ? [] : [`The backup could not be made: ${failed.reason}`]),
    age,
    ...(made === null ? [] : [describeCommand(last, made.name)])
  ].join(' ')
  return { isWell: failed === null && refused === null && !isLate, detail }
}

const firstBackupDetail = 'The first backup is made at 3:30 a.m. New York time.'

function describeCommand({ refused, unsent, taken }: LastBackup, name: string): string {
  if (refused !== null) return `BACKUP_COMMAND failed: ${refused.reason}`
  if (unsent.includes(name)) return 'BACKUP_COMMAND is running.'
  return taken === name ? 'BACKUP_COMMAND succeeded.' : 'No BACKUP_COMMAND is set.'
}

/** 'less than a minute', '5 minutes', '7 hours', '3 days'. */
export function formatAge(now: Date, then: Date): string {
  const ms = Math.max(0, now.getTime() - then.getTime())
  if (ms < minuteMs) return 'less than a minute'
  if (ms < hourMs) return countOf(Math.floor(ms / minuteMs), 'minute')
  if (ms < 2 * dayMs) return countOf(Math.floor(ms / hourMs), 'hour')
  return countOf(Math.floor(ms / dayMs), 'day')
}

/** '5.2 MB', in millions of bytes; at least '0.1 MB'. */
export function formatSize(bytes: number): string {
  return `${Math.max(0.1, bytes / 1e6).toFixed(1)} MB`
}

/** Returns null until the background work first checks whether a backup is due. */
export function readLastBackup(db: Db): Promise<LastBackup | null> {
  return readMetaValue(db, 'last-backup')
}

/** Needs a write transaction, because other processes may change it, too. */
export async function changeLastBackup(
  trx: Trx,
  now: Date,
  change: (last: LastBackup) => LastBackup
): Promise<void> {
  const last = (await readLastBackup(trx)) ?? beginAt(now)
  await writeMetaValue(trx, 'last-backup', change(last))
}

/** Queues a file for BACKUP_COMMAND, which the background work runs. */
export async function sendLater(trx: Trx, name: string, now: Date): Promise<void> {
  await changeLastBackup(trx, now, (last) => ({ ...last, unsent: [...last.unsent, name] }))
}

function beginAt(now: Date): LastBackup {
  return { begunAt: now.toISOString(), made: null, failed: null, unsent: [], taken: null, refused: null }
}
