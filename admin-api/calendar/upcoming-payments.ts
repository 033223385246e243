import type { CalendarPayment } from '../contract/calendar.ts'
import { rangeOfDays } from '../estimates/stock-outcome.ts'
import { readFrequency } from '../market-days/frequency.ts'
import { ownByDay } from '../market-days/market-calendar.ts'
import { nextExDate, payDateFor } from '../market-days/next-dates.ts'
import type { IsoDay, Payment, PaymentFrequency } from '../market-days/types.ts'
import { usualPayments } from '../market-days/usual-payments.ts'
import { roundTo } from '../numbers/format-numbers.ts'
import { type DeclaredPayment, isWithinShift } from '../payments/expected-payment.ts'
import type { FundTimeline } from './calendar.db.ts'

/** Payments that a schedule needs. */
const minPayments = 3

/** Stored payments, oldest first. */
export function recordedPayments({ symbol, payments }: FundTimeline): CalendarPayment[] {
  return payments.map(({ exDate, payDate, amount }) => ({
    symbol,
    exDate,
    payDate,
    exDateRange: null,
    ownBy: ownByDay(exDate),
    isOnRecord: true,
    areDaysChecked: false,
    declaredBy: null,
    amount: roundTo(4, amount),
    range: null
  }))
}

/**
 * Payments expected from the fund's schedule, with ex-dates after `asOf` and the last stored payment, up to `until`.
 * Only the next one has an amount. Empty for closed or inactive funds and those with too few payments.
 */
export function upcomingPayments(fund: FundTimeline, asOf: IsoDay, until: IsoDay): CalendarPayment[] {
  const { symbol, traits, state, estimate } = fund
  const payments = usualPayments(fund.payments)
  if (state !== 'open' || estimate.status === 'inactive' || payments.length < minPayments) return []
  const frequency = readFrequency(payments.map(({ exDate }) => exDate))
  const schedule = { frequency, payments, dates: traits?.dates }
  const upcoming: CalendarPayment[] = []
  let day = laterOf(asOf, fund.payments.at(-1)?.exDate ?? asOf)
  for (;;) {
    day = nextExDate(schedule, day)
    if (day > until) return upcoming
    const known = knownDays(day, fund)
    const { exDate, payDate } = known ?? { exDate: day, payDate: payDateFor(day, payments) }
    const exDateRange = exDate === fund.estimate.next_ex_date ? rangeOfDays(fund.estimate) : null
    const ownBy = ownByDay(exDateRange?.first ?? exDate)
    upcoming.push({ symbol, exDate, exDateRange, payDate, ownBy, ...figuresOn(exDate, fund) })
  }
}

/** Dates approved by the operator or declared by the issuer, if they belong to the payment expected on `day`. */
function knownDays(day: IsoDay, { estimate }: FundTimeline): { exDate: IsoDay; payDate: IsoDay } | null {
  const { next_ex_date: exDate, next_pay_date: payDate, dates_confirmed_on, declared } = estimate
  if ((dates_confirmed_on ?? declared) === null || exDate === null || payDate === null) return null
  return isWithinShift(day, exDate) ? { exDate, payDate } : null
}

/** Payments per year, from regular payments only, like the estimator. */
export function frequencyOf(payments: readonly Payment[]): PaymentFrequency {
  return readFrequency(usualPayments(payments).map(({ exDate }) => exDate))
}

/** Amount and range if this is the estimated payment; the declared amount replaces them. */
function figuresOn(
  exDate: IsoDay,
  { estimate }: FundTimeline
): Omit<CalendarPayment, 'symbol' | 'exDate' | 'exDateRange' | 'payDate' | 'ownBy'> {
  const { next_ex_date, dates_confirmed_on, declared, amount, low, high } = estimate
  const isNext = exDate === next_ex_date
  if (isNext && declared !== null) {
    const { sourceName: source, seenOn, ...announced }: DeclaredPayment = JSON.parse(declared)
    const figure = { amount: roundTo(4, announced.amount), range: null }
    return { isOnRecord: true, areDaysChecked: false, declaredBy: { source, seenOn }, ...figure }
  }
  const expected = {
    isOnRecord: false,
    areDaysChecked: isNext && dates_confirmed_on !== null,
    declaredBy: null
  }
  if (!isNext || amount === null || low === null || high === null)
    return { ...expected, amount: null, range: null }
  return {
    ...expected,
    amount: roundTo(4, amount),
    range: { low: roundTo(4, low), high: roundTo(4, high) }
  }
}

function laterOf(a: IsoDay, b: IsoDay): IsoDay {
  return a > b ? a : b
}
