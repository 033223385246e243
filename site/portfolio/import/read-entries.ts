import { faultOfTransaction } from '../ledger/check-transaction.ts'
import type { FileTrade, FileTransaction } from './file-reading.ts'
import { addChange, isCusip, nameSplitRows, type ReversalRow, reportHalves, takeBack } from './pair-rows.ts'
import type { Meaning, RowEntry, RowResult } from './row-entry.ts'

const enterIt = 'If it changed your shares or payments, enter it with “Add a transaction”.'

/** Signs that most purchases and sales have in this file; the others take back a trade. */
type Signs = { arePurchasesNegative: boolean; areSalesNegative: boolean }

/**
 * Results of the rows of a file, in their order. Rows can belong together: `pair-rows.ts`.
 * @param nameOf 'line 12' for a row, for messages about another one
 */
export function readEntries(
  entries: readonly RowEntry[],
  format: string,
  nameOf: (index: number) => string
): ReturnType<typeof takeBack> {
  nameSplitRows(entries)
  const signs = signsOf(entries.filter(({ fault }) => fault === undefined))
  const results = entries.map((entry) => readEntry(entry, format, signs))
  const { results: remaining, reversals } = takeBack(results)
  return { results: reportHalves(entries, remaining, nameOf), reversals }
}

function signsOf(entries: readonly RowEntry[]): Signs {
  const areMostNegative = (figures: readonly number[]) => {
    const negative = figures.filter((figure) => figure < 0).length
    return negative > 0 && negative >= figures.filter((figure) => figure > 0).length
  }
  const bought = entries.filter(({ meaning, shares }) => isPurchase(meaning) && (shares ?? 0) > 0)
  const sold = entries.filter(({ meaning }) => meaning === 'sell')
  // A sale that brought money is a sale, whatever the sign of its shares.
  const paid = sold.filter(({ amount }) => (amount ?? 0) > 0)
  return {
    arePurchasesNegative: areMostNegative(bought.map(({ amount }) => amount ?? 0)),
    areSalesNegative: areMostNegative((paid.length > 0 ? paid : sold).map(({ shares }) => shares ?? 0))
  }
}

/** Treasuries have CUSIPs of 912...; other bonds name a coupon or a due day. Their shares are dollars, prices percent. */
function isBond({ symbol, action, description }: RowEntry): boolean {
  const name = `${action} ${description}`
  const isNamed = /\d\.\d+ ?%|zero cpn|\bdue \d/i.test(name)
  const isTreasury = /\b(?:treas(?:ury)?|t|u ?s ?t) ?-?(?:bill|note|bond)(?![a-z]* etf)/i.test(name)
  if (symbol === '') return isNamed || isTreasury
  return isCusip(symbol) && (/^912[78]/.test(symbol) || isNamed)
}

function isPurchase(meaning: Meaning | undefined): boolean {
  return meaning === 'buy' || meaning === 'reinvest'
}

function readEntry(entry: RowEntry, format: string, signs: Signs): RowResult | ReversalRow {
  const { action, meaning, date, symbol, shares, price, fee, amount, account, formerly } = entry
  const skip = (what: string): RowResult => ({ kind: 'skipped', action: what })
  const reject = (reason: string, nextStep = enterIt): RowResult => ({
    kind: 'problem',
    reason: `${reason} ${nextStep}`
  })
  const read = (...transactions: FileTransaction[]): RowResult => {
    const fault = transactions.map(faultOfTransaction).find((reason) => reason !== null)
    return fault === undefined ? { kind: 'read', transactions } : reject(fault)
  }
  const named = action === '' ? 'A row without an action' : `“${action.slice(0, 40)}”`
  if (entry.fault !== undefined) return { kind: 'problem', reason: entry.fault }
  if (isBond(entry)) return skip('Bonds')
  if (meaning === undefined) return reject(`${named} isn’t an action we know from ${format}.`)
  if (meaning === 'skip') return skip(action)
  const isWithoutShares = shares === null || shares === 0
  if (meaning === 'by-hand') {
    if (/split/i.test(action))
      return reject(
        `${named} has a ratio, not a number of shares. Splits of funds we cover are applied without it.`,
        addChange
      )
    return isWithoutShares && (amount ?? 0) === 0 && (price ?? 0) === 0
      ? skip(action)
      : reject(`${named} can’t be imported.`, addChange)
  }
  if (entry.currency !== '' && !/^[A-Z]{3}$/.test(entry.currency))
    return reject('The columns of this row don’t match those of the file.', 'Export the file again.')
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
  if (meaning === 'split' || meaning === 'correction')
    return read({ ...booking, type: meaning, shares, ...(entry.isHalf && { isHalf: true }) })
  const type = typeOfTrade(meaning, shares, entry.isReversal)
  const reversal = takesBack(entry, shares, signs)
  if (reversal === 'contradiction')
    return reject(
      'The signs of shares and amount contradict each other: only one says that the trade was taken back.'
    )
  const payments: FileTransaction[] =
    meaning === 'drip' && amount !== null
      ? [{ ...booking, type: 'cash', amount: reversal ? -Math.abs(amount) : Math.abs(amount) }]
      : []
  const isTransfer = type === 'transfer-in' || type === 'transfer-out'
  const count = Math.abs(shares)
  const charged = amount !== null && reversal ? Math.abs(amount) : amount
  const value = price === null || isTransfer ? 0 : Math.abs(price) * count
  if (amount !== null && amount !== 0 && value !== 0 && !isNear(Math.abs(amount), value, { count, fee }))
    return reject('The amount differs from shares times price by more than 1%.')
  const trade: FileTrade = {
    ...booking,
    type,
    shares: count,
    price: isTransfer
      ? type === 'transfer-in'
        ? price
        : null
      : exactPrice(type, count, price, fee, charged),
    fee: isTransfer ? 0 : fee,
    ...(entry.isPriceDoubtful && { isPriceDoubtful: true }),
    ...entry.own
  }
  if (!reversal) return read(...payments, trade)
  const fault = faultOfTransaction(trade)
  if (fault !== null) return reject(fault)
  const cancel: FileTrade = { ...trade, type: type === 'sell' ? 'cancel-sell' : 'cancel-buy' }
  return { kind: 'reversal', trade: cancel, payments }
}

function typeOfTrade(meaning: Meaning, shares: number, isReversal = false): FileTrade['type'] {
  if (meaning === 'trade') return shares > 0 !== isReversal ? 'buy' : 'sell'
  if (meaning === 'transfer') return shares > 0 ? 'transfer-in' : 'transfer-out'
  if (meaning === 'drip') return 'reinvest'
  return meaning as FileTrade['type']
}

/**
 * Whether a row takes back a trade: a purchase that brings money, or a sale that costs more than its fee. Without a signed
 * amount, the sign of the shares decides; if both are there and disagree, neither can be trusted.
 */
function takesBack(entry: RowEntry, shares: number, signs: Signs): boolean | 'contradiction' {
  const { meaning, fee } = entry
  const amount = entry.amount ?? 0
  if (entry.isReversal === true) return true
  if (meaning === 'drip') return shares < 0
  const isBought = isPurchase(meaning)
  if (!isBought && meaning !== 'sell') return false
  const isOpposite = isBought ? shares < 0 : signs.areSalesNegative ? shares > 0 : shares < 0
  const isSigned = amount !== 0 && (isBought ? signs.arePurchasesNegative : true)
  if (!isSigned) return isOpposite
  const isMoneyBack = isBought ? amount > 0 : amount < -fee
  return isOpposite && !isMoneyBack ? 'contradiction' : isMoneyBack
}

/** Brokers round prices to cents and charge fees that they list elsewhere: up to 1% in all. */
function isNear(amount: number, value: number, { count, fee }: { count: number; fee: number }): boolean {
  return Math.abs(amount - value) <= 0.01 * value + fee + 0.005 * count + 0.05
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
  const isSold = type === 'sell' || type === 'sell-short'
  const gross = isSold ? amount + fee : Math.abs(amount) - fee
  const exact = Number((gross / shares).toPrecision(12))
  // An amount that doesn't match the price is in another currency or belongs to another row.
  return price === null || price === 0 || Math.abs(exact - price) <= 0.01 * price + 0.02 / shares
    ? exact
    : price
}
