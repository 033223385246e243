import type { Rank } from '../contract/fund-page.ts'
import { closeAt, countBefore } from '../market-days/closes.ts'
import type { IsoDay } from '../market-days/types.ts'
import { roundTo } from '../numbers/format-numbers.ts'
import type { ReturnHistory } from './growth.ts'

/**
 * Growth of a dollar from each close to the last one, distributions reinvested: the last `reinvested` of growthSince for
 * every day, calculated backwards in one pass. The final worth of a share bought on a day is that of one bought a day
 * later plus that of the payments in between, each of which buys shares on its pay date at an already known worth.
 */
export function growthToEnd({ payments, closes }: ReturnHistory): number[] {
  const last = closes.at(-1)
  if (last === undefined) return []
  const worths = closes.map(() => last.close)
  let payment = payments.findLastIndex(({ exDate }) => exDate <= last.date)
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
 * Growth of a dollar in each fund from each day to its newest close, distributions reinvested. Rounded to 4 decimals, so
 * that ranks from the published files equal those on the pages. Includes only funds with a close near the newest day,
 * because others are not comparable.
 */
export function growthTable(funds: readonly ({ symbol: string } & ReturnHistory)[]) {
  const days = [...new Set(funds.flatMap(({ closes }) => closes.map(({ date }) => date)))].sort()
  const newest = days.at(-1)
  return {
    days,
    funds: funds.flatMap(({ symbol, ...history }) => {
      const { closes } = history
      if (newest === undefined || closeAt(closes, newest) === undefined) return []
      const toEnd = growthToEnd(history).map((growth) => roundTo(4, growth))
      let next = 0
      const growth = days.map((day) => {
        while ((closes[next]?.date ?? day) < day) next += 1
        return day < (closes[0]?.date ?? '') ? null : (toEnd[next] ?? null)
      })
      /** Null before the fund's first close and after its last. A day without a close uses the next one. */
      return [{ symbol, growth }]
    })
  }
}

type GrowthTable = ReturnType<typeof growthTable>

/** Rank among the funds of the table with a price on the day; null if the fund or the day is not in it. */
export function rankSince({ days, funds }: GrowthTable, symbol: string, day: IsoDay): Rank | null {
  const index = days.indexOf(day)
  const own = funds.find((fund) => fund.symbol === symbol)?.growth[index] ?? null
  if (own === null) return null
  const all = funds.flatMap(({ growth }) => growth[index] ?? [])
  return { place: 1 + all.filter((growth) => growth > own).length, of: all.length }
}
