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
  columns: `date: trade date, action: transaction type, symbol,
    description: transaction description | investment name, shares, price: share price,
    fee: commission fees | commissions and fees, amount: net amount, account: account number`,
  days: 'month-first',
  actions: {
    buy: 'buy, buy cancel',
    sell: 'sell',
    reinvest: 'reinvestment, reinvestment (lt gain), reinvestment (st gain)',
    cash: 'dividend, capital gain (lt), capital gain (st), return of capital',
    'cash-in-lieu': 'cash in lieu, corp action (cash in lieu)',
    withheld: 'withholding, foreign tax withheld',
    fee: 'fee',
    split: 'stock split, reverse split, stock dividend',
    transfer: `transfer, transfer (incoming), transfer (outgoing), conversion (incoming),
      conversion (outgoing), rollover (incoming), rollover (outgoing)`,
    'by-hand': `share conversion, corp action (redemption), corp action (merger), corp action (exchange),
      corp action (sec exchange), corp action (spinoff), merger (incoming), merger (outgoing),
      spin-off, sell short, buy to cover`,
    skip: `sweep in, sweep out, funds received, withdrawal, wire in, wire out, interest, interest charge,
      contribution, distribution, buy to open, sell to close, sell to open, buy to close`
  },
  adjust: (entry, cellOf) => {
    const account = accountName(entry.account)
    const isReversal = /cancel/i.test(entry.action)
    // The portfolios of 529 plans have no symbol.
    return cellOf('process date') === ''
      ? { ...entry, account, isReversal }
      : { ...entry, account, meaning: 'skip' }
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
