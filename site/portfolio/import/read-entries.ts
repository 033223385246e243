import { faultOfTransaction } from '../ledger/check-transaction.ts'
import type { Trade, TransactionType } from '../ledger/transaction.ts'
import type { FileTransaction } from './file-reading.ts'

/** Shares below this are rounding errors. */
const leastShares = 1e-6

/**
 * Meaning of an action. `trade` and `transfer` go by the sign of the shares. `drip`: a payment and the shares bought
 * with it in one row. `skip`: understood, changes neither shares nor payments. `by-hand`: changes shares in a way that
 * can't be imported.
 */
export type Meaning = TransactionType | 'trade' | 'transfer' | 'drip' | 'skip' | 'by-hand'

/** One row after its cells were read; figures are null where the cell is empty. */
export type RowEntry = {
  action: string
  meaning: Meaning | undefined
  date: string | null
  symbol: string
  description: string
  shares: number | null
  price: number | null
  fee: number
  amount: number | null
  /** Tax withheld from the payment of this row. */
  withheld: number | null
  account: string
  currency: string
  /** Whether the row takes back a trade; set by brokers that say so instead of changing the signs. */
  isReversal?: boolean
  isPriceDoubtful?: boolean
  /** Why the row can't be read, in a sentence. */
  fault?: string | undefined
  formerly?: FileTransaction['formerly']
  /** Details of a trade that only our own export has. */
  own?: Pick<Trade, 'lots' | 'boughtOn' | 'source'> & Pick<FileTransaction, 'fileId'>
}

/** Outcome of a row. */
export type RowResult =
  | { kind: 'read'; transactions: FileTransaction[] }
  | { kind: 'skipped'; action: string }
  | { kind: 'problem'; reason: string }

type FileTrade = Extract<FileTransaction, { price: number | null }>

/** A row that takes back `trade`, and `payments` of the same row. */
type Reversal = { kind: 'reversal'; trade: FileTrade; payments: FileTransaction[] }

/** Signs that purchases and sales have in this file; others mark a reversal. */
type Signs = { arePurchasesNegative: boolean; areSalesNegative: boolean }

/** Results of the rows of a file, in their order. Rows can belong together: splits, and trades taken back. */
export function readEntries(entries: readonly RowEntry[], format: string): RowResult[] {
  const whole = entries.filter(({ fault }) => fault === undefined)
  nameSplitRows(whole)
  const signs: Signs = {
    arePurchasesNegative: whole.some(
      (entry) => isPurchase(entry.meaning) && (entry.shares ?? 0) > 0 && (entry.amount ?? 0) < 0
    ),
    areSalesNegative: whole.some(({ meaning, shares }) => meaning === 'sell' && (shares ?? 0) < 0)
  }
  return undoReversals(entries.map((entry) => readEntry(entry, format, signs)))
}

/** Brokers book a reverse split out of the old CUSIP and into the symbol: both rows belong to the symbol. */
function nameSplitRows(entries: readonly RowEntry[]): void {
  const splits = entries.filter(({ meaning }) => meaning === 'split')
  const days = Map.groupBy(splits, ({ date, account }) => `${date} ${account}`)
  for (const rows of days.values()) {
    const named = rows.filter(({ symbol }) => !isCusip(symbol))
    const pairs = rows
      .filter(({ symbol }) => isCusip(symbol))
      .flatMap((unnamed, place) =>
        named.map((row, namedPlace) => ({
          ...{ unnamed, row },
          isOpposite: (row.shares ?? 0) * (unnamed.shares ?? 0) < 0,
          // With equal names the first goes with the first.
          likeness: likenessOf(unnamed, row) - Math.abs(place - namedPlace) / (rows.length + 1)
        }))
      )
      .filter(({ isOpposite }) => isOpposite)
      .sort((a, b) => b.likeness - a.likeness)
    const paired = new Set<RowEntry>()
    for (const { unnamed, row } of pairs) {
      if (paired.has(unnamed) || paired.has(row)) continue
      paired.add(unnamed).add(row)
      unnamed.symbol = row.symbol
    }
    for (const row of rows)
      if (isCusip(row.symbol)) row.fault = 'The row with the new shares of this split is missing.'
  }
}

/** Number of words that the names of two rows begin with; a row that names the CUSIP of the other is most alike. */
function likenessOf(unnamed: RowEntry, row: RowEntry): number {
  if (`${row.action} ${row.description}`.includes(unnamed.symbol)) return Number.POSITIVE_INFINITY
  const words = row.description.split(' ')
  return unnamed.description.split(' ').findIndex((word, index) => word !== words[index])
}

function isCusip(symbol: string): boolean {
  return /^[0-9][0-9A-Z]{8}$/.test(symbol)
}

/** Treasuries have CUSIPs of 912...; other bonds name a coupon or a due day. Their shares are dollars, prices percent. */
function isBond({ symbol, action, description }: RowEntry): boolean {
  const name = `${action} ${description}`
  if (!isCusip(symbol)) return symbol === '' && /\btreas(?:ury)? bills?\b/i.test(name)
  return /^912[78]/.test(symbol) || /\d\.\d+ ?%|zero cpn|\bdue \d/i.test(name)
}

function isPurchase(meaning: Meaning | undefined): boolean {
  return meaning === 'buy' || meaning === 'reinvest'
}

function readEntry(entry: RowEntry, format: string, signs: Signs): RowResult | Reversal {
  const { action, meaning, date, symbol, shares, price, fee, amount, account, formerly } = entry
  const skip = (what: string): RowResult => ({ kind: 'skipped', action: what })
  const reject = (reason: string): RowResult => ({ kind: 'problem', reason })
  const read = (...transactions: FileTransaction[]): RowResult => {
    const fault = transactions.map(faultOfTransaction).find((reason) => reason !== null)
    return fault === undefined ? { kind: 'read', transactions } : reject(fault)
  }
  const named = action === '' ? 'A row without an action' : `“${action.slice(0, 40)}”`
  if (entry.fault !== undefined) return reject(entry.fault)
  if (isBond(entry)) return skip('Bonds')
  if (meaning === undefined) return reject(`${named} isn’t an action we know from ${format}.`)
  if (meaning === 'skip') return skip(action)
  const isWithoutShares = shares === null || shares === 0
  if (meaning === 'by-hand')
    return isWithoutShares && (amount ?? 0) === 0
      ? skip(action)
      : reject(
          /split/i.test(action)
            ? `${named} has a ratio, not a number of shares. Splits of funds we cover are applied without it; for others, add the change by hand.`
            : `${named} can’t be imported. Add the change in your shares by hand.`
        )
  if (entry.currency !== '' && !/^[A-Z]{3}$/.test(entry.currency))
    return reject('The columns of this row don’t match those of the file.')
  if (entry.currency !== '' && entry.currency !== 'USD') return skip(`${action} in ${entry.currency}`)
  if (date === null) return reject('The date can’t be read.')
  if ([shares, price, fee, amount, entry.withheld].some(Number.isNaN))
    return reject('A number can’t be read.')
  if (meaning === 'transfer' && isWithoutShares) return skip(action)
  if (meaning === 'reinvest' && shares === 0) return skip(action)
  // Fees of the account, tax on interest.
  if (symbol === '' && (meaning === 'fee' || meaning === 'withheld')) return skip(action)
  if (symbol === '') return reject('The row has no symbol.')
  // A number is from another column, unless it is a CUSIP.
  if (/^\d{1,8}$/.test(symbol)) return reject('The symbol can’t be read.')
  const booking = { account, symbol, date, ...(formerly !== undefined && { formerly }) }
  if (meaning === 'cash' || meaning === 'cash-in-lieu' || meaning === 'withheld' || meaning === 'fee') {
    if (amount === null) return reject('The row has no amount.')
    if (amount === 0) return skip(action)
    const isDeduction = meaning === 'withheld' || meaning === 'fee'
    const booked: FileTransaction = { ...booking, type: meaning, amount: isDeduction ? -amount : amount }
    const tax = meaning === 'cash' ? Math.abs(entry.withheld ?? 0) : 0
    return tax > 0 ? read(booked, { ...booking, type: 'withheld', amount: tax }) : read(booked)
  }
  if (isWithoutShares) return reject('The row has no number of shares.')
  if (meaning === 'split' || meaning === 'correction') return read({ ...booking, type: meaning, shares })
  const type = typeOfTrade(meaning, shares, entry.isReversal)
  const isReversal = takesBack(entry, shares, signs)
  const payments: FileTransaction[] =
    meaning === 'drip' && amount !== null
      ? [{ ...booking, type: 'cash', amount: isReversal ? -Math.abs(amount) : Math.abs(amount) }]
      : []
  const isTransfer = type === 'transfer-in' || type === 'transfer-out'
  const count = Math.abs(shares)
  const charged = amount !== null && isReversal ? Math.abs(amount) : amount
  const value = price === null || amount === null ? null : Math.abs(price) * count
  if (
    !isTransfer &&
    value !== null &&
    amount !== 0 &&
    value !== 0 &&
    !isNear(Math.abs(amount ?? 0), value, fee)
  )
    return reject('Shares, price and amount of this row don’t match.')
  const trade: FileTrade = {
    ...{ ...booking, type, shares: count },
    price: isTransfer
      ? type === 'transfer-in'
        ? price
        : null
      : exactPrice(type, count, price, fee, charged),
    fee: isTransfer ? 0 : fee,
    ...(entry.isPriceDoubtful && { isPriceDoubtful: true }),
    ...entry.own
  }
  return isReversal ? { kind: 'reversal', trade, payments } : read(...payments, trade)
}

function typeOfTrade(meaning: Meaning, shares: number, isReversal = false): FileTrade['type'] {
  if (meaning === 'trade') return shares > 0 !== isReversal ? 'buy' : 'sell'
  if (meaning === 'transfer') return shares > 0 ? 'transfer-in' : 'transfer-out'
  if (meaning === 'drip') return 'reinvest'
  return meaning as FileTrade['type']
}

/** Whether a row takes back a trade: a purchase of negative shares, or a sale that costs more than its fee. */
function takesBack({ meaning, amount, fee, ...entry }: RowEntry, shares: number, signs: Signs): boolean {
  if (entry.isReversal === true) return true
  if (isPurchase(meaning)) return shares < 0 || (signs.arePurchasesNegative && (amount ?? 0) > 0)
  if (meaning === 'sell') return (amount ?? 0) < -fee || (signs.areSalesNegative && shares > 0)
  return meaning === 'drip' && shares < 0
}

/** Brokers round prices, and some charge fees that they list elsewhere. */
function isNear(amount: number, value: number, fee: number): boolean {
  return Math.abs(amount - value) <= 0.2 * value + fee + 0.05
}

/** Dollars per share from the amount that was charged, because brokers round the price they show. */
function exactPrice(
  type: string,
  shares: number,
  price: number | null,
  fee: number,
  amount: number | null
): number | null {
  if (amount === null || amount === 0) return price
  const gross = type === 'sell' ? amount + fee : Math.abs(amount) - fee
  const exact = Number((gross / shares).toPrecision(12))
  // An amount that doesn't match the price is in another currency or belongs to another row.
  return price === null || price === 0 || Math.abs(exact - price) <= 0.01 * price + 0.02 / shares
    ? exact
    : price
}

/** Removes trades that other rows take back. A reversal of a trade that isn't in the file is a problem. */
function undoReversals(results: readonly (RowResult | Reversal)[]): RowResult[] {
  const trades = results.flatMap((result) =>
    result.kind === 'read' ? result.transactions.filter((booking) => 'price' in booking) : []
  )
  const undone = new Set<FileTransaction>()
  const canceled: RowResult = { kind: 'skipped', action: 'Canceled trades' }
  const remaining = results.map((result): RowResult => {
    if (result.kind !== 'reversal') return result
    const { trade, payments } = result
    const original = trades
      .filter((booking) => !undone.has(booking) && isOriginalOf(trade, booking))
      .reduce<FileTrade | undefined>(
        (last, next) => (last === undefined || next.date >= last.date ? next : last),
        undefined
      )
    if (original === undefined)
      return {
        kind: 'problem',
        reason: 'This row takes back a trade that isn’t in this file. Correct that trade by hand.'
      }
    undone.add(original)
    return payments.length > 0 ? { kind: 'read', transactions: payments } : canceled
  })
  return remaining.map((result) => {
    if (result.kind !== 'read' || !result.transactions.some((booking) => undone.has(booking))) return result
    const transactions = result.transactions.filter((booking) => !undone.has(booking))
    return transactions.length > 0 ? { kind: 'read', transactions } : canceled
  })
}

function isOriginalOf(reversal: FileTrade, trade: FileTrade): boolean {
  const isSale = (type: string) => type === 'sell'
  const [price, otherPrice] = [reversal.price, trade.price]
  return (
    reversal.account === trade.account &&
    reversal.symbol === trade.symbol &&
    isSale(reversal.type) === isSale(trade.type) &&
    !trade.type.startsWith('transfer') &&
    trade.date <= reversal.date &&
    Math.abs(reversal.shares - trade.shares) < leastShares &&
    (price === null || otherPrice === null || Math.abs(price - otherPrice) <= 0.01 * otherPrice)
  )
}
