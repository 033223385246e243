import type { Close, IsoDay, Payment } from '../../market-days/types.ts'

const sessionsPerYear = 252

/**
 * Annualised volatility of total return over the last `sessions` daily returns:
 * sample standard deviation of ln((close + distributions going ex that day) / close before), times sqrt(252).
 * A distribution that went ex between two closes counts with the later one.
 * Convention: RiskMetrics technical document (1996), 252 sessions a year.
 *
 * @param closes ascending, up to the day of the estimate; dollars a share
 * @returns a fraction, or undefined with fewer than 5 returns
 */
export function realisedVolatility(
  closes: readonly Close[],
  payments: readonly Payment[],
  sessions = 21
): number | undefined {
  const recent = closes.slice(-(sessions + 1))
  const returns: number[] = []
  recent.forEach(({ date, close }, i) => {
    const before = recent[i - 1]
    if (!before) return
    const paid = paidBetween(payments, before.date, date)
    returns.push(Math.log((close + paid) / before.close))
  })
  if (returns.length < 5) return undefined
  const average = returns.reduce((sum, value) => sum + value, 0) / returns.length
  const squares = returns.reduce((sum, value) => sum + (value - average) ** 2, 0)
  return Math.sqrt((squares / (returns.length - 1)) * sessionsPerYear)
}

function paidBetween(payments: readonly Payment[], after: IsoDay, upTo: IsoDay): number {
  return payments
    .filter(({ exDate }) => exDate > after && exDate <= upTo)
    .reduce((sum, { amount }) => sum + amount, 0)
}
