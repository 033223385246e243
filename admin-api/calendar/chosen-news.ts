import type { CalendarPayment } from '../contract/calendar.ts'
import type { ChosenNewsPage, FundNews } from '../contract/chosen-feeds.ts'
import type { FrozenRow } from '../estimates/estimate-record.db.ts'
import { addDays } from '../market-days/days.ts'
import type { IsoDay } from '../market-days/types.ts'
import { roundTo } from '../numbers/format-numbers.ts'
import { isWithinShift } from '../payments/expected-payment.ts'
import { basisRatio } from '../payments/share-basis.ts'
import type { Db } from '../platform/database/schema.ts'
import { compareFrozen, pickCounting } from '../signed-record/counted-estimates.ts'
import { type FundTimeline, findRecentEstimates } from './calendar.db.ts'
import { findAround, nameSource, recordedPayments, upcomingPayments } from './load-calendar-page.ts'

/** Feed readers keep older entries themselves. */
const daysBack = 42

/** News of the funds: current estimates, payments of the last six weeks, and changed dates. */
export async function loadChosenNews(db: Db, symbols: string[]): Promise<ChosenNewsPage | null> {
  const found = await findAround(db, symbols)
  const first = found?.timelines[0]
  if (found === null || first === undefined) return null
  const { asOf, timelines } = found
  const after = addDays(asOf, -daysBack)
  const estimatesOf = Map.groupBy(await findRecentEstimates(db, symbols, after), ({ symbol }) => symbol)
  return {
    kind: 'chosen-news',
    symbols,
    asOf,
    dataSource: nameSource(first, asOf),
    news: timelines.flatMap((fund) => newsOf(fund, estimatesOf.get(fund.symbol) ?? [], { after, asOf }))
  }
}

function newsOf(
  fund: FundTimeline,
  estimates: readonly FrozenRow[],
  { after, asOf }: { after: IsoDay; asOf: IsoDay }
): FundNews[] {
  const next = upcomingPayments(fund).find(({ kind }) => kind === 'regular')
  const recorded = recordedPayments(fund).filter(({ exDate }) => exDate > after)
  const counting = pickCounting(estimates)
  return [
    ...(next ? upcomingNews(next, fund, estimates, asOf) : []),
    ...recorded.flatMap((payment) => paidNews(payment, estimates, counting))
  ]
}

/** News about the next payment. A declared one counts as a payment, not as an estimate. */
function upcomingNews(
  next: CalendarPayment,
  estimate: FundTimeline,
  estimates: readonly FrozenRow[],
  asOf: IsoDay
): FundNews[] {
  const open = estimates.filter(
    (one) => one.origin === 'live' && one.actual === null && isWithinShift(one.ex_date, next.exDate)
  )
  const { amount, low, high } = estimate
  const figures = amount === null || low === null || high === null ? null : { amount, low, high }
  const same = open.find((one) => one.amount === amount && one.low === low && one.high === high)
  const since = same?.as_of ?? asOf
  const upcoming: FundNews[] =
    next.declaredBy !== null
      ? [{ kind: 'payment', payment: next, estimate: figures }]
      : next.amount === null
        ? []
        : [{ kind: 'estimate', payment: next, since }]
  // A frozen estimate keeps its original ex-date, so a different one means that the date changed.
  const expected = open.find(({ ex_date }) => ex_date !== next.exDate)
  if (expected === undefined) return upcoming
  const confirmedOn = estimate.dates_confirmed_on ?? next.declaredBy?.seenOn
  const changed = open.find((one) => one.ex_date === next.exDate && compareFrozen(one, expected) > 0)?.as_of
  return [
    ...upcoming,
    { kind: 'days', payment: next, expectedExDate: expected.ex_date, since: confirmedOn ?? changed ?? asOf }
  ]
}

function paidNews(
  payment: CalendarPayment,
  estimates: readonly FrozenRow[],
  counting: ReadonlySet<FrozenRow>
): FundNews[] {
  const own = estimates.filter(({ paid_ex_date }) => paid_ex_date === payment.exDate)
  const counted = own.filter((one) => counting.has(one))
  const last = counted.find(({ origin }) => origin === 'live') ?? counted[0]
  const expected = own.find(({ origin, ex_date }) => origin === 'live' && ex_date !== payment.exDate)
  return [
    { kind: 'payment', payment, estimate: last === undefined ? null : onTodaysBasis(last) },
    ...(expected === undefined
      ? []
      : [{ kind: 'days', payment, expectedExDate: expected.ex_date, since: payment.exDate } as const])
  ]
}

function onTodaysBasis({ amount, low, high, price, close_now }: FrozenRow) {
  const ratio = basisRatio({ price, close_now })
  return { amount: roundTo(4, amount * ratio), low: roundTo(4, low * ratio), high: roundTo(4, high * ratio) }
}
