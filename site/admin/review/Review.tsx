import type { ManualEntry } from '../../../admin-api/contract/manual-entries.ts'
import { countOf } from '../../../admin-api/numbers/format-numbers.ts'
import { Pager } from '../../ui/Pager.tsx'
import { AdminSection } from '../AdminSection.tsx'
import { ChoiceFilter, Filters, TickerFilter } from '../Filters.tsx'
import { countPages, useFilters } from '../list-query.ts'
import { EntryList } from './EntryList.tsx'
import { entryRules, filterEntries, isForReview, useEntries } from './entry-list.ts'
import { FundNotices } from './FundNotices.tsx'
import '../../ui/disclosure.css'

const none: ManualEntry[] = []
/** Rows per page; more routine entries are folded. */
const pageSize = 25

/** Quarantined payments, which need a decision, separate from routine estimates and approved entries. */
export function Review() {
  const query = useEntries()
  const filterState = useFilters(entryRules)
  const { value } = query
  const all = value?.entries ?? none
  const quarantined = all.filter(isForReview)
  const routine = all.filter((entry) => !isForReview(entry))
  const shown = filterEntries(routine, filterState.filters)
  const waiting = value === null ? 'Loading entries...' : null
  const { page, turn, isFiltered } = filterState
  const pending = routine.filter(({ status }) => status === 'pending').length
  return (
    <>
      <AdminSection titleId="quarantine-title" title="Quarantined Payments" query={query}>
        <EntryList
          label="quarantined payments"
          entries={quarantined}
          all={all}
          empty={waiting ?? 'No payment is quarantined.'}
        />
      </AdminSection>
      <FundNotices />
      <AdminSection titleId="manual-entries-title" title="Manual Entries">
        <Filters legend="Filter entries" state={filterState}>
          <TickerFilter label="Show ticker" state={filterState} />
          <ChoiceFilter
            label="Show status"
            options={[
              ['pending', 'Pending'],
              ['approved', 'Approved']
            ]}
            value={filterState.filters.status}
            onValue={(status) => filterState.choose({ status })}
          />
        </Filters>
        {/* A filter opens them; a few are shown at once. */}
        <details
          className="disclosure"
          key={String(routine.length <= pageSize || isFiltered)}
          open={routine.length <= pageSize || isFiltered}
        >
          <summary className="disclosure__summary line items-center gap-2 text-s semibold">
            {countOf(shown.length, 'routine entry', 'routine entries')}, {pending} pending
          </summary>
          <EntryList
            label="entries"
            entries={shown.slice((page - 1) * pageSize, page * pageSize)}
            all={all}
            canDeleteAll
            empty={
              waiting ??
              (routine.length > 0
                ? 'No entry matches these filters.'
                : 'No entries yet. Collect funds to get their estimates.')
            }
          />
          {shown.length > pageSize && (
            <Pager
              label="Entry pages"
              page={page}
              totalPages={countPages(shown.length, pageSize)}
              onPage={turn}
            />
          )}
        </details>
      </AdminSection>
    </>
  )
}
