import { dayNumber } from '../market-days/days.ts'
import type { IsoDay } from '../market-days/types.ts'
import { median, type Weighted } from '../numbers/statistics.ts'
import { type Losses, logRatio, type RuleForecast, recordLosses } from './combine-forecasts.ts'
import { relativeError } from './confidence.ts'
import type { PaymentFeatures } from './payment-features.ts'
import { addErrorSize, type ErrorSizes, firstTail, nextTail, type PastError, rangeOf } from './range.ts'

/** Past performance of the rules and of the combined forecasts, for a fund or a family; lists oldest first. */
export type TrackRecord = {
  losses: Losses
  errors: PastError[]
  errorSizes: ErrorSizes
  /** |estimate - actual| / actual */
  relativeErrors: number[]
  /** Share that the next range leaves out at each end. */
  tail: number
  /** Cache for a family: its weighted errors at a cutoff, calculated from `count` errors. */
  shared?: { cutoff: IsoDay; count: number; errors: readonly Weighted[] }
}

/**
 * Records by fund or family and period, because weekly and longer payments have errors of different size. A family also
 * has one for each level of the last yield (lastYieldLevel), of which only the losses are used.
 */
export type TrackRecords = Map<string, TrackRecord>

/** Half-lives of the rules' losses, in payments of the fund and of the family. */
const fundHalfLife = 16
const familyHalfLife = 50

export function recordOf(records: TrackRecords, key: string): TrackRecord {
  const known = records.get(key)
  if (known) return known
  const fresh: TrackRecord = {
    losses: new Map(),
    errors: [],
    errorSizes: { sum: 0, count: 0 },
    relativeErrors: [],
    tail: firstTail
  }
  records.set(key, fresh)
  return fresh
}

/** Difference in ln yield above which the last payment counts as unusual for the fund. */
const unusualDistance = 0.1

/** Whether the last yield is above or below the median of the last five, or near it. */
export function lastYieldLevel({
  logYields
}: Pick<PaymentFeatures, 'logYields'>): 'above' | 'below' | 'near' {
  const distance = (logYields.at(-1) ?? 0) - median(logYields.slice(-5))
  return distance > unusualDistance ? 'above' : distance < -unusualDistance ? 'below' : 'near'
}

/**
 * Scores one payment in place: the estimate for its fund and family, the rules for its fund and for the family's
 * payments at the same level of the last yield. Amounts are dollars a share. A one-off counts in the confidence alone:
 * it says nothing about rules and ranges of regular payments.
 */
export function score(
  { own, family, sameLevel }: Record<'own' | 'family' | 'sameLevel', TrackRecord>,
  ruleForecasts: readonly RuleForecast[],
  payment: { exDate: IsoDay; estimate: number; actual: number; factors: readonly number[]; isOneOff: boolean }
): void {
  const { exDate, estimate, actual, factors } = payment
  for (const record of [own, family]) record.relativeErrors.push(relativeError(estimate, actual))
  if (payment.isOneOff) return
  recordLosses(own.losses, ruleForecasts, actual, fundHalfLife)
  recordLosses(sameLevel.losses, ruleForecasts, actual, familyHalfLife)
  const { low, high } = rangeOf(factors)
  const missed = actual < estimate * low || actual > estimate * high
  own.tail = nextTail(own.tail, missed)
  const error = { day: dayNumber(exDate), value: logRatio(actual, estimate) }
  for (const record of [own, family]) record.errors.push(error)
  own.errorSizes = addErrorSize(own.errorSizes, error.value, 'ofFund')
  family.errorSizes = addErrorSize(family.errorSizes, error.value, 'ofFamily')
}
