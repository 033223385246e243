import type { FundAnswer } from '../estimates/estimates.db.ts'

/** The traits by which two funds are related; figures are null without an estimate. */
type Traits = Pick<
  FundAnswer,
  'symbol' | 'issuer' | 'family' | 'underlying' | 'amount' | 'low' | 'high' | 'frequency' | 'price'
>

const maxRelated = 6

/**
 * Returns other funds that a visitor of this one may want to see: first on the same underlying, then of its family,
 * then other funds without an underlying if it has none, then of its issuer. Each group is sorted by similarity of
 * yield and payment variability. Funds without an estimate are sorted by symbol, starting after the fund itself and
 * wrapping around, so that not all pages link to the same funds.
 * @param funds all funds, by symbol
 */
export function pickRelated<Fund extends Traits>(fund: Traits, funds: readonly Fund[]): Fund[] {
  const index = funds.findIndex((other) => other.symbol === fund.symbol)
  const others = [...funds.slice(index + 1), ...funds.slice(0, Math.max(index, 0))]
    .map((other) => ({ other, distance: distanceOf(fund, other) }))
    .sort((a, b) => (a.distance === b.distance ? 0 : a.distance - b.distance))
    .map(({ other }) => other)
  const relations = [
    (other: Fund) => fund.underlying !== null && other.underlying === fund.underlying,
    (other: Fund) => other.family === fund.family,
    (other: Fund) => other.underlying === null && fund.underlying === null,
    (other: Fund) => other.issuer === fund.issuer
  ]
  return [...new Set(relations.flatMap((isRelated) => others.filter(isRelated)))].slice(0, maxRelated)
}

/**
 * Distance in logarithms, so that 20% and 40% a year are as far apart as 40% and 80%: of the annualized yield, and of
 * the relative width of the 80 % range, which follows how much the payments vary. Infinite if either is unknown.
 */
function distanceOf(a: Traits, b: Traits): number {
  const [mine, other] = [shapeOf(a), shapeOf(b)]
  if (mine === null || other === null) return Number.POSITIVE_INFINITY
  return Math.abs(Math.log(mine.yield / other.yield)) + Math.abs(Math.log(mine.width / other.width))
}

/** Null without an estimate, and for an amount of zero. */
function shapeOf({ amount, low, high, frequency, price }: Traits): { yield: number; width: number } | null {
  if (amount === null || low === null || high === null || frequency === null || price === null) return null
  if (amount <= 0 || price <= 0 || high <= low) return null
  return { yield: (amount * frequency) / price, width: (high - low) / amount }
}
