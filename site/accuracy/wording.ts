import { formatChange, formatPercent } from '../lib/format.ts'

/** Single errors are held at this much: see `AccuracyFigures`. */
const largestErrorPercent = 300

/** '+4.0%', '−0.7%', '0.0%'. */
export function formatSigned(percent: number): string {
  return formatChange(percent, 1)
}

/** An error of one estimate: '−4.0%'; the record holds no larger one than 300 %. */
export function formatError(percent: number): string {
  return percent >= largestErrorPercent
    ? `over ${formatPercent(largestErrorPercent, 0)}`
    : formatSigned(percent)
}

/** One decimal, as all figures of the accuracy page have. */
export function formatRate(percent: number): string {
  return formatPercent(percent, 1)
}

export type Verdict = 'close' | 'in range' | 'missed'

/** Close is within 10 % of the payment; otherwise it matters whether the payment was inside the range. */
export function verdictOf(entry: { errorPercent: number; isInRange: boolean }): Verdict {
  if (Math.abs(entry.errorPercent) <= 10) return 'close'
  return entry.isInRange ? 'in range' : 'missed'
}
