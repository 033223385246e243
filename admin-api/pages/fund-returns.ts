import type { FundReturns } from '../contract/funds-page.ts'
import { stalePriceDays } from '../market-days/closes.ts'
import { type ReturnHistory, summariseReturn } from '../returns/growth.ts'
import { roundTo } from '../numbers/rounding.ts'
import { addDays, addMonths } from '../market-days/days.ts'
import type { IsoDay } from '../market-days/types.ts'

/** What the table of all funds says of one; `asOf` is the newest day of the data, from which the months are counted. */
export function fundReturns(history: ReturnHistory, asOf: IsoDay): FundReturns {
  const [first, newest] = [history.closes[0], history.closes.at(-1)]
  const whole = first === undefined ? null : summariseReturn(history, first.date)
  return {
    threeMonths: returnOver(history, asOf, 3),
    twelveMonths: returnOver(history, asOf, 12),
    sinceFirst: toPercent(whole?.reinvested),
    deepestFall: toPercent(whole?.deepestFall),
    from: first?.date ?? null,
    to: newest?.date ?? null
  }
}

/** null unless there were prices at both ends: the fund is younger, or its prices have ended. */
function returnOver(history: ReturnHistory, asOf: IsoDay, months: number): number | null {
  const start = addMonths(asOf, -months)
  const first = history.closes[0]
  if (first === undefined || first.date > start) return null
  const summary = summariseReturn(history, start)
  const isWhole =
    summary !== null &&
    summary.from <= addDays(start, stalePriceDays) &&
    summary.to >= addDays(asOf, -stalePriceDays)
  return isWhole ? toPercent(summary.reinvested) : null
}

function toPercent(fraction: number | undefined): number | null {
  return fraction === undefined ? null : roundTo(2, fraction * 100)
}
