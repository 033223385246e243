import type { ReactNode } from 'react'
import { symbolFrom, symbolInput } from '../lib/symbol-from.ts'

type FiltersProps = {
  className: string
  /** For screen readers: what is filtered. */
  legend: string
  isFiltered: boolean
  onClear: () => void
  children: ReactNode
}

export function Filters({ className, legend, isFiltered, onClear, children }: FiltersProps) {
  return (
    <fieldset className={className}>
      <legend className="visually-hidden">{legend}</legend>
      {children}
      <button type="button" className="button button--quiet" aria-disabled={!isFiltered} onClick={onClear}>
        Clear Filters
      </button>
    </fieldset>
  )
}

type TickerFilterProps = { label: string; ticker: string; onChange: (ticker: string) => void }

export function TickerFilter({ label, ticker, onChange }: TickerFilterProps) {
  return (
    <label className="field">
      <span className="field__label">{label}</span>
      <input
        {...symbolInput}
        className="field__control"
        placeholder="All"
        value={ticker}
        onChange={(event) => onChange(symbolFrom(event.target.value))}
      />
    </label>
  )
}

type ChoiceFilterProps<Option extends string> = {
  label: string
  options: readonly Option[]
  nameOf: (option: Option) => string
  /** Empty for all of them. */
  chosen: Option | ''
  onChoose: (option: Option | '') => void
}

export function ChoiceFilter<Option extends string>({
  label,
  options,
  nameOf,
  chosen,
  onChoose
}: ChoiceFilterProps<Option>) {
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
            {nameOf(option)}
          </option>
        ))}
      </select>
    </label>
  )
}
