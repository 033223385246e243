import type { ActionDispatch } from 'react'
import { frequencies } from '../../../../admin-api/contract/wire.ts'
import { frequencyNames } from './frequency-names.ts'
import {
  type HistoryFilters as Filters,
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

type HistoryFiltersProps = { filters: Filters; ask: ActionDispatch<[HistoryQueryAction]> }

export function HistoryFilters({ filters, ask }: HistoryFiltersProps) {
  const choose = (chosen: Partial<Filters>) => ask({ type: 'filtered', filters: chosen })
  return (
    <fieldset className="history-filters">
      <legend className="visually-hidden">Which records</legend>
      <label className="field">
        <span className="field__label">Filter by ticker</span>
        <input
          className="field__control"
          value={filters.ticker}
          maxLength={5}
          placeholder="All"
          autoComplete="off"
          spellCheck={false}
          onChange={(event) =>
            choose({ ticker: event.target.value.replaceAll(/[^A-Za-z]/g, '').toUpperCase() })
          }
        />
      </label>
      <label className="field">
        <span className="field__label">Filter by frequency</span>
        <select
          className="field__control"
          value={filters.frequency}
          onChange={(event) =>
            choose({ frequency: frequencies.find((one) => one === event.target.value) ?? '' })
          }
        >
          <option value="">All</option>
          {frequencies.map((one) => (
            <option key={one} value={one}>
              {frequencyNames[one]}
            </option>
          ))}
        </select>
      </label>
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
      <button
        type="button"
        className="button button--quiet"
        aria-disabled={!isFiltered(filters)}
        onClick={() => ask({ type: 'cleared' })}
      >
        Clear Filters
      </button>
    </fieldset>
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
