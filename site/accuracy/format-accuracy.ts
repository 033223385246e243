import { isClose } from '../../admin-api/numbers/forecast-errors.ts'
import { formatChange, formatPercent, formatShare, formatShortDay } from '../lib/format.ts'

/** Cap of a single error, see `errorPercent`. */
const largestErrorPercent = 300

/** '+4.0%', '−0.7%', '0.0%'. */
export function formatSigned(percent: number): string {
  return formatChange(percent, 1)
}

/** Error of one estimate: '−4.0%', capped at 300 %. */
export function formatError(percent: number): string {
  return percent >= largestErrorPercent
    ? `over ${formatPercent(largestErrorPercent, 0)}`
    : formatSigned(percent)
}

/** One decimal, like all figures of the accuracy page. */
export function formatRate(percent: number): string {
  return formatPercent(percent, 1)
}

/** '12%'; not closer to 0 or 100% than 5 points, because what we call almost certain comes true 19 times in 20 or more. */
export function formatChance(chance: number): string {
  if (chance < 0.05) return '<5%'
  return chance > 0.95 ? '>95%' : formatShare(chance)
}

/** 'On Aug 13 we expected 30% more than was paid.', for the largest of `misses`. */
export function describeMiss(
  { exDate, errorPercent }: { exDate: string; errorPercent: number },
  misses: number
): string {
  const size = Math.abs(errorPercent)
  const isCapped = size >= largestErrorPercent
  const miss = `n ${formatShortDay(exDate)} we expected ${isCapped ? 'at least ' : ''}${formatPercent(size, size < 10 ? 1 : 0)} ${errorPercent > 0 ? 'more' : 'less'} than was paid.`
  return misses === 1 ? `O${miss}` : `The largest miss: o${miss}`
}

export type Verdict = 'close' | 'in range' | 'missed'

/** Close is within 10 % of the payment; otherwise the range decides. */
export function verdictOf(entry: { errorPercent: number; isInRange: boolean }): Verdict {
  if (isClose(entry.errorPercent)) return 'close'
  return entry.isInRange ? 'in range' : 'missed'
}

/** '+0.34', '−0.09', '0.00'. */
export function formatSkill(skill: number): string {
  const size = Math.abs(skill).toFixed(2)
  if (size === '0.00') return size
  return `${skill < 0 ? '−' : '+'}${size}`
}

/** '+0.29 to +0.41'. */
export function formatSkillInterval({ low, high }: { low: number; high: number }): string {
  return `${formatSkill(low)} to ${formatSkill(high)}`
}

/** Whether the simple rule was better, by the skill as it is shown: -0.004 is 0.00. */
export function isBehind(skill: number): boolean {
  return skill <= -0.005
}
