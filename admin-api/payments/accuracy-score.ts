import { roundTo } from '../numbers/rounding.ts'

/** 1 - |actual - estimate| / actual, not below 0; an actual of zero scores 1 only for an estimate of zero. */
export function accuracyScore(estimate: number, actual: number): number {
  if (actual === 0) return estimate === 0 ? 1 : 0
  return roundTo(4, Math.max(0, 1 - Math.abs(actual - estimate) / actual))
}

/** Of a row of the history; null while its estimate or its amount is unknown. */
export function scoreRow(row: { estimated_amount: number | null; amount: number | null }): number | null {
  const { estimated_amount, amount } = row
  return estimated_amount === null || amount === null ? null : accuracyScore(estimated_amount, amount)
}
