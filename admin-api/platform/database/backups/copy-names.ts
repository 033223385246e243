import { thursdayOf } from '../../../market-days/days.ts'
import { toNewYorkTime } from '../../../market-days/new-york.ts'

/** What a copy of the database was made for: by the clock or by hand, or before something that can't be undone. */
export type CopyKind = 'backup' | 'before-migration' | 'before-restore'

export type CopyName = { name: string; kind: CopyKind; madeAt: Date }

const kept = { days: 7, weeks: 4, beforeChanges: 5 }
const pattern =
  /^(backup|before-migration|before-restore)-(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\d)-(\d{3}Z)\.sqlite$/

/** 'backup-2026-06-01T07-30-00-000Z.sqlite': what it is, and the instant, so that names sort as they were made. */
export function nameCopy(kind: CopyKind | 'damaged', madeAt: Date): string {
  return `${kind}-${madeAt.toISOString().replaceAll(/[:.]/g, '-')}.sqlite`
}

/** Null where the file is none of ours that can be restored; so of damaged ones, too. */
export function readCopyName(name: string): CopyName | null {
  const [, kind, hour, minute, second, rest] = pattern.exec(name) ?? []
  if (kind === undefined) return null
  const madeAt = new Date(`${hour}:${minute}:${second}.${rest}`)
  return Number.isNaN(madeAt.getTime()) ? null : { name, kind: kind as CopyKind, madeAt }
}

/**
 * Which copies may go. Of those made by the clock or by hand stays the newest of each of the last seven days that have
 * one, and of each of the last four weeks (Monday to Sunday, both in New York); of those from before a migration or a
 * restore stay the newest five. The newest of all so always stays, and so does a file that is no such copy.
 */
export function findSuperseded(names: readonly string[]): string[] {
  const copies = names
    .flatMap((name) => readCopyName(name) ?? [])
    .toSorted((a, b) => b.madeAt.getTime() - a.madeAt.getTime())
  const backups = copies.filter(({ kind }) => kind === 'backup')
  const stays = new Set([
    ...newestOfEach(backups, dayOf).slice(0, kept.days),
    ...newestOfEach(backups, (copy) => thursdayOf(dayOf(copy))).slice(0, kept.weeks),
    ...copies.filter(({ kind }) => kind !== 'backup').slice(0, kept.beforeChanges)
  ])
  return copies.filter((copy) => !stays.has(copy)).map(({ name }) => name)
}

function dayOf({ madeAt }: CopyName): string {
  return toNewYorkTime(madeAt).day
}

/** Newest first, as they come in. */
function newestOfEach(copies: readonly CopyName[], spanOf: (copy: CopyName) => string): CopyName[] {
  const newest = new Map<string, CopyName>()
  for (const copy of copies) if (!newest.has(spanOf(copy))) newest.set(spanOf(copy), copy)
  return [...newest.values()]
}
