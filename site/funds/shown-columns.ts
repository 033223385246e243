import { isRecordOf, readStored, removeStored, storageKeys, writeStored } from '../lib/storage.ts'

/** Only differences from the default, so that new columns appear. */
type Changes = Record<string, boolean>

type Known = readonly { id: string; isExtra: boolean }[]

/** Visible columns: the default with this visitor's changes. */
export function readShownColumns(columns: Known): ReadonlySet<string> {
  const changes = readStored('localStorage', storageKeys.fundColumns, toChanges) ?? {}
  return new Set(columns.filter(({ id, isExtra }) => changes[id] ?? !isExtra).map(({ id }) => id))
}

export function saveShownColumns(columns: Known, shown: ReadonlySet<string>): void {
  const changes = columns
    .slice(1)
    .flatMap(({ id, isExtra }) => (shown.has(id) === isExtra ? [[id, isExtra] as const] : []))
  if (changes.length === 0) removeStored('localStorage', storageKeys.fundColumns)
  else writeStored('localStorage', storageKeys.fundColumns, Object.fromEntries(changes))
}

function toChanges(stored: unknown): Changes | undefined {
  return isRecordOf(stored, (shown) => typeof shown === 'boolean') ? stored : undefined
}
