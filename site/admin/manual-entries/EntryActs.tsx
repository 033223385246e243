import type { ManualEntry } from '../../../admin-api/contract/manual-entries.ts'
import { nameOf } from './entry-name.ts'

export type EntryAct = 'edit' | 'approve' | 'delete'

type EntryActsProps = { entry: ManualEntry; isBusy: boolean; onAct: (act: EntryAct) => void }

const texts = { edit: 'Edit Date', approve: 'Approve', delete: 'Delete' }
const classNames = { edit: 'chip', approve: 'chip chip--good', delete: 'chip chip--danger' }

/** What may still be done with an entry: one that was approved can only be put away. */
export function EntryActs({ entry, isBusy, onAct }: EntryActsProps) {
  const acts: EntryAct[] = entry.status === 'approved' ? ['delete'] : ['edit', 'approve', 'delete']
  return (
    <div className="entry__buttons">
      {acts.map((act) => (
        <button
          key={act}
          type="button"
          className={classNames[act]}
          aria-disabled={isBusy}
          onClick={() => {
            if (!isBusy) onAct(act)
          }}
        >
          {texts[act]}
          <span className="visually-hidden"> {nameOf(entry)}</span>
        </button>
      ))}
    </div>
  )
}
