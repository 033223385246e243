import { compareText } from '../../../admin-api/market-days/days.ts'
import type { GrowthLine } from '../../ui/chart/growth-drawing.ts'
import type { HeldFunds } from '../funds/held-fund.ts'
import type { Lot } from '../ledger/take-shares.ts'
import type { PortfolioPayment } from '../positions/portfolio-payments.ts'

/** Dollars at the close of each day since the first purchase: value of the shares held, and cash received so far. */
export function valueLines(
  lots: readonly Lot[],
  funds: HeldFunds,
  payments: readonly PortfolioPayment[]
): GrowthLine[] {
  const lotsOf = Map.groupBy(lots, ({ symbol }) => symbol)
  /** Changes of the whole value by day. */
  const changes = new Map<string, number>()
  for (const [symbol, ofFund] of lotsOf) {
    let last = 0
    for (const { date, close } of funds.get(symbol)?.closes ?? []) {
      const value = close * sharesAt(ofFund, date)
      if (value !== last) changes.set(date, (changes.get(date) ?? 0) + value - last)
      last = value
    }
  }
  const days = [...changes.keys()].sort(compareText)
  const paid = payments.filter(({ state }) => state === 'paid')
  let [value, received, next] = [0, 0, 0]
  const points = days.map((date) => {
    value += changes.get(date) ?? 0
    for (; next < paid.length && (paid[next]?.payDate ?? '') <= date; next += 1)
      received += paid[next]?.amount ?? 0
    return { date, value: Math.max(0, value), received }
  })
  return [
    { name: 'Value', points: points.map(({ date, value }) => ({ date, value })) },
    { name: 'Cash received', points: points.map(({ date, received }) => ({ date, value: received })) }
  ]
}

/** Shares held at the close of a day, on today's share basis, like the closes. */
function sharesAt(lots: readonly Lot[], date: string): number {
  return lots.reduce(
    (sum, { shares, heldFrom, heldUntil }) =>
      heldFrom <= date && (heldUntil === null || heldUntil > date) ? sum + shares : sum,
    0
  )
}
