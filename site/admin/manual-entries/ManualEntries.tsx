import { useMemo, useRef, useState } from 'react'
import { type ManualEntry, readManualEntries } from '../../../admin-api/contract/manual-entries.ts'
import { useBusy } from '../../lib/use-busy.ts'
import { createAdminQuery, useAdminQuery } from '../../login/admin-query.ts'
import { showToast } from '../../ui/toast.ts'
import { useConfirm } from '../../ui/use-confirm.tsx'
import { AdminSection } from '../AdminSection.tsx'
import { ChoiceFilter, Filters, TickerFilter } from '../Filters.tsx'
import { useFilters } from '../list-query.ts'
import { DateDialog, type Dated } from './DateDialog.tsx'
import { EntriesTable, type EntryAction } from './EntriesTable.tsx'
import {
  approvalQuestion,
  approveEntry,
  approveShown,
  deleteAllEntries,
  deleteEntry,
  deleteSelected,
  deletionQuestion
} from './entry-calls.ts'
import { entryRules, filterEntries, useSelection } from './entry-list.ts'
import { useFocusAfterRemoval } from './use-focus-after-removal.ts'
import './manual-entries.css'

const entriesQuery = createAdminQuery(readManualEntries)
const refreshEveryMs = 10_000
const none: ManualEntry[] = []

export function ManualEntries() {
  const query = useAdminQuery(entriesQuery, {}, refreshEveryMs)
  const { value } = query
  const filterState = useFilters(entryRules)
  const { filters } = filterState
  const all = value?.entries ?? none
  const entries = useMemo(() => filterEntries(all, filters), [all, filters])
  const { selection, ids, dispatch } = useSelection(entries)
  const [confirm, confirmDialog] = useConfirm()
  const [busy, runOnce] = useBusy()
  const [dated, setDated] = useState<Dated | null>(null)
  const box = useRef<HTMLDivElement>(null)
  const focusAfter = useFocusAfterRemoval(entries, box)

  async function act(action: EntryAction, entry: ManualEntry) {
    if (action === 'edit') return setDated({ entry })
    await runOnce(`entry ${entry.id}`, async () => {
      const isApproval = action === 'approve'
      if (!(await confirm(isApproval ? approvalQuestion(entry) : deletionQuestion(entry)))) return
      focusAfter(entry)
      await (isApproval ? approveEntry(entry, confirm) : deleteEntry(entry))
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
    { text: 'Approve All Shown', className: 'chip chip--good', act: actOnPending },
    {
      text: 'Change Payment Date',
      className: 'chip',
      act: () => actOnSelected((selected) => setDated({ ids: selected }))
    },
    {
      text: 'Delete Selected',
      className: 'chip chip--danger',
      act: () => actOnSelected((selected) => void runOnce('bulk', () => deleteSelected(selected, confirm)))
    },
    {
      text: 'Delete All Entries',
      className: 'chip chip--danger',
      act: () => void runOnce('bulk', () => deleteAllEntries(all.length, confirm))
    }
  ]
  const isBulkDisabled = busy.has('bulk') || entries.length === 0

  return (
    <AdminSection
      titleId="manual-entries-title"
      title="Manual Entries"
      kicker="Waiting for the captain"
      icon="hourglass"
      query={query}
    >
      <Filters className="entry-filters" legend="Which entries" state={filterState}>
        <TickerFilter label="Show ticker" state={filterState} />
        <ChoiceFilter
          label="Show kind"
          name="kind"
          state={filterState}
          options={['estimate', 'payment']}
          nameOf={(kind) => (kind === 'estimate' ? 'Estimates' : 'Held-back payments')}
        />
        <ChoiceFilter
          label="Show status"
          name="status"
          state={filterState}
          options={['pending', 'approved']}
          nameOf={(status) => (status === 'pending' ? 'Pending' : 'Approved')}
        />
      </Filters>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields */}
      <div className="bulk-bar" role="group" aria-label="Several entries at once">
        <p className="bulk-bar__count" aria-live="polite">
          {selection.size === 0 ? 'None selected' : `${selection.size} selected`}
        </p>
        {bulkActions.map(({ text, className, act: onPress }) => (
          <button
            key={text}
            type="button"
            className={className}
            aria-disabled={isBulkDisabled}
            onClick={() => {
              if (!isBulkDisabled) onPress()
            }}
          >
            {text}
          </button>
        ))}
      </div>
      <div ref={box} tabIndex={-1}>
        {entries.length > 0 ? (
          <EntriesTable
            entries={entries}
            selection={selection}
            isBusy={({ id }) => busy.has(`entry ${id}`)}
            onToggle={(id) => dispatch({ type: 'toggled', id })}
            onToggleAll={() => dispatch({ type: 'all-toggled', ids })}
            onAction={(action, entry) => void act(action, entry)}
          />
        ) : (
          <p className="admin-section__empty">
            {value === null
              ? 'Reading the entries...'
              : all.length > 0
                ? 'No entry passes these filters.'
                : 'No entries wait. Collect some data above.'}
          </p>
        )}
      </div>
      <DateDialog dated={dated} confirm={confirm} onClose={() => setDated(null)} />
      {confirmDialog}
    </AdminSection>
  )
}
