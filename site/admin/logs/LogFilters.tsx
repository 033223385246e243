import type { ActionDispatch } from 'react'
import { logPageSizes } from '../../../admin-api/contract/admin-log.ts'
import { logActions, logCategories, logLevels } from '../../../admin-api/contract/vocabulary.ts'
import { ChoiceFilter, Filters, TickerFilter } from '../Filters.tsx'
import {
  type LogFilters as FilterChoice,
  isFiltered,
  type LogQuery,
  type LogQueryAction
} from './log-query.ts'
import { readable } from './log-words.ts'

type LogFiltersProps = { query: LogQuery; ask: ActionDispatch<[LogQueryAction]> }

export function LogFilters({ query: { filters, limit }, ask }: LogFiltersProps) {
  const choose = (chosen: Partial<FilterChoice>) => ask({ type: 'filtered', filters: chosen })
  return (
    <Filters
      className="log-filters"
      legend="Which lines"
      isFiltered={isFiltered(filters)}
      onClear={() => ask({ type: 'cleared' })}
    >
      <ChoiceFilter
        label="Level"
        options={logLevels}
        nameOf={readable}
        chosen={filters.level}
        onChoose={(level) => choose({ level })}
      />
      <ChoiceFilter
        label="Category"
        options={logCategories}
        nameOf={readable}
        chosen={filters.category}
        onChoose={(category) => choose({ category })}
      />
      <ChoiceFilter
        label="Action"
        options={logActions}
        nameOf={readable}
        chosen={filters.action}
        onChoose={(action) => choose({ action })}
      />
      <TickerFilter
        label="Ticker in the log"
        ticker={filters.ticker}
        onChange={(ticker) => choose({ ticker })}
      />
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
    </Filters>
  )
}
