import { highestAmount, highestPrice, maxShares } from '../ledger/check-transaction.ts'
import type { NewTransaction, Trade, TransactionType } from '../ledger/transaction.ts'
import {
  type FileBalance,
  type FileFormat,
  type FileReading,
  type FileRow,
  type FileTransaction,
  type RowProblem,
  rowText
} from './file-reading.ts'
import { hasDecimalCommas, plainCell, readFileDay, readFileNumber } from './read-cells.ts'

const textColumns = ['date', 'action', 'symbol', 'description', 'account', 'currency'] as const
const figureColumns = ['shares', 'price', 'fee', 'amount', 'withheld'] as const
type Column = (typeof textColumns)[number] | (typeof figureColumns)[number]

/**
 * Meaning of an action. `trade` and `transfer` go by the sign of the shares. `drip`: a payment and the shares bought
 * with it in one row. `skip`: understood, changes neither shares nor payments. `by-hand`: changes shares in a way that
 * can't be imported.
 */
type Meaning = TransactionType | 'trade' | 'transfer' | 'drip' | 'skip' | 'by-hand'

/** One row after its cells were read; figures are null where the cell is empty. */
export type RowEntry = {
  action: string
  meaning: Meaning | undefined
  date: string | null
  symbol: string
  description: string
  shares: number | null
  price: number | null
  fee: number
  amount: number | null
  /** Tax withheld from the payment of this row. */
  withheld: number | null
  account: string
  currency: string
  /** Details of a trade that only our own export has. */
  own?: Pick<Trade, 'lots' | 'boughtOn' | 'source'> & Pick<FileTransaction, 'fileId'>
}

/** A table with a header row. Names of columns and actions in lower case; `docs/broker-files.md` explains each field. */
export type ColumnFormat = {
  name: string
  /** Column names that together occur in no other format; several lists for several versions of the export. */
  headers: readonly (readonly string[])[]
  /** Names that a column had in any version. All `fee` columns are added up. */
  columns: Partial<Record<Column, readonly string[]>>
  days: 'month-first' | 'day-first'
  /** Only for formats whose decimals depend on the language of the program. */
  decimals?: 'either'
  /** Every action name by its meaning, separated by commas. */
  actions: Partial<Record<Meaning, string>>
  /** For actions that begin or end with the name of a fund; tried in order after `actions`. */
  patterns?: readonly (readonly [RegExp, Meaning])[]
  /** Adds or corrects what the columns don't say; null drops the row. */
  adjust?: (entry: RowEntry, cellOf: (name: string) => string) => RowEntry | null
  /** Name of the account from the rows above the header. */
  accountIn?: (titles: readonly FileRow[]) => string | undefined
  /** Shares held, from a table of positions in the same file. */
  balancesIn?: (rows: readonly FileRow[]) => FileBalance[]
}

/** Rows above the header: title, account, period, positions. */
const titleRows = 400

export function columnFormat(format: ColumnFormat): FileFormat {
  return {
    name: format.name,
    recognizes: (rows) => findHeader(format, rows) >= 0,
    read: (rows) => readColumns(format, rows)
  }
}

function namesOf({ cells }: FileRow): string[] {
  return cells.map((cell) => plainCell(cell).toLowerCase().replace(/\s+/g, ' '))
}

function findHeader({ headers }: ColumnFormat, rows: readonly FileRow[]): number {
  return rows.slice(0, titleRows).findIndex((row) => {
    const names = new Set(namesOf(row))
    return headers.some((needed) => needed.every((name) => names.has(name)))
  })
}

/** Transactions, skipped actions and problems of the rows below the header. */
export function readColumns(format: ColumnFormat, rows: readonly FileRow[]): FileReading {
  const start = findHeader(format, rows)
  const header = rows[start]
  const names = header === undefined ? [] : namesOf(header)
  const body = rows
    .slice(start + 1)
    .filter(({ cells }) => cells.filter((cell) => cell.trim() !== '').length > 1)
  const titleAccount = format.accountIn?.(rows.slice(0, start))
  const reader = rowReader(format, names, body)
  const reading = {
    format: format.name,
    hasAccounts:
      titleAccount !== undefined || (format.columns.account ?? []).some((name) => names.includes(name)),
    transactions: [] as FileTransaction[],
    skipped: new Map<string, number>(),
    problems: [] as RowProblem[],
    balances: format.balancesIn?.(rows.slice(0, start)) ?? []
  }
  const entries = body.flatMap((row) => {
    const entry = reader(row)
    return entry === null ? [] : [{ row, entry }]
  })
  nameSplitRows(entries.map(({ entry }) => entry))
  for (const { row, entry } of entries) {
    const account = entry.account === '' ? (titleAccount ?? format.name) : entry.account
    const result = toTransaction({ ...entry, account }, format.name)
    if ('reason' in result)
      reading.problems.push({ line: row.line, text: rowText(row.cells), reason: result.reason })
    else if ('skipped' in result)
      reading.skipped.set(result.skipped, (reading.skipped.get(result.skipped) ?? 0) + 1)
    else reading.transactions.push(...result.transactions)
  }
  return reading
}

/** null for footers: rows without a day and without a known action. */
function rowReader(format: ColumnFormat, names: readonly string[], body: readonly FileRow[]) {
  const placesOf = (column: Column) =>
    (format.columns[column] ?? []).map((name) => names.indexOf(name)).filter((index) => index >= 0)
  const places = new Map([...textColumns, ...figureColumns].map((column) => [column, placesOf(column)]))
  const figures = figureColumns.flatMap((column) => places.get(column) ?? [])
  const hasCommas =
    format.decimals === 'either' &&
    hasDecimalCommas(body.slice(0, 200).flatMap(({ cells }) => figures.map((index) => cells[index] ?? '')))
  const decimals = hasCommas ? 'comma' : 'point'
  const meanings = new Map(
    Object.entries(format.actions).flatMap(([meaning, list]) =>
      list.split(/,\s*/).map((name) => [name, meaning as Meaning])
    )
  )
  return ({ cells }: FileRow): RowEntry | null => {
    const cellOf = (name: string) => plainCell(cells[names.indexOf(name)] ?? '')
    const textOf = (column: Column) =>
      // A dash is an empty cell.
      (places.get(column) ?? [])
        .map((index) => plainCell(cells[index] ?? ''))
        .find((text) => !/^-*$/.test(text)) ?? ''
    const numberOf = (column: Column) => readFileNumber(textOf(column), decimals)
    const action = textOf('action').replace(/\s+/g, ' ')
    const date = readFileDay(textOf('date'), format.days)
    const name = action.trim().toLowerCase()
    const meaning = meanings.get(name) ?? format.patterns?.find(([pattern]) => pattern.test(name))?.[1]
    if (date === null && meaning === undefined) return null
    const fees = (places.get('fee') ?? []).map((index) => readFileNumber(cells[index] ?? '', decimals) ?? 0)
    const entry: RowEntry = {
      ...{ action, meaning, date },
      symbol: textOf('symbol').toUpperCase(),
      description: textOf('description').replace(/\s+/g, ' '),
      ...{ shares: numberOf('shares'), price: numberOf('price'), amount: numberOf('amount') },
      withheld: numberOf('withheld'),
      fee: Math.abs(fees.reduce((sum, fee) => sum + fee, 0)),
      account: textOf('account').replaceAll('"', '').slice(0, 60),
      currency: textOf('currency').toUpperCase()
    }
    return format.adjust === undefined ? entry : format.adjust(entry, cellOf)
  }
}

/** Brokers book a reverse split out of the old CUSIP and into the symbol: both rows belong to the symbol. */
function nameSplitRows(entries: readonly RowEntry[]): void {
  const splits = entries.filter(({ meaning }) => meaning === 'split')
  for (const row of splits.filter(({ symbol }) => isCusip(symbol))) {
    const other = splits.find(
      ({ symbol, date, account, shares }) =>
        !isCusip(symbol) &&
        date === row.date &&
        account === row.account &&
        (shares ?? 0) * (row.shares ?? 0) < 0
    )
    if (other !== undefined) row.symbol = other.symbol
  }
}

export function isCusip(symbol: string): boolean {
  return /^[0-9][0-9A-Z]{8}$/.test(symbol)
}

type RowResult = { transactions: FileTransaction[] } | { skipped: string } | { reason: string }

function toTransaction(entry: RowEntry, format: string): RowResult {
  const { action, meaning, date, symbol, shares, price, fee, amount, account } = entry
  const named = action === '' ? 'A row without an action' : `“${action.slice(0, 40)}”`
  if (meaning === undefined) return { reason: `${named} isn’t an action we know from ${format}.` }
  if (meaning === 'skip') return { skipped: action }
  const isWithoutShares = shares === null || shares === 0
  if (meaning === 'by-hand')
    return isWithoutShares && (amount ?? 0) === 0
      ? { skipped: action }
      : { reason: `${named} can’t be imported. Add the change in your shares by hand.` }
  if (entry.currency !== '' && !/^[A-Z]{3}$/.test(entry.currency))
    return { reason: 'The columns of this row don’t match those of the file.' }
  if (entry.currency !== '' && entry.currency !== 'USD') return { skipped: `${action} in ${entry.currency}` }
  if (date === null) return { reason: 'The date can’t be read.' }
  if ([shares, price, fee, amount].some(Number.isNaN)) return { reason: 'A number can’t be read.' }
  const isOutside =
    Math.abs(shares ?? 0) > maxShares || (price ?? 0) > highestPrice || Math.abs(amount ?? 0) > highestAmount
  if (isOutside) return { reason: 'A number is too large.' }
  if (meaning === 'transfer' && isWithoutShares) return { skipped: action }
  if (meaning === 'reinvest' && shares === 0) return { skipped: action }
  // Fees of the account, tax on interest.
  if (symbol === '' && (meaning === 'fee' || meaning === 'withheld')) return { skipped: action }
  if (!/^[A-Z0-9][A-Z0-9.\-/ ]{0,23}$/.test(symbol))
    return { reason: symbol === '' ? 'The row has no symbol.' : 'The symbol can’t be read.' }
  const booking = { account, symbol, date }
  if (meaning === 'cash' || meaning === 'cash-in-lieu' || meaning === 'withheld' || meaning === 'fee') {
    if (amount === null || amount === 0)
      return amount === 0 ? { skipped: action } : { reason: 'The row has no amount.' }
    const isDeduction = meaning === 'withheld' || meaning === 'fee'
    const booked: NewTransaction = { ...booking, type: meaning, amount: isDeduction ? -amount : amount }
    const tax = meaning === 'cash' ? Math.abs(entry.withheld ?? 0) : 0
    return { transactions: tax > 0 ? [booked, { ...booking, type: 'withheld', amount: tax }] : [booked] }
  }
  if (isWithoutShares) return { reason: 'The row has no number of shares.' }
  if (meaning === 'split' || meaning === 'correction')
    return { transactions: [{ ...booking, type: meaning, shares }] }
  const payment: NewTransaction[] =
    meaning === 'drip' && amount !== null ? [{ ...booking, type: 'cash', amount: Math.abs(amount) }] : []
  const type = typeOfTrade(meaning, shares)
  const isTransfer = type === 'transfer-in' || type === 'transfer-out'
  const count = Math.abs(shares)
  return {
    transactions: [
      ...payment,
      {
        ...{ ...booking, type, shares: count },
        price: isTransfer
          ? type === 'transfer-in'
            ? price
            : null
          : exactPrice(type, count, price, fee, amount),
        fee: isTransfer ? 0 : fee,
        ...entry.own
      }
    ]
  }
}

function typeOfTrade(meaning: Meaning, shares: number) {
  if (meaning === 'trade') return shares > 0 ? 'buy' : 'sell'
  if (meaning === 'transfer') return shares > 0 ? 'transfer-in' : 'transfer-out'
  if (meaning === 'drip') return 'reinvest'
  return meaning as 'buy' | 'sell' | 'reinvest' | 'transfer-in' | 'transfer-out'
}

/** Dollars per share from the amount that was charged, because brokers round the price they show. */
function exactPrice(
  type: string,
  shares: number,
  price: number | null,
  fee: number,
  amount: number | null
): number | null {
  if (amount === null || amount === 0) return price
  const gross = Math.abs(amount) + (type === 'sell' ? fee : -fee)
  const exact = Number((gross / shares).toPrecision(12))
  // An amount that doesn't match the price is in another currency or belongs to another row.
  return price === null || price === 0 || Math.abs(exact - price) <= 0.01 * price + 0.02 / shares
    ? exact
    : price
}
