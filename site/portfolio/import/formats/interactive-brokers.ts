import { type ColumnFormat, columnFormat, readColumns } from '../column-format.ts'
import {
  cellCountFault,
  type FileBalance,
  type FileFormat,
  type FileReading,
  type FileRow,
  type ReadOptions
} from '../file-reading.ts'
import { childrenOf, plainCell, readFileNumber, textOf } from '../read-cells.ts'
import type { RowEntry } from '../row-entry.ts'
import { transactionHistory } from './ibkr-history.ts'

/** Columns of the common table; rows are complete, so empty ones at the end may be left out of the lists below. */
const header = 'date, action, symbol, description, shares, price, fee, amount, currency, tax, account'.split(
  ', '
)

/** Common table for the activity statement, Flex XML and Flex CSV. */
const table: ColumnFormat = {
  name: 'Interactive Brokers',
  headers: [header],
  columns: {
    date: ['date'],
    action: ['action'],
    symbol: ['symbol'],
    description: ['description'],
    shares: ['shares'],
    price: ['price'],
    fee: ['fee', 'tax'],
    amount: ['amount'],
    currency: ['currency'],
    account: ['account']
  },
  days: 'ask',
  actions: {
    trade: 'stocks, stk',
    cash: 'dividends, payment in lieu of dividends',
    withheld: 'withholding tax',
    fee: 'other fees, commission adjustments',
    split: 'split',
    transfer: 'transfer',
    'by-hand': 'corporate action',
    // Currency exchange, derivatives, bonds, interest and fees of the account.
    skip: `forex, cash, opt, fut, fop, bond, equity and index options, stock options, futures, bonds,
      interest, broker interest received, broker interest paid, bond interest received,
      deposits & withdrawals, deposits/withdrawals, bond interest paid, fees, advisor fees,
      price adjustments, bill, treasury bills, war, warrants, cfd, cfds, crypto, futures options,
      options on futures`
  },
  adjust: withSymbol
}

/** Dividends and corporate actions name the fund in their text: 'MSTY(US88634T4930) Cash Dividend ...'. */
function withSymbol(entry: RowEntry): RowEntry {
  const [, named] = /^([A-Z0-9.]+)\s?\([A-Z0-9]+\)/.exec(entry.description.toUpperCase()) ?? []
  const symbol = entry.symbol === '' ? (named ?? '') : entry.symbol
  const isSplit = entry.meaning === 'by-hand' && /\bsplit\b/i.test(entry.description)
  const isLieu = entry.meaning === 'by-hand' && /in lieu|fractional/i.test(entry.description)
  // Proceeds don't include the fee.
  const amount = entry.meaning === 'trade' ? null : entry.amount
  // Code R: bought with a dividend.
  const isReinvested =
    entry.meaning === 'trade' && (entry.shares ?? 0) > 0 && /(?:^|;)R(?:;|$)/.test(entry.description)
  // Code Ca: takes back a trade.
  const isReversal = entry.meaning === 'trade' && /(?:^|;)Ca(?:;|$)|\(ca\.\)/i.test(entry.description)
  const meaning = isLieu ? 'cash-in-lieu' : isSplit ? 'split' : isReinvested ? 'reinvest' : entry.meaning
  return {
    ...entry,
    symbol,
    amount,
    meaning: isReversal ? meaning : (shortMeaning(entry) ?? meaning),
    isReversal
  }
}

/** Codes O and C: a sale that opens a position is short, and a purchase that closes one covers it. */
function shortMeaning({ meaning, shares, description }: RowEntry): 'sell-short' | 'buy-to-cover' | null {
  const codes = description.split(';')
  if (meaning !== 'trade' || codes.includes('O') === codes.includes('C')) return null
  if ((shares ?? 0) < 0) return codes.includes('O') ? 'sell-short' : null
  return codes.includes('C') ? 'buy-to-cover' : null
}

/** Rows that repeat the executions or single payments. */
const sums = /^(?:ORDER|CLOSED_LOT|SYMBOL_SUMMARY|ASSET_SUMMARY|WASH_SALE|SUMMARY)$/

/** Columns of each section in the order of `header`; `=` begins a fixed text. */
const sections: Record<string, string> = {
  Trades: 'Date/Time, Asset Category, Symbol, Code, Quantity, T. Price, Comm/Fee, Proceeds, Currency',
  Dividends: 'Date, =Dividends, , Description, , , , Amount, Currency',
  'Payment In Lieu Of Dividends':
    'Date, =Payment In Lieu Of Dividends, , Description, , , , Amount, Currency',
  'Withholding Tax': 'Date, =Withholding Tax, , Description, , , , Amount, Currency',
  'Corporate Actions': 'Report Date, =Corporate action, , Description, Quantity, , , Proceeds, Currency',
  Transfers: 'Date, =Transfer, Symbol, , Qty, , , , Currency',
  'Deposits & Withdrawals': 'Settle Date, =Deposits & Withdrawals, , , , , , Amount, Currency',
  Interest: 'Date, =Interest, , , , , , Amount, Currency',
  Fees: 'Date, =Fees, , , , , , Amount, Currency',
  'Commission Adjustments': 'Date, =Commission Adjustments, , Description, , , , Amount, Currency'
}

/** Sections with days that repeat what others have, or explain it. */
const sectionsWithoutBookings =
  /^(?:Statement|Change in .*|Open .*|.* Accruals|Forex .*|.* Details|.* Fees|Stock Yield .*|Broker Interest .*|.* Performance Summary|Financial Instrument Information.*)$/

/** Activity statement as CSV: each row begins with its section and 'Header', 'Data', 'SubTotal' or 'Total'. */
const activityStatement: FileFormat = {
  name: table.name,
  recognizes: (rows) =>
    rows.some(({ cells: [section = '', kind = ''] }) => section in sections && kind === 'Header'),
  read: (rows, options) => {
    const account = rows.find(
      ({ cells: [section, kind, name] }) =>
        section === 'Account Information' && kind === 'Data' && name === 'Account'
    )?.cells
    const name = account?.[3] === undefined || account.length > 4 ? '' : `IBKR ${plainCell(account[3])}`
    const headers = new Map<string, string[]>()
    const otherSections = new Set<string>()
    const rowsOfTable: FileRow[] = [{ line: 0, cells: header }]
    const balances: FileBalance[] = []
    for (const row of rows) {
      const { cells } = row
      const [section = '', kind = ''] = cells
      if (kind === 'Header') headers.set(section, cells)
      const isOther = !Object.hasOwn(sections, section) && !sectionsWithoutBookings.test(section)
      if (isOther && kind === 'Data' && cells.some((cell) => /^\d{4}-\d\d-\d\d/.test(cell)))
        otherSections.add(section)
      // A row without its section or kind, or in the line of a header, would be ignored.
      const isTorn =
        section === 'Data' ||
        (kind === 'Header' && cells.includes('Data')) ||
        (section in sections && !/^(?:Header|Data|SubTotal|Total|Notes)$/.test(kind))
      if (isTorn) rowsOfTable.push({ ...row, fault: cellCountFault(cells, 0) })
      const names = headers.get(section) ?? []
      const cellOf = (column: string) => cells[names.indexOf(column)] ?? ''
      if (kind !== 'Data') continue
      if (section === 'Open Positions' && cellOf('DataDiscriminator') === 'Summary')
        balances.push(...toBalance(name, cellOf('Symbol'), cellOf('Quantity')))
      const columns = Object.hasOwn(sections, section) ? sections[section] : undefined
      const fault = row.fault ?? cellCountFault(cells, names.length)
      if (columns === undefined || (fault === undefined && !isBooked(section, cellOf))) continue
      rowsOfTable.push({ ...row, cells: fault === undefined ? toCells(columns, cellOf, name) : cells, fault })
    }
    const reading = readColumns(table, rowsOfTable, options)
    const notes = [...otherSections].map(
      (section) =>
        `The section “${section}” wasn’t read. If it has transactions, choose English as the language of the statement and export it again.`
    )
    return { ...reading, notes: [...reading.notes, ...notes], hasAccounts: name !== '', balances }
  }
}

/** Cells of the common table; of alternatives the first that isn't empty. */
function toCells(columns: string, cellOf: (name: string) => string, account: string): string[] {
  const cells = columns.split(', ').map((names) =>
    names
      .split('|')
      .map((name) => (name.startsWith('=') ? name.slice(1) : name === '' ? '' : cellOf(name)))
      .find((text) => text !== '')
  )
  return header.map((name, index) => (name === 'account' ? account : (cells[index] ?? '')))
}

/** Whether a row is a booking. Trades, lots and sums of an order have their own rows; sections end with totals. */
function isBooked(section: string, cellOf: (column: string) => string): boolean {
  if (section === 'Trades') return cellOf('DataDiscriminator') === 'Order'
  return !/total/i.test(cellOf('Currency')) && !/^total/i.test(cellOf('Asset Category'))
}

function toBalance(account: string, symbol: string, quantity: string): FileBalance[] {
  const shares = readFileNumber(quantity, 'point')
  const isKnown = shares !== null && !Number.isNaN(shares) && /^[A-Z0-9.]+$/.test(symbol)
  return isKnown ? [{ account: account === '' ? table.name : account, symbol, shares }] : []
}

/** Flex query as CSV, with the columns that the visitor chose. */
const flexTrades = columnFormat({
  ...table,
  headers: [
    ['buy/sell', 'tradedate', 'quantity', 'tradeprice', 'symbol'],
    ['buy/sell', 'tradedate', 'quantity', 'tradeprice', 'isin']
  ],
  columns: {
    date: ['tradedate'],
    action: ['assetclass'],
    symbol: ['symbol', 'isin'],
    description: ['description'],
    shares: ['quantity'],
    price: ['tradeprice'],
    fee: ['ibcommission'],
    amount: ['trademoney', 'proceeds'],
    currency: ['currencyprimary'],
    account: ['clientaccountid']
  },
  adjust: (entry, cellOf) => {
    if (sums.test(cellOf('levelofdetail'))) return null
    // Without an asset class column, only currency exchange has no ISIN.
    const isForex = entry.symbol === ''
    const named: RowEntry =
      entry.action === ''
        ? { ...entry, action: isForex ? 'Forex' : 'STK', meaning: isForex ? 'skip' : 'trade' }
        : entry
    return { ...named, amount: null, isReversal: /\(ca\.\)/i.test(cellOf('buy/sell')) }
  }
})

const flexCash = columnFormat({
  ...table,
  headers: [['type', 'settledate', 'description', 'amount', 'currencyprimary']],
  columns: {
    date: ['settledate'],
    action: ['type'],
    description: ['description'],
    amount: ['amount'],
    currency: ['currencyprimary'],
    account: ['clientaccountid']
  }
})

/** Elements of a Flex query as XML, in the order of `header`; `|` separates alternatives. */
const elements: Record<string, string> = {
  'Trades/Trade':
    'tradeDate|dateTime, assetCategory|=STK, symbol, codes, quantity, tradePrice, ibCommission, proceeds, currency, taxes',
  'TradeConfirms/TradeConfirm':
    'tradeDate|dateTime, assetCategory|=STK, symbol, codes, quantity, price|tradePrice, commission|ibCommission, proceeds, currency, tax',
  'CashTransactions/CashTransaction':
    'settleDate|dateTime, type, symbol, description, , , , amount, currency',
  'CorporateActions/CorporateAction':
    'reportDate, =Corporate action, symbol, actionDescription|description, quantity, , , proceeds, currency',
  'Transfers/Transfer': 'date, =Transfer, symbol, , quantity, , , , currency'
}

/** Flex query as XML, parsed into objects; attributes without a prefix. */
export function readFlexXml(root: unknown, options: ReadOptions): FileReading | null {
  const statements = childrenOf(root, 'FlexQueryResponse/FlexStatements/FlexStatement')
  if (statements.length === 0) return null
  const rows: FileRow[] = [{ line: 0, cells: header }]
  const balances = []
  for (const statement of statements) {
    const account = `IBKR ${textOf(statement, 'accountId')}`
    const hasTrades = childrenOf(statement, 'Trades/Trade').length > 0
    for (const [path, columns] of Object.entries(elements)) {
      // Confirmations repeat the trades.
      if (path.startsWith('TradeConfirms/') && hasTrades) continue
      for (const element of childrenOf(statement, path)) {
        if (sums.test(textOf(element, 'levelOfDetail'))) continue
        const codes = ['notes', 'code', 'buySell'].map((field) => textOf(element, field)).join(';')
        const cellOf = (field: string) => (field === 'codes' ? codes : textOf(element, field))
        rows.push({ line: rows.length, cells: toCells(columns, cellOf, account) })
      }
    }
    for (const position of childrenOf(statement, 'OpenPositions/OpenPosition')) {
      if (textOf(position, 'levelOfDetail') !== 'LOT')
        balances.push(...toBalance(account, textOf(position, 'symbol'), textOf(position, 'position')))
    }
  }
  return { ...readColumns({ ...table, countsEntries: true }, rows, options), hasAccounts: true, balances }
}

/** Files of Interactive Brokers besides Flex XML. */
export const interactiveBrokers: readonly FileFormat[] = [
  activityStatement,
  transactionHistory,
  flexTrades,
  flexCash
]
