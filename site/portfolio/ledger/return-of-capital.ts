import { addSessions } from '../../../admin-api/market-days/market-calendar.ts'
import type { IsoDay } from '../../../admin-api/market-days/types.ts'
import { type HeldFund, isPaid } from '../positions/held-fund.ts'

/** A payment sent so far, for taxes; dollars per share on today's share basis. */
export type Distribution = {
  exDate: IsoDay
  /** Day on which the payment counts for taxes. */
  taxDay: IsoDay
  amount: number
  /** Return of capital, part of `amount`, and its source; null if nothing is known of it. */
  roc: { amount: number; from: 'final' | '19a' } | null
}

/** First ex-date that is its record date as well, because trades settle after one session; before, it was one session earlier. */
const firstSameDayRecord = '2024-05-28'

/**
 * Day on which a payment counts for taxes: its pay date, or December 31 if it was declared in October to December for
 * holders of record in these months and paid in January. Source: 26 USC 852(b)(7). A payment is declared on or shortly
 * before its ex-date, so the record date decides.
 */
function taxDayOf({ exDate, payDate }: { exDate: IsoDay; payDate: IsoDay }): IsoDay {
  const year = payDate.slice(0, 4)
  const lastYear = String(Number(year) - 1)
  const recordDay = exDate < firstSameDayRecord ? addSessions(exDate, 1) : exDate
  const isOfLastYear = payDate < `${year}-02` && recordDay >= `${lastYear}-10` && recordDay < year
  return isOfLastYear ? `${lastYear}-12-31` : payDate
}

/** Payments of a fund sent so far, by ex-date. A year's final figure counts as soon as it is known, until then the 19a notice. */
export function listDistributions(fund: HeldFund, today: IsoDay): Distribution[] {
  const { notices, finals } = fund.returnOfCapital
  const percentOn = new Map(notices.map(({ ex_date, percent }) => [ex_date, percent]))
  const percentIn = new Map(finals.map(({ year, percent }) => [year, percent]))
  return fund.payments
    .filter(({ payDate }) => isPaid(payDate, fund, today))
    .map(({ exDate, payDate, amount }) => {
      const taxDay = taxDayOf({ exDate, payDate })
      const final = percentIn.get(taxDay.slice(0, 4))
      const percent = final ?? percentOn.get(exDate)
      const from = final === undefined ? '19a' : 'final'
      const roc = percent === undefined ? null : ({ amount: (amount * percent) / 100, from } as const)
      return { exDate, taxDay, amount, roc }
    })
}
