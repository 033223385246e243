import type { RocOfFund } from '../contract/return-of-capital.ts'
import { addSessions } from '../market-days/market-calendar.ts'
import type { IsoDay, Payment } from '../market-days/types.ts'

/**
 * Return of capital of one payment, in percent. `kind`: the final figure of its tax year, the 19a notice sent with it,
 * or, carried over as an estimate, the final figure of an earlier year. `of`: year of the final figure, or ex-date.
 */
export type PaymentRoc = { kind: 'final' | '19a' | 'carried'; percent: number; of: string; source: string }

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
  if (final === undefined) return null
  const kind = final.year === taxYear ? 'final' : 'carried'
  return { kind, percent: final.percent, of: final.year, source: final.source }
}

/** 'estimate from 2025' */
export function describeRoc({ kind, of }: Pick<PaymentRoc, 'kind' | 'of'>): string {
  if (kind === '19a') return '19a notice'
  return kind === 'final' ? `final for ${of}` : `estimate from ${of}`
}
