import { useMemo, useRef, useState } from 'react'
import { type ManualEntry, readManualEntries } from '../../../admin-api/contract/manual-entries.ts'
import { useBusy } from '../../lib/use-busy.ts'
import { createAdminQuery, useAdminQuery } from '../../login/admin-query.ts'
import { showToast } from '../../ui/toast.ts'
import { useConfirm } from '../../ui/use-confirm.tsx'
import { AdminSection } from '../AdminSection.tsx'
import { SectionFailure } from '../SectionFailure.tsx'
import { SectionIcon } from '../SectionIcon.tsx'
import { BulkBar } from './BulkBar.tsx'
import { DateDialogs, type Dated } from './DateDialogs.tsx'
import { EntriesTable } from './EntriesTable.tsx'
import type { EntryAct } from './EntryActs.tsx'
import { EntryFilterBar } from './EntryFilterBar.tsx'
import { approveEntry, approveShown, deleteAllEntries, deleteEntry, deleteSelected } from './entry-calls.ts'
import { filterEntries, noFilters } from './entry-filters.ts'
import {
  askAgainToDeleteAll,
  askToApprove,
  askToDelete,
  askToDeleteAll,
  askToDeleteSelected
} from './questions.ts'
import { useFocusAfterAct } from './use-focus-after-act.ts'
import { useSelection } from './use-selection.ts'
import './manual-entries.css'

const entriesQuery = createAdminQuery(readManualEntries)
const refreshEveryMs = 10_000
const none: ManualEntry[] = []

export function ManualEntries() {
  const { value, failure, refetch } = useAdminQuery(entriesQuery, {}, refreshEveryMs)
  const [filters, setFilters] = useState(noFilters)
  const all = value?.entries ?? none
  const entries = useMemo(() => filterEntries(all, filters), [all, filters])
  const { selection, ids, dispatch } = useSelection(entries)
  const [confirm, confirmDialog] = useConfirm()
  const [busy, runOnce] = useBusy()
  const [dated, setDated] = useState<Dated>(null)
  const box = useRef<HTMLDivElement>(null)
  const focusAfter = useFocusAfterAct(entries, box)

  async function act(kind: EntryAct, entry: ManualEntry) {
    if (kind === 'edit') return setDated({ entry })
    await runOnce(`entry ${entry.id}`, async () => {
      const isApproval = kind === 'approve'
      if (!(await confirm(isApproval ? askToApprove(entry) : askToDelete(entry)))) return
      focusAfter(entry)
      await (isApproval ? approveEntry(entry, confirm) : deleteEntry(entry))
    })
  }

  function changeDates() {
    if (selection.size === 0) return showNoneSelected()
    setDated({ ids: [...selection] })
  }

  async function approveAll() {
    const pending = entries.filter(({ status }) => status === 'pending').map(({ id }) => id)
    if (pending.length === 0) {
      showToast({ kind: 'error', title: 'Nothing To Approve', message: 'No pending entry is shown.' })
      return
    }
    await runOnce('bulk', async () => {
      await approveShown(pending, confirm)
    })
  }

  async function removeSelected() {
    if (selection.size === 0) return showNoneSelected()
    await runOnce('bulk', async () => {
      if (await confirm(askToDeleteSelected(selection.size))) await deleteSelected([...selection])
    })
  }

  async function removeAll() {
    await runOnce('bulk', async () => {
      if (!(await confirm(askToDeleteAll(all.length)))) return
      if (await confirm(askAgainToDeleteAll)) await deleteAllEntries()
    })
  }

  return (
    <AdminSection
      titleId="manual-entries-title"
      title="Manual Entries"
      kicker="Waiting for the captain"
      icon={<SectionIcon name="hourglass" />}
    >
      <SectionFailure failure={failure} onRetry={() => void refetch()} />
      <EntryFilterBar filters={filters} onChange={setFilters} />
      <BulkBar
        selected={selection.size}
        isEmpty={entries.length === 0}
        isBusy={busy.has('bulk')}
        onApprove={() => void approveAll()}
        onDate={changeDates}
        onDelete={() => void removeSelected()}
        onDeleteAll={() => void removeAll()}
      />
      <div ref={box} tabIndex={-1}>
        {entries.length > 0 ? (
          <EntriesTable
            entries={entries}
            selection={selection}
            isBusy={({ id }) => busy.has(`entry ${id}`)}
            onToggle={(id) => dispatch({ type: 'toggled', id })}
            onToggleAll={() => dispatch({ type: 'all-toggled', ids })}
            onAct={(kind, entry) => void act(kind, entry)}
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
      <DateDialogs dated={dated} confirm={confirm} onClose={() => setDated(null)} />
      {confirmDialog}
    </AdminSection>
  )
}

function showNoneSelected() {
  showToast({ kind: 'error', title: 'No Entries Selected', message: 'Please select at least one entry.' })
}
