import type { CalendarPayment } from '../contract/calendar.ts'
import type { DeclaredPayment } from '../payments/declared-payment.ts'
import { isWithinShift } from '../payments/expected-payment.ts'
import { usualPayments } from '../market-days/usual-payments.ts'
import { roundTo } from '../numbers/rounding.ts'
import { readFrequency } from '../market-days/cadence.ts'
import { ownByDay } from '../market-days/market-calendar.ts'
import { nextExDate, payDateFor } from '../market-days/next-dates.ts'
import type { IsoDay, Payment, PaymentFrequency } from '../market-days/types.ts'
import type { FundDiary } from './calendar.db.ts'

/** Fewer show no rhythm. */
const fewestPayments = 3

/** All payments on record, oldest first. */
export function recordedPayments({ symbol, payments }: FundDiary): CalendarPayment[] {
  return payments.map(({ exDate, payDate, amount }) => ({
    symbol,
    exDate,
    payDate,
    ownBy: ownByDay(exDate),
    isOnRecord: true,
    areDaysChecked: false,
    declaredBy: null,
    amount: roundTo(4, amount),
    range: null
  }))
}

/**
 * The payments expected from the fund's rhythm, with ex-dates after `asOf` and after all that is on
 * record, up to `until`. Only the one the estimate was made for has an amount. A fund that stopped paying or is
 * closed has none, nor one with too few payments to show a rhythm.
 */
export function comingPayments(fund: FundDiary, asOf: IsoDay, until: IsoDay): CalendarPayment[] {
  const { symbol, family, state, estimate } = fund
  const payments = usualPayments(fund.payments)
  if (state !== 'open' || estimate.status === 'inactive' || payments.length < fewestPayments) return []
  const schedule = { family, frequency: readFrequency(payments.map(({ exDate }) => exDate)), payments }
  const coming: CalendarPayment[] = []
  let day = laterOf(asOf, fund.payments.at(-1)?.exDate ?? asOf)
  for (;;) {
    day = nextExDate(schedule, day)
    if (day > until) return coming
    const known = knownDays(day, fund)
    const { exDate, payDate } = known ?? { exDate: day, payDate: payDateFor(day, payments) }
    coming.push({ symbol, exDate, payDate, ownBy: ownByDay(exDate), ...figuresOn(exDate, fund) })
  }
}

/** The days the operator approved or the issuer named, where they are of the payment that follows from the rhythm on `day`. */
function knownDays(day: IsoDay, { estimate }: FundDiary): { exDate: IsoDay; payDate: IsoDay } | null {
  const { next_ex_date: exDate, next_pay_date: payDate, dates_confirmed_on, declared } = estimate
  if ((dates_confirmed_on ?? declared) === null || exDate === null || payDate === null) return null
  return isWithinShift(day, exDate) ? { exDate, payDate } : null
}

/** Payments a year, read off the payments of the usual stream, as the estimator reads them. */
export function frequencyOf(payments: readonly Payment[]): PaymentFrequency {
  return readFrequency(usualPayments(payments).map(({ exDate }) => exDate))
}

/** Of the estimated payment its amount and range, or the amount that is declared for it. */
function figuresOn(
  exDate: IsoDay,
  { estimate }: FundDiary
): Omit<CalendarPayment, 'symbol' | 'exDate' | 'payDate' | 'ownBy'> {
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
