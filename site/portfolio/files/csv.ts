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
/** Columns in which a broker's export tells purchases from sales, splits and payments. */
const actionColumns = [
  ...['action', 'activity', 'activity type', 'trans code', 'transaction', 'transaction type', 'type', 'side'],
  ...['buy/sell', 'order type']
]
/** Lines before the header in a broker's export: account, period, an empty line. */
const titleLines = 10

/**
 * Reads lots from lines with symbol, shares, date and price, separated by commas, semicolons or tabs. A header line
 * may change the order. Wrong lines are listed; lots already in the portfolio are skipped, once per such lot. A
 * broker's list of transactions is refused as a whole, because its sales and splits would count as purchases.
 */
export function parseLots(text: string, existing: readonly Lot[], rules: LotRules): ParsedLots {
  const rows = readCsv(text)
  const order = columnsOf(rows[0]?.cells ?? [])
  const left = Map.groupBy(existing, keyOf)
  const read: ParsedLots = { lots: [], known: 0, faults: [] }
  const transactions = rows.slice(0, titleLines).find(({ cells }) => actionOf(cells) !== undefined)
  if (transactions !== undefined) {
    const { line, cells } = transactions
    const reason = `This file lists transactions (column “${actionOf(cells)}”). Its sales and splits would be imported as purchases. Please keep only the purchases you still hold, in the columns symbol, shares, date and price.`
    return { ...read, faults: [{ line, text: cells.join(', ').slice(0, 80), reason }] }
  }
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

/** Name of the column that tells purchases from sales; undefined if the line isn't a header with one. */
function actionOf(cells: readonly string[]): string | undefined {
  const names = namesOf(cells)
  if (!names.includes('symbol')) return undefined
  return cells.find((cell) => actionColumns.includes(cell.trim().toLowerCase()))?.trim()
}

function namesOf(cells: readonly string[]): string[] {
  return cells.map((cell) => cell.trim().toLowerCase()).map((name) => otherNames[name] ?? name)
}

/** Columns named in the first line; null if it is a lot. */
function columnsOf(cells: readonly string[]): string[] | null {
  const names = namesOf(cells)
  return names.includes('symbol') && names.includes('shares') ? names : null
}
