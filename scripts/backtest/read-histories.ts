import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { marketVolatilityIndex, usesMarketVolatility } from '../../admin-api/estimator/estimator.ts'
import { traitsOf } from '../../admin-api/funds/families.db.ts'
import { addSessions } from '../../admin-api/market-days/market-calendar.ts'
import type { Close, FundHistory, Payment } from '../../admin-api/market-days/types.ts'
import { readFamilies } from '../../data/read-facts.ts'
import type { FundFact } from '../../data/schema.ts'

export type Histories = {
  funds: FundHistory[]
  /** Symbols in the files that aren't in data/funds.csv, ascending. */
  unknownSymbols: string[]
}

const data = join(import.meta.dirname, '..', '..', 'data')

/** Reads the funds' payments and closes from two CSV files. Rows may be in any order; the last row of a day counts. */
export function readHistories(
  funds: readonly FundFact[],
  dividendsFile = join(data, 'dividends.csv'),
  pricesFile = join(data, 'prices.csv')
): Histories {
  const payments = new Map<string, Map<string, Payment>>()
  const closes = new Map<string, Map<string, Close>>()
  for (const row of readRows(dividendsFile, ['symbol', 'ex_date'], ['amount_adjusted', 'amount'])) {
    const exDate = row.day('ex_date')
    const payDate = row.text('pay_date') || addSessions(exDate, 1)
    put(payments, row.text('symbol'), exDate, { exDate, payDate, amount: row.value })
  }
  for (const row of readRows(pricesFile, ['symbol', 'date'], ['close_adjusted', 'close'])) {
    if (row.value > 0)
      put(closes, row.text('symbol'), row.day('date'), { date: row.day('date'), close: row.value })
  }
  const marketVolatility = readRows(join(data, 'underlyings.csv'), ['symbol', 'date'], ['close']).flatMap(
    (row) => (row.text('symbol') === marketVolatilityIndex ? { date: row.day('date'), close: row.value } : [])
  )
  const traits = new Map(readFamilies().map((family) => [family.family, traitsOf(family)]))
  const fundSymbols = new Set(funds.map(({ symbol }) => symbol))
  const symbols = new Set([...payments.keys(), ...closes.keys()])
  return {
    funds: funds.map(
      ({ symbol, family }): FundHistory => ({
        symbol,
        family,
        traits: traits.get(family),
        payments: ascending(payments.get(symbol)),
        closes: ascending(closes.get(symbol)),
        ...(usesMarketVolatility(traits.get(family)) && { marketVolatility })
      })
    ),
    unknownSymbols: [...symbols].filter((symbol) => !fundSymbols.has(symbol)).sort()
  }
}

function put<Item>(lists: Map<string, Map<string, Item>>, symbol: string, day: string, item: Item): void {
  const list = lists.get(symbol) ?? new Map<string, Item>()
  lists.set(symbol, list.set(day, item))
}

function ascending<Item>(items: ReadonlyMap<string, Item> = new Map()): Item[] {
  return [...items].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, item]) => item)
}

type Row = { text: (column: string) => string; day: (column: string) => string; value: number }

/**
 * Reads the rows of a CSV file, which may have more columns than needed. `value` is the number in the first of
 * `valueColumns` that the file has; rows without it are skipped.
 * @throws Error with one sentence for a missing file or column, or a malformed field
 */
function readRows(file: string, needed: readonly string[], valueColumns: readonly string[]): Row[] {
  if (!existsSync(file)) throw new Error(`There is no file ${file}.`)
  const lines: string[][] = parse(readFileSync(file, 'utf8'), {
    bom: true,
    relax_column_count: true,
    skip_empty_lines: true,
    trim: true
  })
  const [head = [], ...records] = lines
  const missing = needed.filter((column) => !head.includes(column))
  const valueColumn = valueColumns.find((column) => head.includes(column))
  if (missing.length > 0 || valueColumn === undefined) {
    const lacking = [...missing, ...(valueColumn === undefined ? [valueColumns.join(' or ')] : [])]
    throw new Error(`${file} has no column ${lacking.join(', ')}; its columns are ${head.join(', ')}.`)
  }
  return records.flatMap((record, i) => {
    const text = (column: string): string => record[head.indexOf(column)] ?? ''
    const fail = (column: string, need: string): never => {
      throw new Error(`${file} row ${i + 1}: ${column} must be ${need}, got '${text(column)}'.`)
    }
    const day = (column: string): string =>
      /^\d{4}-\d{2}-\d{2}$/.test(text(column)) ? text(column) : fail(column, 'a day as YYYY-MM-DD')
    if (text(valueColumn) === '') return []
    const value = Number(text(valueColumn))
    return [{ text, day, value: value >= 0 ? value : fail(valueColumn, 'a number of 0 or more') }]
  })
}
