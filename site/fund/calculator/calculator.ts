import type { StockResult } from '../../../admin-api/contract/stock.ts'

type Terms = Pick<StockResult, 'dividend' | 'low' | 'high' | 'price' | 'payment_frequency'>

/** All amounts in dollars. `compounded` is null without a price to reinvest at. */
export type Calculation =
  | { status: 'enter-shares' }
  | { status: 'unavailable' }
  | {
      status: 'ready'
      payout: number
      low: number
      high: number
      yearly: number
      compounded: number | null
      countdown: { payments: number; unit: 'Weeks' | 'Months' }
    }

export const treasureGoal = 1000
export const quickPicks = [10, 50, 100, 200, 500, 1000] as const
export const defaultSharedShares = 100

/** What a number of shares would bring if the estimate came true. */
export function calculate(shares: number, terms: Terms): Calculation {
  if (!(terms.dividend > 0)) return { status: 'unavailable' }
  if (!Number.isInteger(shares) || shares <= 0) return { status: 'enter-shares' }
  const payout = shares * terms.dividend
  return {
    status: 'ready',
    payout,
    low: shares * terms.low,
    high: shares * terms.high,
    yearly: payout * terms.payment_frequency,
    compounded: compoundedAnnualPayout(shares, terms),
    countdown: {
      payments: Math.ceil(treasureGoal / payout),
      unit: terms.payment_frequency === 52 ? 'Weeks' : 'Months'
    }
  }
}

/**
 * The growth of shares x price over one year when each payment buys more at the same price:
 * start x (1 + dividend / price)^payments - start. An upper bound that no real fund reaches: the price
 * of a fund falls by what it pays out.
 */
function compoundedAnnualPayout(
  shares: number,
  { dividend, price, payment_frequency }: Terms
): number | null {
  if (!(price > 0)) return null
  const start = shares * price
  return start * (1 + dividend / price) ** payment_frequency - start
}
