import type { PaymentRoc, RocOfFund } from '../contract/return-of-capital.ts'
import { addDays, formatLongDay } from '../market-days/days.ts'
import { addSessions } from '../market-days/market-calendar.ts'
import type { IsoDay, Payment } from '../market-days/types.ts'
import { median } from '../numbers/statistics.ts'

/** First ex-date that is its record date as well, because trades settle after one session; before, it was one session earlier. */
const firstSameDayRecord = '2024-05-28'

/**
 * Day on which a payment counts for taxes: its pay date, or December 31 if it was declared in October to December for
 * holders of record in these months and paid in January. Source: 26 USC 852(b)(7). A payment is declared on or shortly
 * before its ex-date, so the record date decides.
 */
export function taxDayOf({ exDate, payDate }: Pick<Payment, 'exDate' | 'payDate'>): IsoDay {
  const year = payDate.slice(0, 4)
  const lastYear = String(Number(year) - 1)
  const recordDay = exDate < firstSameDayRecord ? addSessions(exDate, 1) : exDate
  const isOfLastYear = payDate < `${year}-02` && recordDay >= `${lastYear}-10` && recordDay < year
  return isOfLastYear ? `${lastYear}-12-31` : payDate
}

/** The best figure for a payment; null if its character is unknown. Every page, file and tax figure uses this one. */
export function returnOfCapitalOf(
  payment: Pick<Payment, 'exDate' | 'payDate'>,
  { notices, finals }: RocOfFund
): PaymentRoc | null {
  const taxYear = taxDayOf(payment).slice(0, 4)
  const final = finals.findLast(({ year }) => year <= taxYear)
  const notice = notices.find(({ ex_date }) => ex_date === payment.exDate)
  if (notice !== undefined && final?.year !== taxYear)
    return { kind: '19a', percent: notice.percent, of: notice.ex_date, source: notice.source }
  if (final === undefined) return carriedNotice(payment.exDate, notices)
  const kind = final.year === taxYear ? 'final' : 'carried'
  return { kind, percent: final.percent, of: final.year, source: final.source }
}

/**
 * Notices whose median stands for payments without one: at most so many of the days before, and only if they agree, with
 * a median deviation of at most so many points.
 */
const carriedNotices = { most: 12, fewest: 3, days: 366, deviation: 2 }

/**
 * The median of the notices before a payment; null if they are few or differ. YieldBOOST funds repeat theirs: each of the
 * 81 notices that follow three others was 0.3 points from it (median). Those of YieldMax swing by 38 points.
 */
function carriedNotice(exDate: IsoDay, notices: RocOfFund['notices']): PaymentRoc | null {
  const { most, fewest, days, deviation } = carriedNotices
  const since = addDays(exDate, -days)
  const before = notices.filter(({ ex_date }) => ex_date >= since && ex_date < exDate).slice(-most)
  const latest = before.at(-1)
  if (latest === undefined || before.length < fewest) return null
  const percent = median(before.map((notice) => notice.percent))
  if (median(before.map((notice) => Math.abs(notice.percent - percent))) > deviation) return null
  return { kind: 'carried', percent, of: latest.ex_date, source: latest.source }
}

/** 'estimate from 2025', 'estimate from notices to Feb 13, 2026' */
export function describeRoc({ kind, of }: Pick<PaymentRoc, 'kind' | 'of'>): string {
  if (kind === '19a') return '19a notice'
  if (kind === 'final') return `final for ${of}`
  return `estimate from ${of.length === 4 ? of : `notices to ${formatLongDay(of)}`}`
}
