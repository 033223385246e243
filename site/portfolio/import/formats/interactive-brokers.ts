import { type ColumnFormat, columnFormat, readColumns } from '../column-format.ts'
import { cellCountFault, type FileBalance, type FileFormat, type FileRow } from '../file-reading.ts'
import { plainCell, readFileNumber } from '../read-cells.ts'
import type { RowEntry } from '../read-entries.ts'

/** Common table for the activity statement, Flex XML and Flex CSV. */
export const ibkrTable: ColumnFormat = {
  name: 'Interactive Brokers',
  headers: [
    ['date', 'action', 'symbol', 'description', 'shares', 'price', 'fee', 'amount', 'currency', 'account']
  ],
  columns: {
    ...{ date: ['date'], action: ['action'], symbol: ['symbol'], description: ['description'] },
    ...{ shares: ['shares'], price: ['price'], fee: ['fee'], amount: ['amount'] },
    ...{ currency: ['currency'], account: ['account'] }
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
  const isReversal = entry.meaning === 'trade' && /(?:^|;)Ca(?:;|$)/.test(entry.description)
  const meaning = isLieu ? 'cash-in-lieu' : isSplit ? 'split' : isReinvested ? 'reinvest' : entry.meaning
  return { ...entry, symbol, amount, meaning, isReversal }
}

/** Whether a row is an execution; orders and lots repeat the executions. */
export function isExecution(levelOfDetail: string): boolean {
  return !/^(?:ORDER|CLOSED_LOT|SYMBOL_SUMMARY|ASSET_SUMMARY|WASH_SALE)$/.test(levelOfDetail)
}

export const ibkrHeader = ibkrTable.headers[0] as string[]

/** Columns of each section in the order of `ibkrHeader`; `=` begins a fixed text. */
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

/** Activity statement as CSV: each row begins with its section and 'Header', 'Data', 'SubTotal' or 'Total'. */
export const ibkrStatement: FileFormat = {
  name: ibkrTable.name,
  recognizes: (rows) =>
    rows.some(({ cells: [section = '', kind = ''] }) => section in sections && kind === 'Header'),
  read: (rows, options) => {
    const account = rows.find(
      ({ cells: [section, kind, name] }) =>
        section === 'Account Information' && kind === 'Data' && name === 'Account'
    )?.cells[3]
    const name = account === undefined ? '' : `IBKR ${plainCell(account)}`
    const headers = new Map<string, string[]>()
    const table: FileRow[] = [{ line: 0, cells: ibkrHeader }]
    const balances: FileBalance[] = []
    for (const { line, cells } of rows) {
      const [section = '', kind = ''] = cells
      if (kind === 'Header') headers.set(section, cells)
      const header = headers.get(section) ?? []
      const cellOf = (column: string) =>
        column.startsWith('=') ? column.slice(1) : (cells[header.indexOf(column)] ?? '')
      if (kind !== 'Data') continue
      if (section === 'Open Positions' && cellOf('DataDiscriminator') === 'Summary')
        balances.push(...toBalance(name, cellOf('Symbol'), cellOf('Quantity')))
      const columns = Object.hasOwn(sections, section) ? sections[section]?.split(', ') : undefined
      if (columns === undefined || !isBooked(section, cellOf)) continue
      const read = columns.map((column) => (column === '' ? '' : cellOf(column)))
      table.push({ line, cells: [...read, name], fault: cellCountFault(cells, header) })
    }
    return { ...readColumns(ibkrTable, table, options), hasAccounts: name !== '', balances }
  }
}

/** Whether a row is a booking. Trades, lots and sums of an order have their own rows; sections end with totals. */
function isBooked(section: string, cellOf: (column: string) => string): boolean {
  if (section === 'Trades') return cellOf('DataDiscriminator') === 'Order'
  return !/total/i.test(cellOf('Currency')) && !/^total/i.test(cellOf('Asset Category'))
}

export function toBalance(account: string, symbol: string, quantity: string): FileBalance[] {
  const shares = readFileNumber(quantity, 'point')
  const isKnown = shares !== null && !Number.isNaN(shares) && /^[A-Z0-9.]+$/.test(symbol)
  return isKnown ? [{ account: account === '' ? ibkrTable.name : account, symbol, shares }] : []
}

/** Flex query as CSV, with the columns that the visitor chose. */
export const ibkrFlexTrades = columnFormat({
  ...ibkrTable,
  headers: [
    ['buy/sell', 'tradedate', 'quantity', 'tradeprice', 'symbol'],
    ['buy/sell', 'tradedate', 'quantity', 'tradeprice', 'isin']
  ],
  columns: {
    ...{
      date: ['tradedate'],
      action: ['assetclass'],
      symbol: ['symbol', 'isin'],
      description: ['description']
    },
    ...{
      shares: ['quantity'],
      price: ['tradeprice'],
      fee: ['ibcommission'],
      amount: ['trademoney', 'proceeds']
    },
    ...{ currency: ['currencyprimary'], account: ['clientaccountid'] }
  },
  adjust: (entry, cellOf) => {
    if (!isExecution(cellOf('levelofdetail'))) return null
    // Without an asset class column, only currency exchange has no ISIN.
    const isForex = entry.symbol === ''
    const named: RowEntry =
      entry.action === ''
        ? { ...entry, action: isForex ? 'Forex' : 'STK', meaning: isForex ? 'skip' : 'trade' }
        : entry
    return { ...named, amount: null, isReversal: /\(ca\.\)/i.test(cellOf('buy/sell')) }
  }
})

export const ibkrFlexCash = columnFormat({
  ...ibkrTable,
  headers: [['type', 'settledate', 'description', 'amount', 'currencyprimary']],
  columns: {
    ...{ date: ['settledate'], action: ['type'], description: ['description'], amount: ['amount'] },
    ...{ currency: ['currencyprimary'], account: ['clientaccountid'] }
  }
})
