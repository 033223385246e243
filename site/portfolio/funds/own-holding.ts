import { usSymbolForm } from '../../../admin-api/contract/holder-closes.ts'
import { daysBetween, thursdayOf } from '../../../admin-api/market-days/days.ts'
import { findRhythm, listPayDays } from '../../../admin-api/market-days/regular-payments.ts'
import type { IsoDay, Payment } from '../../../admin-api/market-days/types.ts'
import { usualPayments } from '../../../admin-api/market-days/usual-payments.ts'
import { mean, weightedQuantiles } from '../../../admin-api/numbers/statistics.ts'
import type { Lot } from '../ledger/take-shares.ts'
import type { Transaction } from '../ledger/transaction.ts'
import type { HeldFund, OwnPayment, OwnPrice, OwnRhythm } from './held-fund.ts'
import { listOwnPayments } from './own-payments.ts'

/** The last price of a share, in dollars, that a person entered or looked up. */
type EnteredPrice = { symbol: string; date: IsoDay; price: number; isClose?: boolean | undefined }

type OwnInput = {
  /** Of all holdings. */
  transactions: readonly Transaction[]
  lots: readonly Lot[]
  /** Symbols that the site doesn't cover. */
  symbols: readonly string[]
  prices: readonly EnteredPrice[]
  today: IsoDay
  /** Last day of coming payments. */
  until: IsoDay
}

/** Whether a symbol is one of US markets. */
export function isUsListed(symbol: string): boolean {
  return usSymbolForm.test(symbol)
}

/**
 * Holdings that the site doesn't cover, in the form of a fund's data: everything about them is from the person's own rows.
 * They have no closes but the last price, and payments, past and coming, by what the broker booked.
 */
export function listOwnHoldings({ transactions, lots, symbols, prices, today, until }: OwnInput): HeldFund[] {
  const own = new Set(symbols.filter(isUsListed))
  if (own.size === 0) return []
  const rowsOf = Map.groupBy(
    transactions.filter(({ symbol }) => own.has(symbol)),
    ({ symbol }) => symbol
  )
  const lotsOf = Map.groupBy(lots, ({ symbol }) => symbol)
  const knownUntil = new Map<string, IsoDay>()
  for (const { account, date } of transactions)
    if (date > (knownUntil.get(account) ?? '')) knownUntil.set(account, date)
  return [...rowsOf].map(([symbol, rows]) => {
    const payments = listOwnPayments(rows, lotsOf.get(symbol) ?? [])
    const splitOn = rows.reduce((day, { type, date }) => (type === 'split' && date > day ? date : day), '')
    const price = lastPrice(symbol, rows, prices, splitOn)
    const ends = rows.map(({ account }) => knownUntil.get(account) ?? '')
    const isHeld = (lotsOf.get(symbol) ?? []).some(({ heldUntil }) => heldUntil === null)
    const rhythm: OwnRhythm = isHeld
      ? readRhythm(payments, splitOn, ends.sort().at(-1) ?? '')
      : { reason: 'sold' }
    return {
      symbol,
      name: symbol,
      underlying: null,
      state: 'open',
      asOf: today,
      noEstimate: null,
      payments: [],
      upcoming: 'reason' in rhythm ? [] : listComing(rhythm, today, until),
      closes: price === null ? [] : [{ date: price.date, close: price.price, source: '' }],
      splits: [],
      returnOfCapital: { notices: [], finals: [] },
      reinvestment: null,
      pastRatios: 'reason' in rhythm ? [] : rhythm.pastRatios,
      pathErrors: [],
      own: { payments, price, rhythm }
    }
  })
}

/** The newest price of a trade or of the person, who wins on the same day; none from before a split. */
function lastPrice(
  symbol: string,
  rows: readonly Transaction[],
  entered: readonly EnteredPrice[],
  splitOn: IsoDay
): OwnPrice | null {
  let last: OwnPrice | null = null
  const take = (date: IsoDay, price: number, from: OwnPrice['from']) => {
    if (price > 0 && date >= splitOn && date >= (last?.date ?? '')) last = { date, price, from }
  }
  for (const row of rows)
    if ('price' in row && row.price !== null && /^(?:buy|sell|reinvest)/.test(row.type))
      take(row.date, row.price, 'file')
  for (const one of entered)
    if (one.symbol === symbol) take(one.date, one.price, one.isClose === true ? 'close' : 'person')
  return last
}

/** Payments of several brokers so close together are one of the holding. */
const sameDays = 3
const leastPayments = 3
/** Number of latest payments that count: five years of quarters. */
const longestMemory = 20
/** Below the ratio from which `usualPayments` takes a payment for a special one. */
const steadyRatio = 2
/** Minimum number of payments for a range. */
const leastForRange = 8
/** Days after the longest gap until a payer counts as stopped. */
const graceDays = 10
const tail = 0.1

/**
 * How often and how much a holding pays by its past payments, by the rules for funds. The amount is the average of the last
 * three payments, of quarterly and weekly payers of the last four.
 * @param splitOn payments before this day are on another share basis
 * @param knownUntil last day of which the person's rows say something
 */
function readRhythm(payments: readonly OwnPayment[], splitOn: IsoDay, knownUntil: IsoDay): OwnRhythm {
  const latest = mergeAccounts(payments).slice(-longestMemory)
  const sums = latest.map(({ amount }) => amount)
  // Amounts so close together have neither residuals nor specials among them.
  const isSteady = Math.max(...sums) < steadyRatio * Math.min(...sums)
  const all = isSteady ? latest : usualPayments(latest)
  if (all.length < leastPayments) return { reason: payments.length === 0 ? 'none' : 'few' }
  const rhythm = findRhythm(all.map(({ payDate }) => payDate))
  if (rhythm === null) return { reason: 'irregular' }
  const { frequency, longestGap, regular } = rhythm
  const days = new Set(regular)
  const usual = all.filter(({ payDate }) => days.has(payDate))
  if (daysBetween(regular.at(-1) ?? '', knownUntil) > longestGap + graceDays) return { reason: 'stopped' }
  const amounts = usual.filter(({ exDate }) => exDate >= splitOn)
  const averaged = frequency === 4 || frequency === 52 ? 4 : 3
  const averageBefore = (end: number) =>
    mean(amounts.slice(Math.max(0, end - averaged), end).map(({ amount }) => amount))
  if (amounts.length === 0) return { reason: 'few' }
  const perShare = averageBefore(amounts.length)
  const hasRange = amounts.length >= leastForRange
  const pastRatios = hasRange
    ? amounts
        .slice(1)
        .map(({ exDate, amount }, i) => ({ week: thursdayOf(exDate), ratio: amount / averageBefore(i + 1) }))
    : []
  const ratios = [1, ...pastRatios.map(({ ratio }) => ratio)].map((value) => ({ value, weight: 1 }))
  const [low = 1, high = 1] = weightedQuantiles(ratios, [tail, 1 - tail])
  return {
    frequency,
    perShare,
    range: hasRange ? { low: perShare * Math.min(1, low), high: perShare * Math.max(1, high) } : null,
    pastRatios,
    payments: usual
  }
}

/** Payments of all accounts in dollars per share, as far as the shares are known, ascending. */
function mergeAccounts(payments: readonly OwnPayment[]): Payment[] {
  const groups: OwnPayment[][] = []
  for (const payment of payments) {
    const group = groups.at(-1)
    const first = group?.[0]
    if (group && first && daysBetween(first.payDate, payment.payDate) <= sameDays) group.push(payment)
    else groups.push([payment])
  }
  return groups.flatMap((group) => {
    const known = group.filter(({ shares }) => shares > 0)
    const perAccount = Map.groupBy(known, ({ account }) => account)
    const shares = [...perAccount.values()].reduce((sum, [one]) => sum + (one?.shares ?? 0), 0)
    const amount = known.reduce((sum, one) => sum + one.amount, 0)
    const payDate = group[0]?.payDate ?? ''
    return shares > 0 && amount > 0 ? [{ exDate: payDate, payDate, amount: amount / shares }] : []
  })
}

type Regular = Exclude<OwnRhythm, { reason: string }>

/** Coming payments on the days that the rhythm continues on. Days that passed without a row aren't listed. */
function listComing({ frequency, perShare, range, payments }: Regular, today: IsoDay, until: IsoDay) {
  const payDays = payments.map(({ payDate }) => payDate)
  const days = listPayDays(frequency, payDays, until).filter((day) => day >= today)
  return days.map((day, i): HeldFund['upcoming'][number] => ({
    ex_date: day,
    ex_date_range: null,
    own_by: day,
    pay_date: day,
    state: i === 0 ? 'estimated' : 'projected',
    amount: perShare,
    low: range?.low ?? null,
    high: range?.high ?? null
  }))
}
