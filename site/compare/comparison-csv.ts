import { writeCsv } from '../lib/csv.ts'
import { type Comparison, stake } from './compare-funds.ts'
import { measures } from './measures.ts'

/** The table as CSV: one row per measure with its unit and a figure per fund; empty if unknown. */
export function figuresCsv({ funds, from, to }: Comparison): string {
  const rows = measures.map(({ name, unit, value }) => [
    name.replaceAll(/[$,]/g, ''),
    unit,
    ...funds.map((fund) => figure(value(fund), 4))
  ])
  return writeCsv([
    ['measure', 'unit', ...funds.map(({ symbol }) => symbol)],
    ['from', 'day', ...funds.map(() => from)],
    ['to', 'day', ...funds.map(() => to)],
    ...rows
  ])
}

/** Growth of each fund in dollars, one row per day; empty on days without a close. */
export function daysCsv({ funds }: Comparison): string {
  const grown = funds.map(
    ({ growth }) => new Map(growth.map(({ date, reinvested }) => [date, stake * reinvested]))
  )
  const days = [...new Set(grown.flatMap((of) => [...of.keys()]))].sort()
  return writeCsv([
    ['date', ...funds.map(({ symbol }) => symbol)],
    ...days.map((day) => [day, ...grown.map((of) => figure(of.get(day) ?? null, 2))])
  ])
}

function figure(value: number | string | null, decimals: number): string {
  return typeof value === 'number' ? value.toFixed(decimals) : (value ?? '')
}
