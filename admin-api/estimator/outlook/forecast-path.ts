import { addDays, daysBetween } from '../../market-days/days.ts'
import { nextExDate } from '../../market-days/next-dates.ts'
import type { FundHistory, IsoDay, Payment, PaymentFrequency } from '../../market-days/types.ts'
import { daysPaidFor, usualPayments } from '../../market-days/usual-payments.ts'
import { median } from '../../numbers/statistics.ts'
import { frequencyNow, inactiveDays } from '../plan.ts'
import { type PaymentSpan, projectAmounts, readPace } from './payout-path.ts'

/** A payment of a path, dollars a share. */
export type PathPayment = { exDate: IsoDay; amount: number }

/** The payments that were expected of a fund at the close of a day, from what was known then. */
export type ForecastPath = {
  frequency: PaymentFrequency
  price: number
  payments: PathPayment[]
  /** The same payments if each repeats the median of the last four, by days. */
  repeated: PathPayment[]
}

/** Payments that decide the next ex-date: those of a year, where two a month have days of their own. */
const compared = 24
/** Payments whose median is repeated. */
const repeatedOf = 4

/**
 * The path from the day after `day` to `until`, for backtests: dates at the fund's frequency of that day, all amounts from
 * its pace. null for a fund that doesn't pay, or without a price or five payments.
 */
export function forecastPath(fund: FundHistory, day: IsoDay, until: IsoDay): ForecastPath | null {
  const payments = usualPayments(fund.payments.filter(({ exDate }) => exDate <= day))
  const last = payments.at(-1)
  if (last === undefined || payments.length <= repeatedOf) return null
  const frequency = frequencyNow(payments, fund.traits)
  const pace = readPace(fund, day)
  if (pace === null || daysBetween(last.exDate, day) > inactiveDays[frequency]) return null
  const spans = listSpans({ ...fund, payments }, frequency, day, until)
  const amounts = projectAmounts(pace, spans)
  const daily = dailyRepeat(payments)
  return {
    frequency,
    price: pace.price,
    payments: spans.map(({ exDate }, i) => ({ exDate, amount: amounts[i] ?? 0 })),
    repeated: spans.map(({ exDate, days }) => ({ exDate, amount: daily * days }))
  }
}

/**
 * Dollars a share and day if payments repeat: the median of the last four, each by the days that it covers.
 * @param payments regular ones, ascending, two or more
 */
export function dailyRepeat(payments: readonly Payment[]): number {
  const latest = payments.slice(-repeatedOf - 1)
  return median(
    latest
      .slice(1)
      .map(({ exDate, amount }, i) => amount / daysPaidFor(daysBetween(latest[i]?.exDate ?? exDate, exDate)))
  )
}

type DatedSpan = PaymentSpan & { exDate: IsoDay }

function listSpans(
  { payments, traits }: Pick<FundHistory, 'payments' | 'traits'>,
  frequency: PaymentFrequency,
  day: IsoDay,
  until: IsoDay
): DatedSpan[] {
  const spans: DatedSpan[] = []
  let known = payments.slice(-compared)
  let after = day
  for (;;) {
    const exDate = nextExDate({ frequency, payments: known, dates: traits?.dates }, after)
    if (exDate > until) return spans
    const before = known.at(-1)?.exDate ?? addDays(exDate, -7)
    spans.push({ exDate, days: daysPaidFor(daysBetween(before, exDate)) })
    known = [...known, { exDate, payDate: exDate, amount: 0 }].slice(-compared)
    after = exDate
  }
}
