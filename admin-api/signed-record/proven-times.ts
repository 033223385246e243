import type { RecordLeaf, RecordSignature, SignedDay } from '../contract/signed-record.ts'
import { addDays, daysBetween } from '../market-days/days.ts'
import { isBeforeSession, openingOf } from '../market-days/sessions.ts'
import { compareFrozen } from './counted-estimates.ts'

/*
 * Times of live estimates as the signatures prove them. Every signature contains the one before, and covers all
 * estimates that were stored until then, so an estimate was stored between the signature before and the first that covers it.
 */

/** A signature with what its place in the chain proves. */
export type ChainedSignature = {
  signature: RecordSignature
  /** Null for the first. */
  before: RecordSignature | null
  /** The newest time of this signature and all before it: it was made at this instant or later. */
  notBefore: string
  /** Dated before an earlier signature, so that its own time proves nothing. */
  isBackdated: boolean
}

/** A signed live estimate and what the site says about its payment. */
export type LiveEstimate = {
  /** Present symbol of the fund. */
  symbol: string
  leaf: RecordLeaf
  /** The first signature that covers it. */
  first: ChainedSignature
  /** Null: the site's table was not available. `paidExDate` is null as long as no payment is known. */
  shown: { counts: boolean; paidExDate: string | null } | null
}

export function linkSignatures(signatures: readonly RecordSignature[]): Map<number, ChainedSignature> {
  const links = new Map<number, ChainedSignature>()
  let before: RecordSignature | null = null
  let newest = ''
  for (const signature of signatures) {
    const isBackdated = signature.signed_at < newest
    if (!isBackdated) newest = signature.signed_at
    links.set(signature.number, { signature, before, notBefore: newest, isBackdated })
    before = signature
  }
  return links
}

/** The first signature of a day that covers its leaf at this position, from 0. */
export function findFirstSignature(
  { signatures }: Pick<SignedDay, 'signatures'>,
  position: number
): RecordSignature | undefined {
  return signatures.find(({ leaves }) => position < leaves)
}

/** Clocks of several instances that share a database may differ by this much. */
const clockToleranceMs = 5 * 60_000

/**
 * Why an estimate or outlook can't be from the time that it names: it would have been covered by the signature before, or it is younger
 * than the one that covers it. A clock that was set back dates estimate and signature back together, which proves nothing.
 */
export function findTimeFault({
  leaf,
  name,
  first
}: {
  leaf: { made_at: string }
  name: string
  first: ChainedSignature
}): string | null {
  const { signature, before, isBackdated } = first
  const madeAt = Date.parse(leaf.made_at)
  if (madeAt > Date.parse(signature.signed_at) + clockToleranceMs)
    return `${name} is younger than signature ${signature.number} of ${signature.signed_at}, which covers it`
  if (before === null || isBackdated || madeAt >= Date.parse(before.signed_at) - clockToleranceMs) return null
  return `${name} is older than signature ${before.number} of ${before.signed_at}, which does not cover it`
}

/** Whether the signatures prove that an estimate is from before the session of this ex-date opened. */
function isProvenBefore({ first }: LiveEstimate, exDate: string): boolean {
  return !first.isBackdated && isBeforeSession(new Date(first.signature.signed_at), exDate)
}

/** Whether the signatures prove that an estimate is from after this instant, the open of a session. */
function isProvenAfter({ first }: LiveEstimate, opening: Date): boolean {
  return Date.parse(first.notBefore) >= opening.getTime()
}

/** Whether an estimate can be shown to be a forecast: of the actual ex-date, or of the expected one until that is known. */
export function isProvenForecast(estimate: LiveEstimate): boolean {
  return isProvenBefore(estimate, estimate.shown?.paidExDate ?? estimate.leaf.ex_date)
}

/** Longest distance between an expected ex-date and that of its payment, as in scoring. */
const longestShiftDays = 4

/**
 * Why the site counts an estimate that was not the last one signed before the open of its payment's ex-date, among all
 * versions for days around it; null if it counts the right ones.
 */
export function findCountedFault(estimates: readonly LiveEstimate[]): string | null {
  for (const ofFund of Map.groupBy(estimates, ({ symbol }) => symbol).values()) {
    const expectedOn = Map.groupBy(ofFund, ({ leaf }) => leaf.ex_date)
    const paidOn = Map.groupBy(ofFund, ({ shown }) => shown?.paidExDate ?? null)
    for (const counted of ofFund) {
      const exDate = counted.shown?.counts ? counted.shown.paidExDate : null
      if (exDate === null) continue
      const opening = openingOf(exDate)
      // An upgrade signs at once what was stored before there were signatures.
      if (isProvenAfter(counted, opening) && counted.first.before !== null)
        return `${nameOfEstimate(counted.leaf)} counts, and was signed at ${counted.first.signature.signed_at}, after the session of its ex-date ${exDate} had opened`
      const near = daysAround(exDate).flatMap((day) => expectedOn.get(day) ?? [])
      const versions = [
        ...new Set([...near.filter((each) => isFor(each, exDate)), ...(paidOn.get(exDate) ?? [])])
      ]
      const last = versions
        .filter((version) => !isProvenAfter(version, opening))
        .toSorted(compareSigned)
        .at(-1)
      if (last !== undefined && last !== counted)
        return `${nameOfEstimate(counted.leaf)} counts for ${exDate}, and ${nameOfEstimate(last.leaf)} was signed later, before that session opened`
    }
  }
  return null
}

function daysAround(exDate: string): string[] {
  return Array.from({ length: 2 * longestShiftDays + 1 }, (_, i) => addDays(exDate, i - longestShiftDays))
}

/** Positive if `a` was signed after `b`. */
function compareSigned(a: LiveEstimate, b: LiveEstimate): number {
  return a.first.signature.number - b.first.signature.number || compareFrozen(frozenOf(a), frozenOf(b))
}

function frozenOf({ leaf }: LiveEstimate) {
  return { ...leaf, version: leaf.version ?? 0 }
}

/** Whether an estimate for a near day is a version for the payment of this ex-date, and not for another one that is nearer. */
function isFor({ leaf, shown }: LiveEstimate, exDate: string): boolean {
  const paid = shown?.paidExDate ?? null
  return paid === null || shiftOf(leaf.ex_date, paid) > shiftOf(leaf.ex_date, exDate)
}

function shiftOf(a: string, b: string): number {
  return Math.abs(daysBetween(a, b))
}

/**
 * Counting estimates whose day has passed without a payment, oldest first: the last ones that visitors saw before that day.
 * @param today the day of the newest signature
 */
export function listUnpaid(estimates: readonly LiveEstimate[], today: string): LiveEstimate[] {
  return [...Map.groupBy(estimates, ({ symbol }) => symbol).values()]
    .flatMap((ofFund) => {
      const inOrder = ofFund.toSorted(compareSigned)
      return inOrder.filter((estimate) => {
        const { ex_date } = estimate.leaf
        if (!estimate.shown?.counts || estimate.shown.paidExDate !== null) return false
        if (daysBetween(ex_date, today) <= longestShiftDays) return false
        const opening = openingOf(ex_date)
        return inOrder.findLast((other) => !isProvenAfter(other, opening)) === estimate
      })
    })
    .sort((a, b) => (a.leaf.ex_date < b.leaf.ex_date ? -1 : 1))
}

/** An estimate in a sentence. */
export function nameOfEstimate({
  symbol,
  ex_date,
  made_at
}: Pick<RecordLeaf, 'symbol' | 'ex_date' | 'made_at'>): string {
  return `${symbol}, ex-date ${ex_date}, made ${made_at},`
}
