import { columnFormat } from '../column-format.ts'
import { cellCountFault, type FileFormat, type FileRow } from '../file-reading.ts'
import type { RowEntry } from '../row-entry.ts'

/** Rows of the section without its first two cells, and the base currency of the account. */
const history = columnFormat({
  name: 'Interactive Brokers',
  headers: [['date', 'account', 'description', 'transaction type', 'symbol', 'quantity', 'net amount']],
  columns: {
    date: ['date'],
    action: ['transaction type'],
    symbol: ['symbol'],
    description: ['description'],
    shares: ['quantity'],
    price: ['price'],
    fee: ['commission'],
    amount: ['gross amount'],
    account: ['account'],
    currency: ['price currency']
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

const historySection = 'Transaction History'

/** "Transaction History" as CSV: rows begin with their section, as in the activity statement. */
export const transactionHistory: FileFormat = {
  name: history.name,
  recognizes: (rows) =>
    rows.some(({ cells: [section, kind] }) => section === historySection && kind === 'Header'),
  read: (rows, options) => {
    const base = rows.find(
      ({ cells: [section, , name] }) => section === 'Summary' && name === 'Base Currency'
    )
    const section = rows.flatMap((row): FileRow[] => {
      const [title, kind, ...cells] = row.cells
      if (title === 'Data') return [{ ...row, fault: cellCountFault(cells, 0) }]
      if (title !== historySection) return []
      return [{ ...row, cells: [...cells, kind === 'Header' ? 'Base currency' : (base?.cells[3] ?? 'USD')] }]
    })
    return history.read(section, options)
  }
}
