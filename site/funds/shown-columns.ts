import * as z from 'zod/mini'
import { readStored, removeStored, writeStored } from '../lib/storage.ts'
import { storageKeys } from '../lib/storage-keys.ts'
import type { Column } from './columns.ts'

/** Only what differs from the first sight of the table, so that a column that is added later is seen. */
const Changes = z.record(z.string(), z.boolean())

type Known = readonly Pick<Column, 'id' | 'isExtra'>[]

/** The columns this visitor sees: as the table comes, but for what was changed here before. */
export function readShownColumns(columns: Known): ReadonlySet<string> {
  const changes = readStored('localStorage', storageKeys.fundColumns, Changes) ?? {}
  return new Set(columns.filter(({ id, isExtra }) => changes[id] ?? !isExtra).map(({ id }) => id))
}

export function keepShownColumns(columns: Known, shown: ReadonlySet<string>): void {
  const changes = columns
    .slice(1)
    .flatMap(({ id, isExtra }) => (shown.has(id) === isExtra ? [[id, isExtra] as const] : []))
  if (changes.length === 0) removeStored('localStorage', storageKeys.fundColumns)
  else writeStored('localStorage', storageKeys.fundColumns, Object.fromEntries(changes))
}
