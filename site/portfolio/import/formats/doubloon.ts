import { writeCsv } from '../../../lib/csv.ts'
import { type AnyFields, type Transaction, transactionTypes } from '../../ledger/transaction.ts'
import { columnFormat } from '../column-format.ts'
import type { FileFormat, FileRow } from '../file-reading.ts'
import { readFileDay, readFileNumber } from '../read-cells.ts'
import type { RowEntry } from '../row-entry.ts'
import type { ColumnNames } from '../row-reader.ts'

const writtenColumns = ['type', 'account', 'symbol', 'date', 'shares', 'price', 'fee', 'amount'] as const
/** `lots`: purchases that a sale is taken from, as 'ID:SHARES ID:SHARES'. `source`: the booking before an edit. */
const ownColumns = ['id', 'lots', 'bought_on', 'source'] as const

const columns = {
  date: ['date', 'trade date', 'bought on'],
  action: ['type'],
  symbol: ['symbol', 'ticker'],
  shares: ['shares', 'quantity', 'qty'],
  price: ['price', 'price paid'],
  fee: ['fee'],
  amount: ['amount'],
  account: ['account']
} satisfies ColumnNames

/** Our own CSV. A list of purchases needs only symbol, shares, date, in any order, or in this one without a header. */
const named = columnFormat({
  name: 'Doubloon',
  // The first row, once it is recognized.
  headers: [[]],
  columns,
  days: 'ask',
  // A list of purchases needs no action.
  actions: { ...Object.fromEntries(transactionTypes.map((type) => [type, type])), buy: 'buy,' },
  adjust: (entry, cellOf) => {
    // Deductions are positive in our own file, negative in those of brokers.
    const isDeduction = entry.meaning === 'withheld' || entry.meaning === 'fee'
    const amount = isDeduction && entry.amount !== null ? -entry.amount : entry.amount
    return { ...entry, amount, own: readOwn(cellOf) }
  }
})

function readOwn(cellOf: (name: string) => string): NonNullable<RowEntry['own']> {
  const lots = [...cellOf('lots').matchAll(/(\S+):([\d.]+)(?=\s|$)/g)]
    .map(([, id = '', shares]) => ({ id, shares: Number(shares) }))
    .filter(({ shares }) => shares > 0)
  const boughtOn = readFileDay(cellOf('bought_on'), 'month-first')
  const [fileId, source] = [cellOf('id').slice(0, 200), cellOf('source').slice(0, 500)]
  return {
    ...(fileId !== '' && { fileId }),
    ...(lots.length > 0 && { lots }),
    ...(boughtOn !== null && { boughtOn }),
    ...(source !== '' && { source })
  }
}

export const doubloon: FileFormat = {
  name: 'Doubloon',
  recognizes: ([first]) => first !== undefined && (isOwnHeader(first) || isLot(first)),
  read: (rows, options) => {
    const [first] = rows as [FileRow]
    const header = { line: 0, cells: ['symbol', 'shares', 'date', 'price'].slice(0, first.cells.length) }
    const reading = named.read(isOwnHeader(first) ? rows : [header, ...rows], options)
    // Transactions without an account join those entered by hand.
    const isNamed = reading.hasAccounts
    const transactions = reading.transactions.map((one) =>
      !isNamed || one.account === named.name ? { ...one, account: '' } : one
    )
    return { ...reading, transactions, hasAccounts: true }
  }
}

/** Whether we know every column: another one could say that a row is no purchase. */
function isOwnHeader({ cells }: FileRow): boolean {
  const names = cells.map((cell) => cell.toLowerCase()).filter((name) => name !== '')
  const known: readonly string[] = [...Object.values(columns).flat(), ...ownColumns]
  const needed: readonly (readonly string[])[] = [columns.symbol, columns.shares, columns.date]
  return (
    names.every((name) => known.includes(name)) &&
    needed.every((ours) => ours.some((name) => names.includes(name)))
  )
}

function isLot({ cells }: FileRow): boolean {
  const [symbol = '', shares = '', date = ''] = cells
  const isNumber = (['point', 'comma'] as const).some(
    (decimals) => (readFileNumber(shares, decimals) ?? 0) > 0
  )
  const isDay = (['month-first', 'day-first'] as const).some((order) => readFileDay(date, order) !== null)
  return cells.length <= 4 && /^[a-z]{1,5}$/i.test(symbol) && isNumber && isDay
}

/** Every transaction in our own columns. Text that a spreadsheet would run as a formula gets an apostrophe. */
export function formatTransactions(transactions: readonly Transaction[]): string {
  const guard = (text: string) => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text)
  return writeCsv([
    [...writtenColumns, ...ownColumns],
    ...transactions.map((transaction) => {
      const { type, account, symbol, date, source = '', lots = [], boughtOn = '' }: AnyFields = transaction
      const { shares, price, fee, amount }: AnyFields = transaction
      const picked = lots.map((lot) => `${lot.id}:${lot.shares}`).join(' ')
      return [
        ...[type, guard(account), symbol, date],
        ...[shares ?? null, price ?? null, fee || null, amount ?? null],
        ...[guard(transaction.id), guard(picked), boughtOn, guard(source)]
      ]
    })
  ])
}
