/** Dollars per share; month 0 is the day of the purchase. `paid` is the sum of all distributions so far. */
type Month = { month: number; nav: number; distribution: number; paid: number }

export type FundYear = {
  months: Month[]
  start: number
  end: Month
  /** Fractions of the start. */
  navChange: number
  /** Without reinvesting the cash. */
  totalReturn: number
  /** With every distribution reinvested at the value after it. */
  reinvestedReturn: number
  /** The year's distributions divided by the value at its end. */
  trailingYield: number
}

/**
 * Calculates a made-up year: each month the fund earns `monthlyReturn` (a fraction: gains, losses, premiums and fees)
 * and then pays out `payoutShare` of its value.
 */
export function fundYear(start: number, monthlyReturn: number, payoutShare: number): FundYear {
  const months: Month[] = [{ month: 0, nav: start, distribution: 0, paid: 0 }]
  let latest: Month = { month: 0, nav: start, distribution: 0, paid: 0 }
  for (let month = 1; month <= 12; month++) {
    const before = latest.nav * (1 + monthlyReturn)
    const distribution = before * payoutShare
    latest = { month, nav: before - distribution, distribution, paid: latest.paid + distribution }
    months.push(latest)
  }
  return {
    months,
    start,
    end: latest,
    navChange: latest.nav / start - 1,
    totalReturn: (latest.nav + latest.paid) / start - 1,
    reinvestedReturn: (1 + monthlyReturn) ** 12 - 1,
    trailingYield: latest.paid / latest.nav
  }
}

export const monthlyPayout = 0.04
/** Twelve payments of 4 % of the value before each. */
export const distributionRate = 12 * monthlyPayout
export const fairYear = fundYear(20, 0.01, monthlyPayout)
export const badYear = fundYear(20, -0.02, monthlyPayout)
