import { readCsv, writeCsv } from '../../lib/csv.ts'
import { type LotRules, type NewLot, readLot } from '../lots/read-lot.ts'
import type { Lot } from '../positions/held-fund.ts'

/** `line` counts from 1, as in an editor. */
type LineFault = { line: number; text: string; reason: string }

export type ParsedLots = {
  lots: NewLot[]
  /** Number of lines whose lots are already in the portfolio. */
  known: number
  faults: LineFault[]
}

const columns = ['symbol', 'shares', 'date', 'price'] as const
/** Column names used by brokers. */
const otherNames: Record<string, (typeof columns)[number]> = {
  ticker: 'symbol',
  quantity: 'shares',
  qty: 'shares',
  'bought on': 'date',
  'trade date': 'date',
  'price paid': 'price'
}

/**
 * Reads lots from lines with symbol, shares, date and price, separated by commas, semicolons or tabs. A header line
 * may change the order. Wrong lines are listed; lots already in the portfolio are skipped, once per such lot.
 */
export function parseLots(text: string, existing: readonly Lot[], rules: LotRules): ParsedLots {
  const rows = readCsv(text)
  const order = columnsOf(rows[0]?.cells ?? [])
  const left = Map.groupBy(existing, keyOf)
  const read: ParsedLots = { lots: [], known: 0, faults: [] }
  for (const { line, cells } of order === null ? rows : rows.slice(1)) {
    const cellOf = (name: (typeof columns)[number]) =>
      cells[order === null ? columns.indexOf(name) : order.indexOf(name)] ?? ''
    const result = readLot(
      {
        symbol: cellOf('symbol'),
        shares: cellOf('shares'),
        boughtOn: cellOf('date'),
        price: cellOf('price')
      },
      rules
    )
    if (!result.ok) {
      const reason = Object.values(result.faults).join(' ')
      read.faults.push({ line, text: cells.join(', ').slice(0, 80), reason })
    } else if (left.get(keyOf(result.lot))?.pop() !== undefined) read.known += 1
    else read.lots.push(result.lot)
  }
  return read
}

export function formatLots(lots: readonly Lot[]): string {
  return writeCsv([
    columns,
    ...lots.map(({ symbol, shares, boughtOn, price }) => [symbol, shares, boughtOn, price])
  ])
}

function keyOf({ symbol, shares, boughtOn, price }: NewLot): string {
  return [symbol, shares, boughtOn, price].join(' ')
}

/** Columns named in the first line; null if it is a lot. */
function columnsOf(cells: readonly string[]): string[] | null {
  const names = cells.map((cell) => cell.trim().toLowerCase()).map((name) => otherNames[name] ?? name)
  return names.includes('symbol') && names.includes('shares') ? names : null
}
