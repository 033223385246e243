import { addDays } from '../../../market-days/days.ts'
import { toNewYorkTime } from '../../../market-days/new-york.ts'
import { spellAge, spellSize } from './spell-backup.ts'

/** What came of backing up so far; instants are UTC ISO strings. */
export type LastBackup = {
  /** Since when one has been due each night. */
  begunAt: string
  /** The newest one, a whole and checked file; null: there is none yet. */
  made: { name: string; at: string; bytes: number; rows: number } | null
  /** Why the last try came to nothing, in a sentence; null: it did not. */
  failed: { at: string; reason: string } | null
  /** Names of files that BACKUP_COMMAND has not taken yet, also those from before a migration or a restore. */
  unsent: readonly string[]
  /** The last file that it took. */
  taken: string | null
  /** Why it took none at its last run, in a sentence; null: it did. */
  refused: { at: string; reason: string } | null
}

/** New York time: nothing is collected then. */
const madeAtTime = '03:30'
const dayMs = 86_400_000
/** A new database has as long until its first one. */
const longestAgeMs = 2 * dayMs

/** The day in New York on which the backup of the night at this instant is made; before half past three the day before. */
export function nightOf(instant: Date): string {
  const { day, time } = toNewYorkTime(instant)
  return time >= madeAtTime ? day : addDays(day, -1)
}

/** Also where the last one lies ahead: the clock was set back. */
export function isBackupDue({ begunAt, made }: LastBackup, now: Date): boolean {
  return nightOf(new Date(made?.at ?? begunAt)) !== nightOf(now)
}

/** One or more sentences that say how backing up goes; `isWell` is false where somebody should look after it. */
export function judgeBackups(last: LastBackup | null, now: Date): { isWell: boolean; detail: string } {
  if (last === null) return { isWell: true, detail: firstIsToCome }
  const { begunAt, made, failed, refused } = last
  const isLate = now.getTime() - Date.parse(made?.at ?? begunAt) > longestAgeMs
  if (made === null && failed === null && !isLate) return { isWell: true, detail: firstIsToCome }
  const age =
    made === null
      ? `No backup was made since ${begunAt.slice(0, 10)}.`
      : `The last backup was made ${spellAge(now, new Date(made.at))} ago (${spellSize(made.bytes)}).`
  const detail = [
    ...(failed === null ? [] : [`The backup could not be made: ${failed.reason}`]),
    age,
    ...(made === null ? [] : [tellOfCommand(last, made.name)])
  ].join(' ')
  return { isWell: failed === null && refused === null && !isLate, detail }
}

const firstIsToCome = 'The first backup is made at 3:30 in the night, New York time.'

function tellOfCommand({ refused, unsent, taken }: LastBackup, name: string): string {
  if (refused !== null) return `BACKUP_COMMAND did not take it: ${refused.reason}`
  if (unsent.includes(name)) return 'BACKUP_COMMAND has it now.'
  return taken === name ? 'BACKUP_COMMAND took it.' : 'No BACKUP_COMMAND is set.'
}
