import type { ActionDispatch } from 'react'
import {
  logActions,
  logCategories,
  logLevels,
  logPageSizes
} from '../../../../admin-api/contract/admin-log.ts'
import { type LogFilters as Filters, isFiltered, type LogQuery, type LogQueryAction } from './log-query.ts'
import { readable } from './log-words.ts'

type LogFiltersProps = { query: LogQuery; ask: ActionDispatch<[LogQueryAction]> }

export function LogFilters({ query: { filters, limit }, ask }: LogFiltersProps) {
  const choose = (chosen: Partial<Filters>) => ask({ type: 'filtered', filters: chosen })
  return (
    <fieldset className="log-filters">
      <legend className="visually-hidden">Which lines</legend>
      <Choice
        label="Level"
        options={logLevels}
        chosen={filters.level}
        onChoose={(level) => choose({ level })}
      />
      <Choice
        label="Category"
        options={logCategories}
        chosen={filters.category}
        onChoose={(category) => choose({ category })}
      />
      <Choice
        label="Action"
        options={logActions}
        chosen={filters.action}
        onChoose={(action) => choose({ action })}
      />
      <label className="field">
        <span className="field__label">Ticker in the log</span>
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
        <span className="field__label">Lines a page</span>
        <select
          className="field__control"
          value={limit}
          onChange={(event) => {
            const size = logPageSizes.find((one) => String(one) === event.target.value)
            if (size !== undefined) ask({ type: 'sized', limit: size })
          }}
        >
          {logPageSizes.map((size) => (
            <option key={size}>{size}</option>
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

type ChoiceProps<Option extends string> = {
  label: string
  options: readonly Option[]
  chosen: Option | ''
  onChoose: (option: Option | '') => void
}

function Choice<Option extends string>({ label, options, chosen, onChoose }: ChoiceProps<Option>) {
  return (
    <label className="field">
      <span className="field__label">{label}</span>
      <select
        className="field__control"
        value={chosen}
        onChange={(event) => onChoose(options.find((option) => option === event.target.value) ?? '')}
      >
        <option value="">All</option>
        {options.map((option) => (
          <option key={option} value={option}>
            {readable(option)}
          </option>
        ))}
      </select>
    </label>
  )
}
