import { closeAt, countUpTo } from '../market-days/closes.ts'
import { roundTo } from '../numbers/rounding.ts'
import type { IsoDay } from '../market-days/types.ts'
import type { ReturnHistory } from './growth.ts'

/**
 * For each close what a dollar that bought at it is worth at the last one, distributions reinvested: the last
 * `reinvested` of `growthSince` for every day there is, worked out backwards in one pass. A share bought on a day is
 * worth what one bought a day later is, and what the payments in between have become: each buys shares on its pay day,
 * whose worth is known by then.
 */
export function growthToEnd({ payments, closes }: ReturnHistory): number[] {
  const last = closes.at(-1)
  if (last === undefined) return []
  const worths = closes.map(() => last.close)
  let payment = countPaid(payments, last.date) - 1
  for (let i = closes.length - 2; i >= 0; i--) {
    let worth = worths[i + 1] ?? 0
    for (; (payments[payment]?.exDate ?? '') > (closes[i]?.date ?? ''); payment--) {
      const { payDate = '', amount = 0 } = payments[payment] ?? {}
      const bought = countBefore(closes, payDate)
      const close = closes[bought]?.close
      worth += close === undefined ? amount : (amount / close) * (worths[bought] ?? 0)
    }
    worths[i] = worth
  }
  return closes.map(({ close }, i) => (worths[i] ?? 0) / close)
}

/**
 * What a dollar put into each fund at the close of a day is worth at its newest one, distributions reinvested; rounded to
 * 4 decimals, so that a rank read from the published files is that of the pages.
 */
export type GrowthTable = {
  days: readonly IsoDay[]
  funds: readonly {
    symbol: string
    /** One for each day; null before the fund's first close and after its last. A day without a close has the next one. */
    growth: readonly (number | null)[]
  }[]
}

/** Of the funds whose closes reach the newest day or nearly: the others can't be compared with them. */
export function growthTable(funds: readonly ({ symbol: string } & ReturnHistory)[]): GrowthTable {
  const days = [...new Set(funds.flatMap(({ closes }) => closes.map(({ date }) => date)))].sort()
  const newest = days.at(-1)
  return {
    days,
    funds: funds.flatMap(({ symbol, ...history }) => {
      const { closes } = history
      if (newest === undefined || closeAt(closes, newest) === undefined) return []
      const toEnd = growthToEnd(history).map((growth) => roundTo(4, growth))
      const growth = days.map((day) =>
        day < (closes[0]?.date ?? '') ? null : (toEnd[countBefore(closes, day)] ?? null)
      )
      return [{ symbol, growth }]
    })
  }
}

/** 1 is the best of `of` funds. */
export type Rank = { place: number; of: number }

/** Among all funds of the table that had a price on the day; null where this one, or the day, is not in it. */
export function rankSince({ days, funds }: GrowthTable, symbol: string, day: IsoDay): Rank | null {
  const place = days.indexOf(day)
  const own = funds.find((fund) => fund.symbol === symbol)?.growth[place] ?? null
  if (own === null) return null
  const all = funds.flatMap(({ growth }) => growth[place] ?? [])
  return { place: 1 + all.filter((growth) => growth > own).length, of: all.length }
}

/** How many closes are of an earlier day: the place of the first close of that day or later. */
function countBefore(closes: ReturnHistory['closes'], day: IsoDay): number {
  const upTo = countUpTo(closes, day)
  return closes[upTo - 1]?.date === day ? upTo - 1 : upTo
}

function countPaid(payments: ReturnHistory['payments'], day: IsoDay): number {
  const later = payments.findIndex(({ exDate }) => exDate > day)
  return later === -1 ? payments.length : later
}
