import { columnFormat } from '../column-format.ts'
import type { RowEntry } from '../row-entry.ts'

/**
 * History. Prices are in the currency of the share, totals in that of the account. The price of a dividend is its
 * amount per share after tax.
 */
export const trading212 = columnFormat({
  name: 'Trading 212',
  headers: [
    ['action', 'time', 'ticker', 'no. of shares', 'price / share'],
    ['action', 'time (utc)', 'ticker', 'no. of shares', 'price / share']
  ],
  columns: {
    date: ['time', 'time (utc)'],
    action: ['action'],
    symbol: ['ticker'],
    description: ['name'],
    shares: ['no. of shares'],
    price: ['price / share'],
    amount: ['total', 'total (usd)'],
    withheld: ['withholding tax'],
    currency: ['currency (price / share)']
  },
  days: 'ask',
  actions: {
    buy: 'market buy, limit buy, stop buy, stop limit buy, stock distribution',
    sell: 'market sell, limit sell, stop sell, stop limit sell',
    split: 'stock split open, stock split close',
    transfer: 'transfer in, transfer out',
    'by-hand': 'stock merger, spin-off',
    skip: `deposit, withdrawal, interest on cash, lending interest, currency conversion, spending cashback,
      card debit, card credit, new card cost, result adjustment`
  },
  patterns: [[/^dividend(?: \(|$)/, 'cash']],
  adjust: inDollars
})

/** Totals of accounts in other currencies are ignored; a payment is then shares times price, plus its tax. */
function inDollars(entry: RowEntry, cellOf: (name: string) => string): RowEntry {
  const currency = cellOf('currency (total)')
  const isInDollars = currency === 'USD' || cellOf('total (usd)') !== ''
  const { meaning, shares, price } = entry
  if (meaning === 'split' && shares !== null)
    return { ...entry, shares: /close/i.test(entry.action) ? -Math.abs(shares) : shares, isHalf: true }
  if (meaning === 'transfer' && shares !== null) {
    const moved = /out$/i.test(entry.action) ? -Math.abs(shares) : Math.abs(shares)
    return { ...entry, shares: moved, price: null, amount: null }
  }
  if (meaning !== 'cash') return isInDollars ? entry : { ...entry, amount: null }
  const net = isInDollars ? entry.amount : shares === null || price === null ? null : shares * price
  // Old exports have neither shares nor price, only the total.
  if (net === null) return { ...entry, amount: null, currency: entry.currency || currency }
  const withheld = cellOf('currency (withholding tax)') === 'USD' ? entry.withheld : null
  return { ...entry, withheld, amount: Math.round((net + (withheld ?? 0)) * 1e4) / 1e4 }
}
