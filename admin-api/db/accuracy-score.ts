import { roundTo } from './wire-format.ts'

/** 1 - |actual - estimate| / actual, not below 0; an actual of zero scores 1 only for an estimate of zero. */
export function accuracyScore(estimate: number, actual: number): number {
  if (actual === 0) return estimate === 0 ? 1 : 0
  return roundTo(4, Math.max(0, 1 - Math.abs(actual - estimate) / actual))
}
