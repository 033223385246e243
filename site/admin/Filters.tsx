import { type ComponentProps, createContext, type ReactNode, use } from 'react'
import { symbolFrom, symbolInput } from '../lib/symbol-from.ts'
import { Button } from '../ui/Button.tsx'
import { Field, type Options, Select } from '../ui/Field.tsx'
import { type FilterState, isQueryableDay } from './list-query.ts'

/** Attributes of inputs for days that the service accepts. */
export const dayInput = { type: 'date', min: '2020-01-01', max: '2099-12-31' } as const

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

const FilterContext = createContext<FilterState | null>(null)

/** The chosen value of a filter of the list, by its name. */
function useFilter(name: string) {
  const state = use(FilterContext)
  if (state === null) throw new Error('a filter needs Filters around it')
  const value = state.filters[name]
  return {
    value: String(value),
    onValue: (text: string) => state.choose({ [name]: typeof value === 'number' ? Number(text) : text })
  }
}

type FiltersProps = {
  /** For screen readers. */
  legend: string
  list: FilterState
  children: ReactNode
}

/** Fields that filter a list, each by the name of its filter, and a button that clears them. */
export function Filters({ legend, list, children }: FiltersProps) {
  return (
    <fieldset className="filters grid items-end gap-3 below-4">
      <legend className="visually-hidden">{legend}</legend>
      <FilterContext value={list}>{children}</FilterContext>
      <Button variant="quiet" aria-disabled={!list.isFiltered} onClick={list.clear}>
        Clear Filters
      </Button>
    </fieldset>
  )
}

export function TickerFilter({ label }: { label: string }) {
  const { value, onValue } = useFilter('ticker')
  return (
    <SymbolField
      label={label}
      placeholder="All"
      value={value}
      onChange={(event) => onValue(event.target.value)}
    />
  )
}

type FilterProps = { name: string; label: string }

/** `isSetting`: always has a value, such as an order. */
export function ChoiceFilter(props: FilterProps & { options: Options<string>; isSetting?: boolean }) {
  const { name, label, options, isSetting = false } = props
  return (
    <Select label={label} options={isSetting ? options : [['', 'All'], ...options]} {...useFilter(name)} />
  )
}

export function DayFilter({ name, label }: FilterProps) {
  const { value, onValue } = useFilter(name)
  const isInvalid = value !== '' && !isQueryableDay(value)
  return (
    <Field
      {...dayInput}
      label={label}
      value={value}
      error={isInvalid ? 'From 2020 to 2099' : undefined}
      onChange={(event) => onValue(event.target.value)}
    />
  )
}
