import type { ComponentProps, ReactNode } from 'react'
import { symbolFrom, symbolInput } from '../lib/symbol-from.ts'
import { Button } from '../ui/Button.tsx'
import { Field, type Options, Select } from '../ui/Field.tsx'
import type { FilterState } from './list-query.ts'

/** Attributes of inputs for days that the service accepts. */
export const dayInput = { type: 'date', min: '2020-01-01', max: '2099-12-31' } as const

/** Rejects years like 0002, which a date field contains during typing. */
export function isQueryableDay(day: string): boolean {
  return /^20[2-9]\d-\d\d-\d\d$/.test(day)
}

/** A field that accepts letters only, in capitals. */
export function SymbolField(props: ComponentProps<typeof Field>) {
  return (
    <Field
      {...symbolInput}
      onInput={({ currentTarget }) => {
        currentTarget.value = symbolFrom(currentTarget.value)
      }}
      {...props}
    />
  )
}

type FiltersProps = {
  /** For screen readers. */
  legend: string
  state: Pick<FilterState<unknown>, 'isFiltered' | 'clear'>
  children: ReactNode
}

export function Filters({ legend, state: { isFiltered, clear }, children }: FiltersProps) {
  return (
    <fieldset className="filters grid items-end gap-3 below-4">
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
    <SymbolField
      label={label}
      placeholder="All"
      value={filters.ticker}
      onChange={(event) => choose({ ticker: symbolFrom(event.target.value) })}
    />
  )
}

type ChoiceFilterProps<Value extends string> = {
  label: string
  options: Options<Value>
  value: Value | ''
  onValue: (value: Value | '') => void
}

export function ChoiceFilter<Value extends string>({ options, ...filter }: ChoiceFilterProps<Value>) {
  return <Select<Value | ''> options={[['', 'All'], ...options]} {...filter} />
}

type DayFilterProps = { label: string; day: string; onChange: (day: string) => void }

export function DayFilter({ label, day, onChange }: DayFilterProps) {
  const isInvalid = day !== '' && !isQueryableDay(day)
  return (
    <Field
      {...dayInput}
      label={label}
      value={day}
      error={isInvalid ? 'From 2020 to 2099' : undefined}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
