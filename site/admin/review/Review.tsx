import type { ManualEntry } from '../../../admin-api/contract/manual-entries.ts'
import { AdminSection } from '../AdminSection.tsx'
import { ChoiceFilter, Filters, TickerFilter } from '../Filters.tsx'
import { useFilters } from '../list-query.ts'
import { EntryList } from './EntryList.tsx'
import { entryRules, filterEntries, isForReview, useEntries } from './entry-list.ts'
import './review.css'

const none: ManualEntry[] = []

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
      <AdminSection titleId="manual-entries-title" title="Manual Entries">
        <Filters
          className="entry-filters below-3 row items-end gap-y-2 gap-x-3"
          legend="Filter entries"
          state={filterState}
        >
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
        <EntryList
          label="entries"
          entries={shown}
          all={all}
          canDeleteAll
          empty={
            waiting ??
            (routine.length > 0
              ? 'No entry matches these filters.'
              : 'No entries yet. Collect funds to get their estimates.')
          }
        />
      </AdminSection>
    </>
  )
}
