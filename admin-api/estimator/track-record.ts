import { type Candidate, type Losses, recordLosses } from './choice.ts'
import { relativeError } from './confidence.ts'
import { logRatio } from './numbers/log-ratio.ts'

/** How the rules and the chosen estimates did so far, for one fund or one family. */
export type TrackRecord = {
  losses: Losses
  /** ln(actual / estimate), oldest first. */
  errors: number[]
  /** |estimate - actual| / actual, oldest first. */
  relativeErrors: number[]
}

const fundHalfLife = 12
const familyHalfLife = 100

/** All records; weekly and longer periods are kept apart, as their sizes of error differ. */
export type TrackRecords = Map<string, TrackRecord>

export function recordOf(records: TrackRecords, key: string): TrackRecord {
  const known = records.get(key)
  if (known) return known
  const fresh: TrackRecord = { losses: new Map(), errors: [], relativeErrors: [] }
  records.set(key, fresh)
  return fresh
}

/** Scores one payment for its fund and its family in place. */
export function score(
  own: TrackRecord,
  family: TrackRecord,
  candidates: readonly Candidate[],
  estimate: number,
  actual: number
): void {
  recordLosses(own.losses, candidates, actual, fundHalfLife)
  recordLosses(family.losses, candidates, actual, familyHalfLife)
  for (const record of [own, family]) {
    record.errors.push(logRatio(actual, estimate))
    record.relativeErrors.push(relativeError(estimate, actual))
  }
}
