import { closeAt, priceDayOf, stalePriceDays } from '../market-days/closes.ts'
import { daysBetween, earlierOf, formatLongDay } from '../market-days/days.ts'
import { type DayRange, exDateRanges, isTurnOfYear } from '../market-days/ex-date-range.ts'
import { readFrequency, shortestGap } from '../market-days/frequency.ts'
import { nextExDate, payDateFor } from '../market-days/next-dates.ts'
import type { FundHistory, IsoDay, PaymentFrequency } from '../market-days/types.ts'
import { usualPayments } from '../market-days/usual-payments.ts'
import { median } from '../numbers/statistics.ts'
import { minPayments } from './payment-features.ts'
import type { ForecastTarget } from './walk-forward.ts'

/** Days without a payment after which a fund counts as inactive. */
export const inactiveDays: Readonly<Record<PaymentFrequency, number>> = {
  104: 45,
  52: 45,
  24: 60,
  13: 75,
  12: 75,
  4: 140
}

/** The payment to forecast for a fund, and the other facts that its estimate states. */
export type Plan = {
  target: ForecastTarget
  asOf: IsoDay
  frequency: PaymentFrequency
  nextPayDate: IsoDay
  exDateRange: DayRange | null
}

/** The last day for which the fund's facts are complete, at most `asOf`. */
function lastKnownDay({ knownUntil }: FundHistory, asOf: IsoDay): IsoDay {
  return knownUntil !== undefined && knownUntil < asOf ? knownUntil : asOf
}

/** The fund as known at the close of `asOf`, or of its own last known day if that is earlier. */
export function knownAt(fund: FundHistory, asOf: IsoDay): FundHistory {
  const day = lastKnownDay(fund, asOf)
  const { optionVolatility, quarantinedDays, marketVolatility, ...rest } = fund
  return {
    ...rest,
    payments: fund.payments.filter(({ exDate }) => exDate <= day),
    closes: fund.closes.filter(({ date }) => date <= day),
    ...(marketVolatility && { marketVolatility: marketVolatility.filter(({ date }) => date <= day) }),
    ...(quarantinedDays && { quarantinedDays: quarantinedDays.filter((date) => date <= day) }),
    ...(optionVolatility && optionVolatility.date <= day ? { optionVolatility } : {})
  }
}

/** Returns the payment to forecast for a fund, or the reason why there is no estimate. */
export function planEstimate(fund: FundHistory, latestDay: IsoDay): Plan | NoEstimate {
  const { symbol, closes } = fund
  const asOf = lastKnownDay(fund, latestDay)
  const payments = usualPayments(fund.payments)
  const last = payments.at(-1)
  if (!last) return noEstimate('not-enough-data', symbol, asOf, `No payment of ${symbol} is known`)
  const frequency = frequencyNow(payments, fund.traits)
  if (daysBetween(last.exDate, asOf) > inactiveDays[frequency]) {
    const quarantined = fund.quarantinedDays?.findLast((day) => day > last.exDate)
    if (quarantined === undefined) {
      const reason = `${symbol} has paid nothing since ${formatLongDay(last.exDate)}`
      return noEstimate('inactive', symbol, asOf, reason)
    }
    const reason = `The ${symbol} payment of ${formatLongDay(quarantined)} is still being checked`
    return noEstimate('not-enough-data', symbol, asOf, reason)
  }
  if (payments.length < minPayments) {
    const known =
      payments.length === 1 ? `Only one payment of ${symbol} is` : `Only two payments of ${symbol} are`
    return noEstimate('not-enough-data', symbol, asOf, `${known} known and three are needed`)
  }
  const schedule = { frequency, payments, dates: fund.traits?.dates }
  const exDate = nextExDate(schedule, asOf)
  const priceDay = priceDayOf(exDate, fund.traits)
  const cutoff = earlierOf(priceDay, asOf)
  if (!closeAt(closes, asOf) || !closeAt(closes, cutoff)) return noPrice(fund, asOf)
  return {
    target: { fund, exDate, cutoff },
    asOf,
    frequency,
    nextPayDate: payDateFor(exDate, payments),
    exDateRange: exDateRanges(schedule, asOf)(exDate)
  }
}

/** Number of earlier payments that the latest is compared with, and the factor by which it may differ from a week's. */
const compared = 3
const similar = 1.6
const daysOfMonth = 30

/**
 * Payments a year now: those that the ex-dates show, or weekly ones as soon as one is recognized by its amount, which is
 * that of a week although earlier payments were of a month. Dates alone show it two payments later.
 */
export function frequencyNow(
  payments: FundHistory['payments'],
  traits: FundHistory['traits']
): PaymentFrequency {
  const shown = readFrequency(payments.map(({ exDate }) => exDate))
  const earlier = payments.slice(-1 - compared, -1).map(({ amount }) => amount)
  const [last, before] = [payments.at(-1), payments.at(-2)]
  if (
    traits?.paysWeekly === false ||
    (shown !== 12 && shown !== 13) ||
    !last ||
    !before ||
    earlier.length < compared
  )
    return shown
  const toWeek = last.amount / ((median(earlier) * 7) / daysOfMonth)
  const isOfYearEnd = isTurnOfYear(last.exDate) || daysBetween(before.exDate, last.exDate) < shortestGap
  return !isOfYearEnd && toWeek > 1 / similar && toWeek < similar ? 52 : shown
}

function noPrice({ symbol, closes }: FundHistory, asOf: IsoDay): NoEstimate {
  const latest = closes.at(-1)
  const since = latest ? `its last price is from ${formatLongDay(latest.date)}` : 'none is known'
  const reason = `${symbol} has no price within ${stalePriceDays} days of ${formatLongDay(asOf)} (${since})`
  return noEstimate('not-enough-data', symbol, asOf, reason)
}

/** Why a fund has no estimate, in a sentence. */
export type NoEstimate = {
  status: 'inactive' | 'not-enough-data'
  symbol: string
  asOf: IsoDay
  message: string
}

export function noEstimate(
  status: NoEstimate['status'],
  symbol: string,
  asOf: IsoDay,
  reason: string
): NoEstimate {
  return { status, symbol, asOf, message: `${reason}, so there is no estimate.` }
}

/** A fund without an estimate, and the sentence that says why. */
