import { isDay } from '../../contract/days.ts'
import { compareText, formatLongDay } from '../../market-days/days.ts'
import { type CollectedFund, MarketDataError, sumOfExDate } from '../sources/market-data.ts'

/** Implied volatilities outside these limits are errors: outside trading hours some sources report 0.00001. */
const lowestVolatility = 0.02
const highestVolatility = 10
/** Dollars per share, far above any value so far. */
const highestClose = 100_000
const highestPayment = 1_000

/** Valid part of a source's response; each of `concerns` completes a sentence about what was dropped. */
export type CheckedFund = CollectedFund & { concerns: string[] }

/**
 * Response of a source, ascending by day. Impossible values are dropped with a reason; merely odd ones are left to
 * the checks. Payments with the same ex-date are summed.
 * @throws MarketDataError with one sentence for the operator if no close is valid
 */
export function checkCollected(symbol: string, fetched: CollectedFund, today: string): CheckedFund {
  const closes = pick(fetched.prices, (price) => faultOfClose(price, today))
  const payments = pick(fetched.payments, faultOfPayment)
  const splits = pick(fetched.splits, faultOfSplit)
  const twice = closes.good.filter((price, i, all) => all.findIndex(({ date }) => date === price.date) < i)
  const doubtful = new Set(twice.map(({ date }) => date))
  const prices = closes.good.filter(({ date }) => !doubtful.has(date))
  if (fetched.prices.length > 0 && prices.length === 0)
    throw new MarketDataError(
      `The data reported for ${symbol} can't be right: ${closes.faults[0] ?? 'no close can'}.`
    )
  return {
    ...(fetched.sourceName !== undefined && { sourceName: fetched.sourceName }),
    ...(fetched.isStandIn === true && { isStandIn: true }),
    prices: prices.toSorted((a, b) => compareText(a.date, b.date)),
    payments: sumByExDate(payments.good).toSorted((a, b) => compareText(a.exDate, b.exDate)),
    // An announced split changes no figure yet.
    splits: splits.good.filter(({ date }) => date <= today).toSorted((a, b) => compareText(a.date, b.date)),
    impliedVolatility: usableVolatility(fetched.impliedVolatility),
    concerns: [
      ...closes.faults,
      ...[...doubtful].map((day) => `two closes are dated ${day}`),
      ...payments.faults,
      ...payments.good.flatMap((payment) => faultOfPayDate(payment) ?? []),
      ...splits.faults
    ]
  }
}

/** The volatility; null if options can't have it. */
export function usableVolatility(volatility: number | null): number | null {
  if (volatility === null) return null
  return volatility >= lowestVolatility && volatility <= highestVolatility ? volatility : null
}

function pick<Item>(items: readonly Item[], faultOf: (item: Item) => string | undefined) {
  const judged = items.map((item) => ({ item, fault: faultOf(item) }))
  return {
    good: judged.flatMap(({ item, fault }) => (fault === undefined ? [item] : [])),
    faults: judged.flatMap(({ fault }) => fault ?? [])
  }
}

function sumByExDate(payments: CollectedFund['payments']): CollectedFund['payments'] {
  return [...Map.groupBy(payments, ({ exDate }) => exDate)].map(([exDate, parts]) => ({
    exDate,
    payDate:
      parts.find((part) => part.payDate !== null && faultOfPayDate(part) === undefined)?.payDate ?? null,
    amount: sumOfExDate(parts),
    ...(parts.some(({ otherAmount }) => otherAmount !== undefined) && {
      otherAmount: sumOfExDate(
        parts.map(({ otherAmount, ...part }) => ({ ...part, amount: otherAmount ?? part.amount }))
      )
    }),
    // A sum is our own figure, which was not compared with other sources.
    ...(parts[0]?.isAsPaid && { isAsPaid: true }),
    ...(parts.length === 1 && parts[0]?.checked && { checked: parts[0].checked })
  }))
}

function faultOfClose({ date, close }: CollectedFund['prices'][number], today: string): string | undefined {
  if (!isDay(date)) return `a close has the date ${date}`
  if (date > today) return `a close is dated ${formatLongDay(date)}, after today`
  return isAmount(close) && close > 0 && close <= highestClose
    ? undefined
    : `the close of ${formatLongDay(date)} is ${close}`
}

function faultOfPayment({ exDate, amount }: CollectedFund['payments'][number]): string | undefined {
  if (!isDay(exDate)) return `a payment has the ex-date ${exDate}`
  const isPossible = isAmount(amount) && amount <= highestPayment
  return isPossible ? undefined : `the payment with ex-date ${formatLongDay(exDate)} has the amount ${amount}`
}

/** The payment may still be right; its pay date is derived instead. */
function faultOfPayDate({ exDate, payDate }: CollectedFund['payments'][number]): string | undefined {
  if (payDate === null || (isDay(payDate) && payDate >= exDate)) return undefined
  return `the payment with ex-date ${formatLongDay(exDate)} is paid on ${payDate}`
}

function faultOfSplit(split: CollectedFund['splits'][number]): string | undefined {
  if (!isDay(split.date)) return `a split has the date ${split.date}`
  const counts = [split.oldShares, split.newShares]
  const isRatio =
    split.oldShares !== split.newShares && counts.every((count) => Number.isInteger(count) && count > 0)
  return isRatio
    ? undefined
    : `a split of ${formatLongDay(split.date)} is ${split.newShares} for ${split.oldShares}`
}

function isAmount(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0
}
