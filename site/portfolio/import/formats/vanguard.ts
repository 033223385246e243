import { columnFormat } from '../column-format.ts'
import type { FileBalance, FileRow } from '../file-reading.ts'
import { readFileNumber } from '../read-cells.ts'

/** OfxDownload.csv: positions of each account, then 18 months of transactions. */
export const vanguard = columnFormat({
  name: 'Vanguard',
  headers: [
    ['account number', 'trade date', 'transaction type', 'symbol', 'shares', 'net amount'],
    // 529 plans.
    ['account number', 'trade date', 'process date', 'transaction type', 'investment name', 'shares']
  ],
  columns: {
    date: ['trade date'],
    action: ['transaction type'],
    symbol: ['symbol'],
    description: ['transaction description', 'investment name'],
    shares: ['shares'],
    price: ['share price'],
    fee: ['commission fees', 'commissions and fees'],
    amount: ['net amount'],
    account: ['account number']
  },
  days: 'month-first',
  actions: {
    buy: 'buy',
    sell: 'sell',
    reinvestment: 'reinvest',
    'reinvestment (lt gain)': 'reinvest',
    'reinvestment (st gain)': 'reinvest',
    dividend: 'cash',
    'capital gain (lt)': 'cash',
    'capital gain (st)': 'cash',
    'return of capital': 'cash',
    'cash in lieu': 'cash-in-lieu',
    'corp action (cash in lieu)': 'cash-in-lieu',
    withholding: 'withheld',
    'foreign tax withheld': 'withheld',
    'stock split': 'split',
    'reverse split': 'split',
    'stock dividend': 'split',
    transfer: 'transfer',
    'transfer (incoming)': 'transfer',
    'transfer (outgoing)': 'transfer',
    'conversion (incoming)': 'transfer',
    'conversion (outgoing)': 'transfer',
    'rollover (incoming)': 'transfer',
    'rollover (outgoing)': 'transfer',
    'share conversion': 'by-hand',
    'corp action (redemption)': 'by-hand',
    'corp action (merger)': 'by-hand',
    'corp action (exchange)': 'by-hand',
    'corp action (sec exchange)': 'by-hand',
    'corp action (spinoff)': 'by-hand',
    'merger (incoming)': 'by-hand',
    'merger (outgoing)': 'by-hand',
    'spin-off': 'by-hand',
    'buy cancel': 'by-hand',
    'sell short': 'by-hand',
    'buy to cover': 'by-hand',
    fee: 'fee',
    'sweep in': 'skip',
    'sweep out': 'skip',
    'funds received': 'skip',
    withdrawal: 'skip',
    'wire in': 'skip',
    'wire out': 'skip',
    interest: 'skip',
    'interest charge': 'skip',
    contribution: 'skip',
    distribution: 'skip',
    'buy to open': 'skip',
    'sell to close': 'skip',
    'sell to open': 'skip',
    'buy to close': 'skip'
  },
  adjust: (entry, cellOf) => {
    const account = accountName(entry.account)
    // The portfolios of 529 plans have no symbol.
    return cellOf('process date') === '' ? { ...entry, account } : { ...entry, account, meaning: 'skip' }
  },
  balancesIn: readBalances
})

function accountName(number: string): string {
  return number === '' ? '' : `Vanguard ${number.slice(-4)}`
}

function readBalances(rows: readonly FileRow[]): FileBalance[] {
  return rows.flatMap(({ cells: [account = '', , symbol = '', shares = ''] }) => {
    const held = readFileNumber(shares, 'point')
    if (!/^\d+$/.test(account.trim()) || symbol.trim() === '' || held === null || Number.isNaN(held))
      return []
    return [{ account: accountName(account.trim()), symbol: symbol.trim().toUpperCase(), shares: held }]
  })
}
