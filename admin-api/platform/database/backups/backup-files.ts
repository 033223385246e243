import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { thursdayOf } from '../../../market-days/days.ts'
import { toNewYorkTime } from '../../../market-days/sessions.ts'

/** Why a backup was made: by schedule or by hand, or before a change that can't be undone. */
export type BackupKind = 'backup' | 'before-migration' | 'before-restore'

export type BackupName = { name: string; kind: BackupKind; madeAt: Date }

export type BackupFile = BackupName & { bytes: number }

const retention = { days: 7, weeks: 4, beforeChanges: 5 }
const pattern =
  /^(backup|before-migration|before-restore)-(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\d)-(\d{3}Z)\.sqlite$/

/** 'backup-2026-06-01T07-30-00-000Z.sqlite': kind and instant, so that names of a kind sort by time. */
export function formatBackupName(kind: BackupKind | 'damaged', madeAt: Date): string {
  return `${kind}-${madeAt.toISOString().replaceAll(/[:.]/g, '-')}.sqlite`
}

/** Returns null for any other file, and for a copy of a damaged database, which can't be restored. */
export function parseBackupName(name: string): BackupName | null {
  const [, kind, hour, minute, second, rest] = pattern.exec(name) ?? []
  if (kind === undefined) return null
  const madeAt = new Date(`${hour}:${minute}:${second}.${rest}`)
  return Number.isNaN(madeAt.getTime()) ? null : { name, kind: kind as BackupKind, madeAt }
}

/** Backups in a folder that can be restored, newest first; none if there is no folder. */
export function listBackups(folder: string): BackupFile[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .flatMap((name) => parseBackupName(name) ?? [])
    .map((backup) => ({ ...backup, bytes: statSync(join(folder, backup.name)).size }))
    .toSorted((a, b) => b.madeAt.getTime() - a.madeAt.getTime())
}

/**
 * Returns the backups that retention no longer needs. It keeps, of those made by schedule or by hand, the newest of each
 * of the last seven days that have one and of each of the last four weeks (Monday to Sunday, in New York), and the newest
 * five of those made before a migration or a restore. Other files are never returned, nor are those dated in the future: with a
 * clock that was set back, all backups are, and they would expire the one that was just made.
 * @param now date of the newest backup
 */
export function findExpired(names: readonly string[], now: Date): string[] {
  const files = names
    .flatMap((name) => parseBackupName(name) ?? [])
    .filter(({ madeAt }) => madeAt <= now)
    .toSorted((a, b) => b.madeAt.getTime() - a.madeAt.getTime())
  const backups = files.filter(({ kind }) => kind === 'backup')
  const retained = new Set([
    ...newestOfEach(backups, dayOf).slice(0, retention.days),
    ...newestOfEach(backups, (backup) => thursdayOf(dayOf(backup))).slice(0, retention.weeks),
    ...files.filter(({ kind }) => kind !== 'backup').slice(0, retention.beforeChanges)
  ])
  return files.filter((file) => !retained.has(file)).map(({ name }) => name)
}

/** Says which backups are dated in the future, and what follows; null if none is. */
export function describeFuture(names: readonly string[], now: Date): string | null {
  const future = names.filter((name) => {
    const backup = parseBackupName(name)
    return backup !== null && backup.madeAt.getTime() > now.getTime() + clockToleranceMs
  })
  const [first] = future.toSorted()
  if (first === undefined) return null
  const rest = future.length > 1 ? ` and ${future.length - 1} more` : ''
  return `Backups are dated in the future: ${first}${rest}. Check the clock; they are kept until their day, so remove those that you don’t need.`
}

const clockToleranceMs = 3_600_000

function dayOf({ madeAt }: BackupName): string {
  return toNewYorkTime(madeAt).day
}

/** @param backups newest first, as is the result */
function newestOfEach(
  backups: readonly BackupName[],
  periodOf: (backup: BackupName) => string
): BackupName[] {
  const newest = new Map<string, BackupName>()
  for (const backup of backups) if (!newest.has(periodOf(backup))) newest.set(periodOf(backup), backup)
  return [...newest.values()]
}
