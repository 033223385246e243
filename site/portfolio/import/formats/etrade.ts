import { columnFormat, type Meaning } from '../column-format.ts'
import type { FileRow } from '../file-reading.ts'

const actions: Record<string, Meaning> = {
  bought: 'buy',
  buy: 'buy',
  sold: 'sell',
  sell: 'sell',
  reinvestment: 'reinvest',
  'dividend reinvestment': 'reinvest',
  dividend: 'cash',
  'qualified dividend': 'cash',
  'capital gain': 'cash',
  'lt cap gain distribution': 'cash',
  'st cap gain distribution': 'cash',
  'return of capital': 'cash',
  distribution: 'cash',
  'cash in lieu': 'cash-in-lieu',
  'tax withholding': 'withheld',
  'foreign tax withheld': 'withheld',
  'foreign tax': 'withheld',
  'nra tax': 'withheld',
  fee: 'fee',
  'service fee': 'fee',
  'stock split': 'split',
  'reverse split': 'split',
  'stock dividend': 'split',
  'security transfer': 'transfer',
  'asset transfer': 'transfer',
  transfer: 'transfer',
  'transfer in': 'transfer',
  'transfer out': 'transfer',
  'misc trade': 'by-hand',
  redemption: 'by-hand',
  merger: 'by-hand',
  exchange: 'by-hand',
  'spin off': 'by-hand',
  'name change': 'by-hand',
  'bought to open': 'skip',
  'bought to close': 'skip',
  'sold to open': 'skip',
  'sold to close': 'skip',
  'bought to cover': 'by-hand',
  'sold short': 'by-hand',
  'option expired': 'skip',
  'option expiration': 'skip',
  'option assigned': 'skip',
  'option assignment': 'skip',
  'option exercised': 'skip',
  interest: 'skip',
  'interest income': 'skip',
  'margin interest': 'skip',
  deposit: 'skip',
  withdrawal: 'skip',
  'online transfer': 'skip',
  'funds received': 'skip',
  'direct debit': 'skip',
  'direct deposit': 'skip',
  contribution: 'skip',
  wire: 'skip',
  adjustment: 'skip',
  credit: 'skip',
  other: 'by-hand'
}

/** Transaction history: columns until 2024 and since 2025. */
export const etrade = columnFormat({
  name: 'E*TRADE',
  headers: [
    ['transactiondate', 'transactiontype', 'securitytype', 'symbol', 'quantity', 'amount'],
    ['activity/trade date', 'activity type', 'symbol', 'quantity #', 'amount $']
  ],
  columns: {
    date: ['transactiondate', 'activity/trade date', 'transaction date'],
    action: ['transactiontype', 'activity type'],
    symbol: ['symbol'],
    description: ['description'],
    shares: ['quantity', 'quantity #'],
    price: ['price', 'price $'],
    fee: ['commission'],
    amount: ['amount', 'amount $']
  },
  days: 'month-first',
  actions,
  adjust: (entry, cellOf) => {
    // Since 2025 options have the symbol of their shares: 'PUT  IWM    02/27/26   260.000'.
    const isOption =
      cellOf('securitytype').toUpperCase() === 'OPTN' || /^(?:put|call) /i.test(entry.description)
    if (isOption) return { ...entry, action: 'Options', meaning: 'skip' }
    // Shares bought with a dividend are a second row of the type 'Dividend'.
    const isReinvested = entry.meaning === 'cash' && (entry.shares ?? 0) > 0 && (entry.amount ?? 0) < 0
    return isReinvested ? { ...entry, meaning: 'reinvest' } : entry
  },
  accountIn
})

function accountIn(titles: readonly FileRow[]): string | undefined {
  const text = titles.map(({ cells }) => cells.join(' ')).join(' ')
  const [, digits] = /account[^0-9]{0,40}?[#xX*-]*(\d{4})\b/i.exec(text) ?? []
  return digits === undefined ? undefined : `E*TRADE ${digits}`
}
