import { toNewYorkTime } from '../../../../admin-api/market-days/sessions.ts'
import { columnFormat } from '../column-format.ts'
import type { FileFormat } from '../file-reading.ts'
import { readFileNumber } from '../read-cells.ts'

/** J.P. Morgan Self-Directed Investing (Chase): account activity. Cash is swept into a deposit with a symbol of its own. */
const jpMorgan = columnFormat({
  name: 'J.P. Morgan',
  headers: [['trade date', 'post date', 'account name', 'type', 'ticker', 'quantity', 'amount usd']],
  columns: {
    date: ['trade date'],
    action: ['type'],
    symbol: ['ticker'],
    description: ['description'],
    shares: ['quantity'],
    price: ['price usd'],
    fee: ['commissions usd'],
    amount: ['amount usd']
  },
  days: 'month-first',
  isNewestFirst: true,
  actions: {
    buy: 'buy',
    sell: 'sell',
    reinvest: 'reinvest',
    cash: 'dividend',
    // Shares that arrived from another broker, without an amount.
    'transfer-in': 'rec',
    skip: 'interest, bnk, dbs, wdl'
  },
  adjust: (entry, cellOf) => ({
    ...entry,
    ...(entry.meaning === 'transfer-in' && { price: null }),
    account: `${cellOf('account name')} ${cellOf('account number')}`.trim().slice(0, 60)
  })
})

/** Columns until 2022, with times in the person's zone, and since, with offsets; 'Total' was added later. */
const tastytrade = columnFormat({
  name: 'tastytrade',
  headers: [
    ['date', 'type', 'sub type', 'action', 'symbol', 'instrument type', 'value', 'quantity'],
    ['date/time', 'transaction code', 'transaction subcode', 'symbol', 'open/close', 'amount']
  ],
  columns: {
    date: ['date', 'date/time'],
    action: ['sub type', 'transaction subcode'],
    symbol: ['symbol'],
    description: ['description'],
    shares: ['quantity'],
    price: ['average price', 'price'],
    fee: ['commissions', 'fees'],
    amount: ['total', 'value', 'amount'],
    account: ['account reference'],
    currency: ['currency']
  },
  days: 'month-first',
  isNewestFirst: true,
  actions: {
    buy: 'buy to open',
    sell: 'sell to close',
    'sell-short': 'sell to open',
    'buy-to-cover': 'buy to close',
    cash: 'dividend',
    'by-hand': 'reverse split, forward split, symbol change, stock merger',
    skip: `deposit, withdrawal, credit interest, debit interest, fee, balance adjustment, assignment, expiration,
      fully paid stock lending income`
  },
  adjust: (entry, cellOf) => {
    const isShares =
      entry.symbol === '' || (cellOf('instrument type') || cellOf('strike') || 'Equity') === 'Equity'
    if (!isShares) return { ...entry, action: cellOf('instrument type') || 'Options', meaning: 'skip' }
    const { shares, fee, meaning } = entry
    const price = entry.price === null ? null : Math.abs(entry.price)
    const date = newYorkDay(entry.dayText) ?? entry.date
    // 'Received 2.41503 Long SVOL via Dividend': the payment that bought the shares is another row.
    if (meaning === 'cash' && (shares ?? 0) !== 0)
      return {
        ...entry,
        date,
        meaning: (shares ?? 0) > 0 ? 'reinvest' : undefined,
        amount: null,
        price: null
      }
    const isTrade = meaning !== 'cash' && meaning !== 'skip'
    const isBought = meaning === 'buy' || meaning === 'buy-to-cover'
    // Only what is bought costs money: another sign is damaged.
    if (isTrade && (isBought ? (entry.amount ?? 0) > 0 : (entry.amount ?? 0) < 0))
      return { ...entry, date, amount: Number.NaN }
    const isBeforeFees = isTrade && cellOf('total') === '' && entry.amount !== null
    return { ...entry, date, price, ...(isBeforeFees && { amount: Number(entry.amount) - fee }) }
  }
})

/** The day in New York of '2026-03-31T14:00:00-0700'; null for other texts. */
function newYorkDay(text: string): string | null {
  const [, time, hours, minutes] = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)([+-]\d\d):?(\d\d)$/.exec(text) ?? []
  const instant = new Date(`${time}${hours}:${minutes}`)
  return Number.isNaN(instant.getTime()) ? null : toNewYorkTime(instant).day
}

/** Account history of the Tax Center. The description says what 'Other' is. */
const firstrade = columnFormat({
  name: 'Firstrade',
  headers: [['symbol', 'quantity', 'price', 'action', 'tradedate', 'settleddate', 'recordtype']],
  columns: {
    date: ['tradedate'],
    action: ['action'],
    symbol: ['symbol'],
    description: ['description'],
    shares: ['quantity'],
    price: ['price'],
    fee: ['commission', 'fee'],
    amount: ['amount']
  },
  days: 'month-first',
  actions: { buy: 'buy', sell: 'sell', cash: 'dividend', skip: 'interest, other' },
  adjust: (entry) => {
    const { description, shares, symbol } = entry
    if (/^(?:call|put) /i.test(description)) return { ...entry, action: 'Options', meaning: 'skip' }
    if (entry.action.toLowerCase() !== 'other' || symbol === '') return entry
    const [, price] = /\bREIN @\s*\$?([\d.]+)/i.exec(description) ?? []
    if (price !== undefined)
      return { ...entry, meaning: 'reinvest', price: entry.price || readFileNumber(price, 'point') }
    if (/\bADR\b.*\bFEE\b/i.test(description)) return { ...entry, meaning: 'fee' }
    return (shares ?? 0) === 0 && (entry.amount ?? 0) === 0 ? entry : { ...entry, meaning: 'by-hand' }
  }
})

/** Order records: purchases and sales only. */
const webull = columnFormat({
  name: 'Webull',
  headers: [['symbol', 'side', 'status', 'filled', 'avg price', 'placed time', 'filled time']],
  columns: {
    date: ['filled time'],
    action: ['side'],
    symbol: ['symbol'],
    description: ['name'],
    shares: ['filled'],
    price: ['avg price']
  },
  days: 'month-first',
  isNewestFirst: true,
  actions: { buy: 'buy', sell: 'sell', 'sell-short': 'short' },
  adjust: (entry, cellOf) => {
    const status = cellOf('status')
    if (/^[A-Z]+\d{6}[CP]\d{8}$/.test(entry.symbol)) return { ...entry, action: 'Options', meaning: 'skip' }
    if ((entry.shares ?? 0) === 0) return { ...entry, action: status, meaning: 'skip' }
    return isFinal(status) ? entry : { ...entry, action: `${entry.action}, ${status}`, meaning: undefined }
  },
  noteOn: () =>
    'Webull’s order records have no payments, fees, splits or transfers. Payments of funds we cover are calculated; enter those of other holdings.'
})

/** An order that is partly filled may get more shares; one that ended has what it has. */
function isFinal(status: string): boolean {
  return /^(?:filled|cancell?ed|expired)$/i.test(status)
}

/** Brokers whose rows have a type and, for some types, say in another cell what happened. */
export const brokersWithCodes: readonly FileFormat[] = [jpMorgan, tastytrade, firstrade, webull]
