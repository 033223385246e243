import { columnFormat } from '../column-format.ts'
import type { FileFormat, FileRow } from '../file-reading.ts'
import type { RowEntry } from '../read-entries.ts'

/** Rows of the section without its first two cells, and the base currency of the account. */
const history = columnFormat({
  name: 'Interactive Brokers',
  headers: [['date', 'account', 'description', 'transaction type', 'symbol', 'quantity', 'net amount']],
  columns: {
    ...{ date: ['date'], action: ['transaction type'], symbol: ['symbol'], description: ['description'] },
    ...{ shares: ['quantity'], price: ['price'], fee: ['commission'], amount: ['gross amount'] },
    ...{ account: ['account'], currency: ['price currency'] }
  },
  days: 'ask',
  actions: {
    trade: 'buy, sell',
    cash: 'dividend, payment in lieu',
    withheld: 'foreign tax withholding, withholding tax',
    fee: 'other fee, sales tax',
    transfer: 'transfer',
    'by-hand': 'corporate action',
    // Adjustments concern currencies.
    skip: `commission adjustment, deposit, withdrawal, credit interest, debit interest,
      investment interest received, investment interest paid, forex trade component, adjustment,
      expired, assigned, exercise`
  },
  adjust: inDollars
})

/** Amounts are in the base currency; prices, in newer exports, in the fund's currency. */
function inDollars(entry: RowEntry, cellOf: (name: string) => string): RowEntry {
  const base = cellOf('base currency')
  const isOption = /^\w+ +\d{6}[CP]\d{8}$/.test(entry.symbol)
  // Bonds are named by coupon and maturity: 'T 4 5/8 02/28/26'.
  const isBond = /\d\d\/\d\d\/\d\d$/.test(entry.symbol)
  if (isOption || isBond) return { ...entry, action: isBond ? 'Bonds' : 'Options', meaning: 'skip' }
  const account = entry.account === '' ? '' : `IBKR ${entry.account}`
  const { shares, price, amount, fee } = entry
  if (entry.meaning !== 'trade' || entry.currency === '') return { ...entry, account, currency: base }
  const rate = base === 'USD' || !shares || !price || !amount ? 1 : Math.abs((shares * price) / amount)
  return { ...entry, account, amount: null, fee: Number((fee * rate).toFixed(6)) }
}

/** "Transaction History" as CSV: rows begin with their section, as in the activity statement. */
export const ibkrHistory: FileFormat = {
  name: history.name,
  recognizes: (rows) =>
    rows.some(({ cells: [section, kind] }) => section === sectionName && kind === 'Header'),
  read: (rows, options) => {
    const base = rows.find(
      ({ cells: [section, , name] }) => section === 'Summary' && name === 'Base Currency'
    )
    const table = rows.flatMap(({ line, cells: [section, kind, ...cells] }): FileRow[] => {
      if (section !== sectionName) return []
      return [{ line, cells: [...cells, kind === 'Header' ? 'Base currency' : (base?.cells[3] ?? 'USD')] }]
    })
    return history.read(table, options)
  }
}

const sectionName = 'Transaction History'
