import type { Comparison } from './compare-funds.ts'
import { measures } from './measures.ts'
import { stake } from './stake.ts'

/** The table as RFC 4180 wants it: a measure a row, its unit, and the figure of each fund; empty where there is none. */
export function figuresCsv({ funds, from, to }: Comparison): string {
  const rows = measures.map(({ name, unit, value }) => [
    name.replaceAll(/[$,]/g, ''),
    unit,
    ...funds.map((fund) => figure(value(fund), 4))
  ])
  return toCsv([
    ['measure', 'unit', ...funds.map(({ symbol }) => symbol)],
    ['from', 'day', ...funds.map(() => from)],
    ['to', 'day', ...funds.map(() => to)],
    ...rows
  ])
}

/** What the stake in each fund became, in dollars, a day a row; empty where a fund has no close that day. */
export function daysCsv({ funds }: Comparison): string {
  const grown = funds.map(
    ({ growth }) => new Map(growth.map(({ date, reinvested }) => [date, stake * reinvested]))
  )
  const days = [...new Set(grown.flatMap((of) => [...of.keys()]))].sort()
  return toCsv([
    ['date', ...funds.map(({ symbol }) => symbol)],
    ...days.map((day) => [day, ...grown.map((of) => figure(of.get(day) ?? null, 2))])
  ])
}

function figure(value: number | string | null, decimals: number): string {
  return typeof value === 'number' ? value.toFixed(decimals) : (value ?? '')
}

/** No cell needs quotes: names of measures, symbols, days and figures have neither comma nor quote. */
function toCsv(rows: readonly (readonly string[])[]): string {
  return rows.map((cells) => `${cells.join(',')}\r\n`).join('')
}
