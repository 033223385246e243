import { type ColumnFormat, columnFormat, readColumns } from '../column-format.ts'
import type { FileFormat, FileReading, FileRow, ReadOptions } from '../file-reading.ts'
import type { RowEntry } from '../row-entry.ts'

/** Portfolio Performance, "All transactions" as CSV, in English and German; decimals follow the language. */
const portfolioPerformance = columnFormat({
  name: 'Portfolio Performance',
  headers: [
    ['date', 'type', 'value', 'shares', 'isin', 'ticker symbol'],
    ['datum', 'typ', 'wert', 'stück', 'isin', 'ticker-symbol']
  ],
  columns: {
    date: ['date', 'datum'],
    action: ['type', 'typ'],
    symbol: ['ticker symbol', 'ticker-symbol', 'isin'],
    shares: ['shares', 'stück'],
    fee: ['fees', 'gebühren', 'taxes', 'steuern'],
    amount: ['value', 'wert'],
    currency: ['transaction currency', 'buchungswährung'],
    account: ['securities account', 'depot', 'cash account', 'konto']
  },
  days: 'ask',
  actions: {
    buy: 'buy, kauf',
    sell: 'sell, verkauf',
    cash: 'dividend, dividende',
    'transfer-in': 'delivery (inbound), einlieferung',
    'transfer-out': 'delivery (outbound), auslieferung',
    skip: `deposit, einlage, removal, entnahme, interest, zinsen, interest charge, zinsbelastung, fees,
      gebühren, fees refund, gebührenerstattung, taxes, steuern, tax refund, steuerrückerstattung,
      transfer (inbound), transfer (outbound), umbuchung (eingang), umbuchung (ausgang)`
  },
  // Values are net: payments after tax, sales after fees.
  adjust: (entry) =>
    entry.meaning === 'cash' && entry.amount !== null
      ? { ...entry, amount: Math.abs(entry.amount) + entry.fee, withheld: entry.fee }
      : { ...entry, amount: entry.amount === null ? null : Math.abs(entry.amount) }
})

const ghostfolioTable: ColumnFormat = {
  name: 'Ghostfolio',
  headers: [['date', 'code', 'price', 'quantity', 'action', 'fee']],
  columns: {
    date: ['date'],
    action: ['action'],
    symbol: ['code'],
    shares: ['quantity'],
    price: ['price'],
    fee: ['fee'],
    currency: ['currency'],
    account: ['account']
  },
  days: 'ask',
  actions: {
    buy: 'buy',
    sell: 'sell',
    cash: 'dividend',
    skip: 'fee, interest, item, liability'
  },
  // A dividend has a number of shares and an amount per share.
  adjust: (entry) =>
    entry.meaning === 'cash'
      ? { ...entry, amount: Math.round((entry.shares ?? 0) * (entry.price ?? 0) * 1e4) / 1e4 }
      : entry
}
const ghostfolio = columnFormat(ghostfolioTable)

type GhostfolioExport = { activities: Record<string, unknown>[]; accounts?: unknown }

/** Ghostfolio's export as JSON. */
export function readGhostfolio(stored: unknown, options: ReadOptions): FileReading | null {
  if (!isGhostfolio(stored)) return null
  const accounts = Array.isArray(stored.accounts) ? (stored.accounts as Record<string, unknown>[]) : []
  const names = new Map(accounts.map(({ id, name }) => [id, String(name ?? '')]))
  const header = ['date', 'code', 'price', 'quantity', 'action', 'fee', 'currency', 'account']
  const rows = stored.activities.map((one, index): FileRow => {
    const profile = one['SymbolProfile'] as Record<string, unknown> | undefined
    const symbol = one['symbol'] ?? profile?.['symbol']
    const currency = one['currency'] ?? profile?.['currency']
    const cells = [one['date'], symbol, one['unitPrice'], one['quantity'], one['type'], one['fee'], currency]
    return {
      line: index + 1,
      cells: [...cells.map((cell) => String(cell ?? '')), names.get(one['accountId']) ?? '']
    }
  })
  return readColumns({ ...ghostfolioTable, countsEntries: true }, [{ line: 0, cells: header }, ...rows], {
    ...options,
    // Numbers of JSON have a decimal point.
    answers: { ...options.answers, decimals: 'point' }
  })
}

function isGhostfolio(stored: unknown): stored is GhostfolioExport {
  const activities = (stored as { activities?: unknown } | null)?.activities
  return Array.isArray(activities) && activities.every((one) => typeof one === 'object' && one !== null)
}

const wealthfolio = columnFormat({
  name: 'Wealthfolio',
  headers: [
    ['date', 'symbol', 'quantity', 'activitytype', 'unitprice'],
    ['date', 'type', 'symbol', 'quantity', 'unit_price']
  ],
  columns: {
    date: ['date'],
    action: ['activitytype', 'type'],
    symbol: ['symbol'],
    shares: ['quantity'],
    price: ['unitprice', 'unit_price'],
    fee: ['fee'],
    amount: ['amount'],
    currency: ['currency'],
    account: ['account', 'accountname', 'accountid']
  },
  days: 'ask',
  actions: {
    buy: 'buy',
    sell: 'sell',
    cash: 'dividend',
    withheld: 'tax',
    fee: 'fee',
    transfer: 'transfer_in, transfer_out',
    'transfer-in': 'add_holding',
    'transfer-out': 'remove_holding',
    // The quantity of a split is a ratio, not a number of shares.
    'by-hand': 'adjustment, split',
    skip: 'interest, deposit, withdrawal, conversion_in, conversion_out, credit'
  },
  adjust: (entry, cellOf) => {
    const isOut = entry.action.toLowerCase() === 'transfer_out'
    const isReinvested = entry.meaning === 'cash' && cellOf('subtype').toUpperCase() === 'DRIP'
    const isTax = entry.meaning === 'withheld' || entry.meaning === 'fee'
    const perShare = (entry.shares ?? 0) * (entry.price ?? 0)
    const amount = entry.amount ?? (perShare === 0 ? entry.price : perShare)
    return {
      ...entry,
      ...(isOut && entry.shares !== null && { shares: -Math.abs(entry.shares) }),
      ...(entry.meaning === 'cash' && { amount }),
      // The quantity is that of the shares bought, or of the shares held.
      ...(isReinvested && { meaning: 'drip' as const, isPriceDoubtful: true }),
      ...(isTax && amount !== null && { amount: -Math.abs(amount) }),
      ...(/^\$CASH/.test(entry.symbol) && { meaning: 'skip' as const })
    }
  }
})

const snowball = columnFormat({
  name: 'Snowball',
  headers: [['event', 'date', 'symbol', 'price', 'quantity']],
  columns: {
    date: ['date'],
    action: ['event'],
    symbol: ['symbol'],
    shares: ['quantity'],
    price: ['price'],
    fee: ['feetax'],
    currency: ['currency']
  },
  days: 'ask',
  actions: {
    buy: 'buy',
    sell: 'sell',
    cash: 'dividend',
    'by-hand': 'split, spinoff, spin_off, stock_as_dividend, active_convert, amortisation, repayment',
    skip: `cash_in, cash_out, cash_gain, cash_expense, cash_convert, fee, tax, custom_holding_price,
      custom_holding_settings`
  },
  // The quantity of a dividend is its amount, of which the tax was withheld; the price of a split is its ratio.
  adjust: (entry) => ({
    ...entry,
    ...(entry.meaning === 'cash' && { amount: entry.shares, withheld: entry.fee }),
    ...(entry.action.toLowerCase() === 'split' && { shares: entry.price })
  })
})

/** Portfolio of Yahoo Finance: quotes, and the trades of those who enter them. */
const yahoo = columnFormat({
  name: 'Yahoo Finance',
  headers: [['symbol', 'current price', 'trade date', 'purchase price', 'quantity']],
  columns: {
    date: ['trade date'],
    action: ['transaction type'],
    symbol: ['symbol'],
    shares: ['quantity'],
    price: ['purchase price'],
    fee: ['commission']
  },
  days: 'ask',
  actions: { buy: 'buy,', sell: 'sell', skip: 'deposit, withdrawal' },
  adjust: (entry) => {
    const skip = (action: string): RowEntry => ({ ...entry, action, meaning: 'skip' })
    if (entry.symbol.startsWith('$$')) return skip('Cash')
    if (entry.shares === null) return skip('Quotes')
    // 'VWCE.DE': prices in the currency of another exchange.
    return /\.[A-Z]{1,3}$/.test(entry.symbol) ? skip('Other exchanges') : entry
  }
})

/** Programs that keep portfolios. */
export const trackers: readonly FileFormat[] = [
  portfolioPerformance,
  ghostfolio,
  wealthfolio,
  snowball,
  yahoo
]
