import { useEffect, useRef } from 'react'
import type { ManualEntry } from '../../../admin-api/contract/manual-entries.ts'
import type { EntryAct } from './EntryActs.tsx'
import { EntryRow } from './EntryRow.tsx'
import { isAllSelected, type Selection } from './selection.ts'

type EntriesTableProps = {
  entries: readonly ManualEntry[]
  selection: Selection
  isBusy: (entry: ManualEntry) => boolean
  onToggle: (id: number) => void
  onToggleAll: () => void
  onAct: (act: EntryAct, entry: ManualEntry) => void
}

const columns = ['Est. dividend', 'Price', 'IV', '3-mo average']

export function EntriesTable({
  entries,
  selection,
  isBusy,
  onToggle,
  onToggleAll,
  onAct
}: EntriesTableProps) {
  const isAll = isAllSelected(
    selection,
    entries.map(({ id }) => id)
  )
  return (
    <table className="ledger-table entries">
      <caption className="visually-hidden">Manual entries, pending first</caption>
      <thead>
        <tr>
          <th className="entry__tick" scope="col">
            <SelectAll isAll={isAll} isSome={selection.size > 0} onToggle={onToggleAll} />
          </th>
          <th scope="col">Ticker</th>
          <th scope="col">Collected</th>
          <th scope="col">Payment date</th>
          {columns.map((column) => (
            <th key={column} className="is-figure" scope="col">
              {column}
            </th>
          ))}
          <th scope="col">Frequency</th>
          <th scope="col">Status</th>
          <th scope="col">
            <span className="visually-hidden">Actions</span>
          </th>
        </tr>
      </thead>
      {entries.map((entry) => (
        <EntryRow
          key={entry.id}
          entry={entry}
          isSelected={selection.has(entry.id)}
          isBusy={isBusy(entry)}
          onToggle={() => onToggle(entry.id)}
          onAct={(act) => onAct(act, entry)}
        />
      ))}
    </table>
  )
}

function SelectAll({ isAll, isSome, onToggle }: { isAll: boolean; isSome: boolean; onToggle: () => void }) {
  const box = useRef<HTMLInputElement>(null)
  // Only a script can say that a box is neither ticked nor empty.
  useEffect(() => {
    if (box.current !== null) box.current.indeterminate = isSome && !isAll
  }, [isSome, isAll])
  return (
    <label>
      <input ref={box} type="checkbox" checked={isAll} onChange={onToggle} />
      <span className="entries__all">Select all entries</span>
    </label>
  )
}
