import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import type { ManualEntry } from '../../../admin-api/contract/manual-entries.ts'
import { useBusy } from '../../lib/use-busy.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Checkbox } from '../../ui/Field.tsx'
import { showToast } from '../../ui/toast.ts'
import { useConfirm } from '../../ui/use-confirm.tsx'
import { EntriesTable, type EntryAction } from './EntriesTable.tsx'
import { ApproveForm, type Approving, type Dated, DateForm } from './EntryDialogs.tsx'
import {
  approvalQuestion,
  approve,
  approveShown,
  deleteAllEntries,
  deleteEntry,
  deleteSelected,
  deletionQuestion
} from './entry-calls.ts'
import { isForReview, useSelection } from './entry-list.ts'

type EntryListProps = {
  /** For screen readers: 'quarantined payments'. */
  label: string
  /** The entries of this list. */
  entries: readonly ManualEntry[]
  /** All entries, which one button deletes. */
  all: readonly ManualEntry[]
  canDeleteAll?: boolean
  /** Shown instead of an empty table. */
  empty: string
}

/** Entries with actions for each one and for several at once. */
export function EntryList({ label, entries, all, canDeleteAll = false, empty }: EntryListProps) {
  const { selection, isAll, toggle, toggleAll } = useSelection(entries)
  const [confirm, confirmDialog] = useConfirm()
  const [busy, runOnce] = useBusy()
  const [dated, setDated] = useState<Dated | null>(null)
  const [approving, setApproving] = useState<Approving | null>(null)
  const box = useRef<HTMLDivElement>(null)
  const focusAfter = useFocusAfterRemoval(entries, box)

  async function act(action: EntryAction, entry: ManualEntry) {
    if (action === 'edit') return setDated({ entry })
    if (action === 'use')
      return setApproving({ entry, amount: entry.evidence?.suggested_amount ?? entry.actual_dividend })
    if (action === 'correct' || (action === 'approve' && isForReview(entry)))
      return setApproving({ entry, amount: entry.actual_dividend })
    await runOnce(`entry ${entry.id}`, async () => {
      if (action === 'confirm') {
        focusAfter(entry)
        return approve(entry, confirm)
      }
      const isApproval = action === 'approve'
      if (!(await confirm(isApproval ? approvalQuestion(entry) : deletionQuestion(entry)))) return
      focusAfter(entry)
      await (isApproval ? approve(entry, confirm) : deleteEntry(entry))
    })
  }

  function actOnPending() {
    const pending = entries.filter(({ status }) => status === 'pending').map(({ id }) => id)
    if (pending.length > 0) return void runOnce('bulk', () => approveShown(pending, confirm))
    showToast({ kind: 'error', title: 'Nothing To Approve', message: 'No pending entry is shown.' })
  }

  function actOnSelected(action: (ids: number[]) => void) {
    if (selection.size > 0) return action([...selection])
    showToast({ kind: 'error', title: 'No Entries Selected', message: 'Please select at least one entry.' })
  }

  const bulkActions = [
    { text: 'Approve All Shown', className: 'chip--good', act: actOnPending },
    {
      text: 'Change Payment Date',
      className: '',
      act: () => actOnSelected((selected) => setDated({ ids: selected }))
    },
    {
      text: 'Delete Selected',
      className: 'chip--danger',
      act: () => actOnSelected((selected) => void runOnce('bulk', () => deleteSelected(selected, confirm)))
    },
    ...(canDeleteAll
      ? [
          {
            text: 'Delete All Entries',
            className: 'chip--danger',
            act: () => void runOnce('bulk', () => deleteAllEntries(all, confirm))
          }
        ]
      : [])
  ]
  const isBulkDisabled = busy.has('bulk')

  return (
    <>
      {entries.length > 0 && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields
        <div className="below-3 row items-center gap-2" role="group" aria-label={`Several ${label} at once`}>
          <Checkbox className="grow text-s" checked={isAll} onChange={toggleAll}>
            Select all <span className="visually-hidden">{label}</span>{' '}
            <span className="muted tabular" aria-live="polite">
              {selection.size === 0 ? 'None selected' : `${selection.size} selected`}
            </span>
          </Checkbox>
          {bulkActions.map(({ text, className, act: onPress }) => (
            <Button
              key={text}
              variant="chip"
              className={className}
              aria-disabled={isBulkDisabled}
              onClick={onPress}
            >
              {text}
            </Button>
          ))}
        </div>
      )}
      <div ref={box} tabIndex={-1}>
        {entries.length > 0 ? (
          <EntriesTable
            label={label}
            entries={entries}
            selection={selection}
            isBusy={({ id }) => busy.has(`entry ${id}`)}
            onToggle={toggle}
            onAction={(action, entry) => void act(action, entry)}
          />
        ) : (
          <p className="muted">{empty}</p>
        )}
      </div>
      <Dialog
        isOpen={dated !== null}
        title={
          dated !== null && 'entry' in dated
            ? 'Edit Payment Date'
            : 'Update Payment Date for Selected Entries'
        }
        onClose={() => setDated(null)}
      >
        {dated !== null && <DateForm dated={dated} confirm={confirm} onDone={() => setDated(null)} />}
      </Dialog>
      <Dialog
        isOpen={approving !== null}
        title={`${approving?.entry.is_stored ? 'Correct' : 'Approve'} ${approving?.entry.ticker} payment`}
        onClose={() => setApproving(null)}
      >
        {approving !== null && (
          <ApproveForm
            {...approving}
            confirm={confirm}
            onApproved={focusAfter}
            onDone={() => setApproving(null)}
          />
        )}
      </Dialog>
      {confirmDialog}
    </>
  )
}

/**
 * Returns a function to call with an entry before a change removes it from its place in the list, and with it the
 * focused button. Once a list without the entry is rendered, the row in its place receives the focus. Lists that still
 * contain the entry unchanged were requested earlier and are ignored.
 */
export function useFocusAfterRemoval(
  entries: readonly ManualEntry[],
  box: RefObject<HTMLElement | null>
): (entry: ManualEntry) => void {
  const removed = useRef<{ entry: ManualEntry; index: number } | null>(null)

  useEffect(() => {
    if (removed.current === null) return
    const { entry, index } = removed.current
    if (entries.some(({ id, status }) => id === entry.id && status === entry.status)) return
    const checkboxes = box.current?.querySelectorAll<HTMLElement>('.entry__tick input') ?? []
    const next = checkboxes[Math.min(index, entries.length - 1)] ?? box.current
    removed.current = null
    if (document.activeElement === document.body) next?.focus()
  }, [entries, box])

  return useCallback(
    (entry) => {
      removed.current = { entry, index: entries.findIndex(({ id }) => id === entry.id) }
    },
    [entries]
  )
}
