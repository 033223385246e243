import type { ActionDispatch } from 'react'
import { frequencies } from '../../../admin-api/contract/vocabulary.ts'
import { ChoiceFilter, Filters, TickerFilter } from '../Filters.tsx'
import { frequencyNames } from './frequency-names.ts'
import {
  type HistoryFilters as FilterChoice,
  type HistoryQueryAction,
  type HistorySort,
  isAskableDay,
  isFiltered
} from './history-query.ts'

const sortNames: Record<HistorySort, string> = {
  '-payment_date': 'Newest payment first',
  payment_date: 'Oldest payment first',
  ticker: 'Ticker, A to Z',
  '-ticker': 'Ticker, Z to A',
  '-accuracy_score': 'Most accurate first',
  accuracy_score: 'Least accurate first'
}

type HistoryFiltersProps = { filters: FilterChoice; ask: ActionDispatch<[HistoryQueryAction]> }

export function HistoryFilters({ filters, ask }: HistoryFiltersProps) {
  const choose = (chosen: Partial<FilterChoice>) => ask({ type: 'filtered', filters: chosen })
  return (
    <Filters
      className="history-filters"
      legend="Which records"
      isFiltered={isFiltered(filters)}
      onClear={() => ask({ type: 'cleared' })}
    >
      <TickerFilter
        label="Filter by ticker"
        ticker={filters.ticker}
        onChange={(ticker) => choose({ ticker })}
      />
      <ChoiceFilter
        label="Filter by frequency"
        options={frequencies}
        nameOf={(frequency) => frequencyNames[frequency]}
        chosen={filters.frequency}
        onChoose={(frequency) => choose({ frequency })}
      />
      <DayField label="Paid from" day={filters.from} onDay={(from) => choose({ from })} />
      <DayField label="Paid to" day={filters.to} onDay={(to) => choose({ to })} />
      <label className="field">
        <span className="field__label">Sort by</span>
        <select
          className="field__control"
          value={filters.sort}
          onChange={(event) => choose({ sort: event.target.value as HistorySort })}
        >
          {Object.entries(sortNames).map(([sort, name]) => (
            <option key={sort} value={sort}>
              {name}
            </option>
          ))}
        </select>
      </label>
    </Filters>
  )
}

function DayField({ label, day, onDay }: { label: string; day: string; onDay: (day: string) => void }) {
  const isOff = day !== '' && !isAskableDay(day)
  return (
    <label className="field">
      <span className="field__label">{label}</span>
      <input
        className="field__control"
        type="date"
        min="2020-01-01"
        max="2099-12-31"
        value={day}
        aria-invalid={isOff}
        onChange={(event) => onDay(event.target.value)}
      />
      {isOff && <span className="field__error">From 2020 to 2099</span>}
    </label>
  )
}
