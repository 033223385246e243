import type { Lot } from '../positions/held-fund.ts'
import { type LotRules, type NewLot, readLot } from '../lots/read-lot.ts'

/** `line` counts from 1, as an editor shows it. */
type LineFault = { line: number; text: string; reason: string }

export type ReadCsv = {
  lots: NewLot[]
  /** How many lines say what is in the fleet already. */
  known: number
  faults: LineFault[]
}

const columns = ['symbol', 'shares', 'date', 'price'] as const
/** What programs of brokers call them. */
const otherNames: Record<string, (typeof columns)[number]> = {
  ticker: 'symbol',
  quantity: 'shares',
  qty: 'shares',
  'bought on': 'date',
  'trade date': 'date',
  'price paid': 'price'
}

/**
 * Lots in lines of symbol, shares, date and price, separated by commas, semicolons or tabs. A first line with names
 * of columns says their order. Each wrong line is named; a line that is in the fleet already is left out, once for each
 * such lot there is.
 */
export function readCsv(text: string, existing: readonly Lot[], rules: LotRules): ReadCsv {
  const rows = splitRows(text)
  const order = columnsOf(rows[0]?.cells ?? [])
  const left = Map.groupBy(existing, keyOf)
  const read: ReadCsv = { lots: [], known: 0, faults: [] }
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

export function writeCsv(lots: readonly Lot[]): string {
  const lines = lots.map(({ symbol, shares, boughtOn, price }) =>
    [symbol, shares, boughtOn, price ?? ''].join(',')
  )
  return `${[columns.join(','), ...lines].join('\r\n')}\r\n`
}

function keyOf({ symbol, shares, boughtOn, price }: NewLot): string {
  return [symbol, shares, boughtOn, price].join(' ')
}

/** What each column of the first line holds; null where that is a lot. */
function columnsOf(cells: readonly string[]): string[] | null {
  const names = cells.map((cell) => cell.trim().toLowerCase()).map((name) => otherNames[name] ?? name)
  return names.includes('symbol') && names.includes('shares') ? names : null
}

/** Empty lines count, and are left out. A cell in quotes may hold the separator; '""' in it is a quote. */
function splitRows(text: string): { line: number; cells: string[] }[] {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/)
  const first = lines.find((line) => line.trim() !== '') ?? ''
  const separator = ['\t', ';', ','].find((mark) => first.includes(mark)) ?? ','
  return lines.flatMap((each, place) =>
    each.trim() === '' ? [] : [{ line: place + 1, cells: splitCells(each, separator) }]
  )
}

function splitCells(line: string, separator: string): string[] {
  const cells = ['']
  let isQuoted = false
  for (const mark of line.replaceAll('""', '\u0000')) {
    if (mark === '"') isQuoted = !isQuoted
    else if (mark === separator && !isQuoted) cells.push('')
    else cells[cells.length - 1] += mark
  }
  // Two quotes that stood alone were an empty cell.
  return cells.map((cell) => (cell === '\u0000' ? '' : cell.replaceAll('\u0000', '"')).trim())
}
