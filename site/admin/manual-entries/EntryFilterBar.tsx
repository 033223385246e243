import { ChoiceFilter, Filters, TickerFilter } from '../Filters.tsx'
import { type EntryFilters, isFiltered, kindNames, noFilters, statusNames } from './entry-filters.ts'

type EntryFilterBarProps = { filters: EntryFilters; onChange: (filters: EntryFilters) => void }

export function EntryFilterBar({ filters, onChange }: EntryFilterBarProps) {
  return (
    <Filters
      className="entry-filters"
      legend="Which entries"
      isFiltered={isFiltered(filters)}
      onClear={() => onChange(noFilters)}
    >
      <TickerFilter
        label="Show ticker"
        ticker={filters.ticker}
        onChange={(ticker) => onChange({ ...filters, ticker })}
      />
      <ChoiceFilter
        label="Show kind"
        options={['estimate', 'payment']}
        nameOf={(kind) => kindNames[kind]}
        chosen={filters.kind}
        onChoose={(kind) => onChange({ ...filters, kind })}
      />
      <ChoiceFilter
        label="Show status"
        options={['pending', 'approved']}
        nameOf={(status) => statusNames[status]}
        chosen={filters.status}
        onChoose={(status) => onChange({ ...filters, status })}
      />
    </Filters>
  )
}
