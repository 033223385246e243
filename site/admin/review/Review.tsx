import type { ManualEntry } from '../../../admin-api/contract/manual-entries.ts'
import { countOf } from '../../../admin-api/numbers/format-numbers.ts'
import { Pager } from '../../ui/Pager.tsx'
import { AdminSection } from '../AdminSection.tsx'
import { optionsOf } from '../code-words.ts'
import { ChoiceFilter, Filters, TickerFilter } from '../Filters.tsx'
import { shortPage, useLoadedList } from '../list-query.ts'
import { EntryList } from './EntryList.tsx'
import { entryRules, isForReview, passesFilters, useEntries } from './entry-list.ts'
import { FundNotices } from './FundNotices.tsx'
import { FundProposals } from './FundProposals.tsx'
import '../../ui/disclosure.css'

const none: ManualEntry[] = []

/** Quarantined and marked payments, which need a decision, separate from routine estimates and approved entries. */
export function Review() {
  const query = useEntries()
  const { value } = query
  const all = value?.entries ?? none
  const payments = all.filter(isForReview)
  const routine = all.filter((entry) => !isForReview(entry))
  const list = useLoadedList(entryRules, routine, passesFilters)
  const waiting = value === null ? 'Loading entries...' : null
  const pending = routine.filter(({ status }) => status === 'pending').length
  // A filter opens the routine entries; a few are shown at once.
  const isOpen = routine.length <= shortPage || list.isFiltered
  return (
    <>
      <AdminSection titleId="quarantine-title" title="Payments to Decide" query={query}>
        <EntryList
          label="payments to decide"
          entries={payments}
          all={all}
          empty={waiting ?? 'No payment needs a decision.'}
        />
      </AdminSection>
      <FundProposals />
      <FundNotices />
      <AdminSection titleId="manual-entries-title" title="Manual Entries">
        <Filters legend="Filter entries" list={list}>
          <TickerFilter label="Show ticker" />
          <ChoiceFilter name="status" label="Show status" options={optionsOf(['pending', 'approved'])} />
        </Filters>
        <details className="disclosure" key={String(isOpen)} open={isOpen}>
          <summary className="disclosure__summary line items-center gap-2 text-s semibold">
            {countOf(list.shown.length, 'routine entry', 'routine entries')}, {pending} pending
          </summary>
          <EntryList
            label="entries"
            entries={list.rowsOfPage}
            all={all}
            canDeleteAll
            empty={
              waiting ??
              (routine.length > 0
                ? 'No entry matches these filters.'
                : 'No entries yet. Collect funds to get their estimates.')
            }
          />
          {list.shown.length > shortPage && <Pager label="Entry pages" {...list} />}
        </details>
      </AdminSection>
    </>
  )
}
