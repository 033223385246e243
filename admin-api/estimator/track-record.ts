import { dayNumber } from '../market-days/days.ts'
import type { IsoDay } from '../market-days/types.ts'
import type { Weighted } from '../numbers/weighted-quantile.ts'
import { type Losses, type RuleForecast, recordLosses } from './combine-forecasts.ts'
import { relativeError } from './confidence.ts'
import { logRatio } from './numbers/log-ratio.ts'
import { firstTail, nextTail, type PastError, type RangeFactors } from './range.ts'

/** How well the rules and the combined forecasts did so far, for one fund or one family; lists oldest first. */
export type TrackRecord = {
  losses: Losses
  errors: PastError[]
  /** |estimate - actual| / actual */
  relativeErrors: number[]
  /** The share that the next range leaves out at each end. */
  tail: number
  /** Of a family: its errors as they were last weighed, at which cutoff and of how many. */
  shared?: { cutoff: IsoDay; count: number; errors: readonly Weighted[] }
}

/**
 * By fund or family and period: weekly and longer payments are kept apart, as their errors differ in size. A family also
 * has one for each level of the last yield (lastYieldLevel), of which only the losses are kept.
 */
export type TrackRecords = Map<string, TrackRecord>

/** Of the rules' losses, in payments of the fund and of the family. */
const fundHalfLife = 16
const familyHalfLife = 50

export function recordOf(records: TrackRecords, key: string): TrackRecord {
  const known = records.get(key)
  if (known) return known
  const fresh: TrackRecord = { losses: new Map(), errors: [], relativeErrors: [], tail: firstTail }
  records.set(key, fresh)
  return fresh
}

/** One estimate and the payment it was for; dollars a share. */
export type Outcome = { exDate: IsoDay; estimate: number; actual: number; factors: RangeFactors }

/**
 * Scores one payment in place: the estimate for its fund and its family, the rules for its fund and for its family
 * where the last yield was at the same level.
 */
export function score(
  { own, family, sameLevel }: Record<'own' | 'family' | 'sameLevel', TrackRecord>,
  ruleForecasts: readonly RuleForecast[],
  { exDate, estimate, actual, factors }: Outcome
): void {
  recordLosses(own.losses, ruleForecasts, actual, fundHalfLife)
  recordLosses(sameLevel.losses, ruleForecasts, actual, familyHalfLife)
  const missed = actual < estimate * factors.low || actual > estimate * factors.high
  own.tail = nextTail(own.tail, missed)
  const error = { day: dayNumber(exDate), value: logRatio(actual, estimate) }
  for (const record of [own, family]) {
    record.errors.push(error)
    record.relativeErrors.push(relativeError(estimate, actual))
  }
}
