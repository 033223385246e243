import type { ReactNode } from 'react'
import { symbolFrom, symbolInput } from '../lib/symbol-from.ts'
import { Button } from '../ui/Button.tsx'
import { ChoiceField, dayInput, InputField, isQueryableDay } from './fields.tsx'
import type { FilterState } from './list-query.ts'

type FiltersProps = {
  className: string
  /** For screen readers. */
  legend: string
  state: Pick<FilterState<unknown>, 'isFiltered' | 'clear'>
  children: ReactNode
}

export function Filters({ className, legend, state: { isFiltered, clear }, children }: FiltersProps) {
  return (
    <fieldset className={className}>
      <legend className="visually-hidden">{legend}</legend>
      {children}
      <Button variant="quiet" aria-disabled={!isFiltered} onClick={clear}>
        Clear Filters
      </Button>
    </fieldset>
  )
}

type TickerFilterProps = { label: string; state: FilterState<{ ticker: string }> }

export function TickerFilter({ label, state: { filters, choose } }: TickerFilterProps) {
  return (
    <InputField
      {...symbolInput}
      label={label}
      placeholder="All"
      value={filters.ticker}
      onChange={(event) => choose({ ticker: symbolFrom(event.target.value) })}
    />
  )
}

type ChoiceFilterProps<Filters, Name extends keyof Filters> = {
  label: string
  name: Name
  state: FilterState<Filters>
  options: readonly Exclude<Filters[Name], ''>[]
  nameOf: (option: Exclude<Filters[Name], ''>) => string
}

export function ChoiceFilter<Filters, Name extends keyof Filters>({
  label,
  name,
  state: { filters, choose },
  options,
  nameOf
}: ChoiceFilterProps<Filters, Name>) {
  function chooseOption(text: string) {
    const chosen = { [name]: options.find((option) => option === text) ?? '' }
    choose(chosen as Partial<Filters>)
  }
  return (
    <ChoiceField
      label={label}
      options={options}
      nameOf={nameOf}
      value={String(filters[name])}
      onChange={(event) => chooseOption(event.target.value)}
    >
      <option value="">All</option>
    </ChoiceField>
  )
}

type DayFilterProps = { label: string; day: string; onChange: (day: string) => void }

export function DayFilter({ label, day, onChange }: DayFilterProps) {
  const isInvalid = day !== '' && !isQueryableDay(day)
  return (
    <InputField
      {...dayInput}
      label={label}
      value={day}
      aria-invalid={isInvalid}
      onChange={(event) => onChange(event.target.value)}
    >
      {isInvalid && <span className="field__error">From 2020 to 2099</span>}
    </InputField>
  )
}
