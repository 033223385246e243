import type { ManualEntry } from '../../../admin-api/contract/manual-entries.ts'
import type { Confirm } from '../call-asking.ts'
import { DateDialog } from './DateDialog.tsx'
import { saveDate, saveDates } from './entry-calls.ts'

/** Whose payment date is being changed: one entry's, or that of several by their ids; null when nobody's is. */
export type Dated = { entry: ManualEntry } | { ids: number[] } | null

type DateDialogsProps = {
  dated: Dated
  /** Asks whether a day in the past is right. */
  confirm: Confirm
  onClose: () => void
}

/** Both stay mounted, or closing one could not give the focus back. */
export function DateDialogs({ dated, confirm, onClose }: DateDialogsProps) {
  const entry = dated !== null && 'entry' in dated ? dated.entry : null
  const ids = dated !== null && 'ids' in dated ? dated.ids : null
  return (
    <>
      <DateDialog
        isOpen={entry !== null}
        title="Edit Payment Date"
        initialDay={entry?.payment_date ?? ''}
        onSave={async (day) => entry !== null && saveDate(entry, day, confirm)}
        onClose={onClose}
      >
        <p>
          When does <strong>{entry?.ticker}</strong> pay?
        </p>
      </DateDialog>
      <DateDialog
        isOpen={ids !== null}
        title="Update Payment Date for Selected Entries"
        initialDay=""
        onSave={async (day) => ids !== null && saveDates(ids, day, confirm)}
        onClose={onClose}
      >
        <p>{ids?.length === 1 ? '1 entry gets' : `All ${ids?.length} entries get`} this payment date.</p>
      </DateDialog>
    </>
  )
}
