import type { Family } from '../contract/admin-families.ts'
import type { AheadFigures, AheadSummary } from '../contract/record.ts'
import { findLiveVersions } from '../estimates/estimate-record.db.ts'
import { weekdayOf } from '../market-days/days.ts'
import { openingOf, toNewYorkTime } from '../market-days/sessions.ts'
import { errorPercent, isClose } from '../numbers/forecast-errors.ts'
import { mean, median } from '../numbers/statistics.ts'
import { findLeadTimes } from '../payments/first-seen.db.ts'
import { basisRatio } from '../payments/share-basis.ts'
import type { Db } from '../platform/database/schema.ts'
import { compareFrozen } from '../signed-record/counted-estimates.ts'

/*
 * How early estimates were right. Visitors see an estimate for each coming payment: a payment after the next one has that
 * of the next one. So the estimate shown at an instant is the newest version of the fund frozen before it, for whichever
 * payment it was made, and nothing else has to be stored.
 */

/** Days before the amount was known at which errors are measured. */
export const daysAhead = [1, 2, 3, 5, 7, 10, 14] as const
const longest = 14
const dayMs = 86_400_000
const daysOfWeek = 7

/** An estimate of the fund, and the instant since which it was shown (ISO, UTC). */
export type ShownEstimate = { amount: number; shownAt: string }

/**
 * Scores the estimates that were shown for a payment before its amount was known; later ones don't count. All amounts are
 * on the same share basis.
 * @param shown oldest first
 * @param knownAt instant (ISO, UTC)
 * @returns `weekdayErrors`, the errors of the estimates shown on each day of the week before, at the time of day at which
 * the amount became known, from Monday to Sunday; `daysRight`, the days for which all shown estimates were within 10 % of the payment, without interruption until
 * it was known, 0 to 14; and the error at each of daysAhead in percent, as errorPercent. Null if the fund had no estimate
 * yet 14 days before.
 */
export function scoreAhead(
  shown: readonly ShownEstimate[],
  payment: { amount: number; knownAt: string }
): { daysRight: number; errors: number[]; weekdayErrors: number[] } | null {
  const before = shown
    .filter(({ shownAt }) => shownAt < payment.knownAt)
    .map(({ amount, shownAt }) => ({
      days: (Date.parse(payment.knownAt) - Date.parse(shownAt)) / dayMs,
      error: errorPercent(amount, payment.amount)
    }))
  const errors = daysAhead.flatMap((ahead) => before.findLast(({ days }) => days >= ahead)?.error ?? [])
  if (errors.length < daysAhead.length) return null
  const weekdayErrors = new Array<number>(daysOfWeek).fill(Number.NaN)
  for (let ahead = 0; ahead < daysOfWeek; ahead += 1) {
    const { day } = toNewYorkTime(new Date(Date.parse(payment.knownAt) - ahead * dayMs))
    weekdayErrors[weekdayOf(day) - 1] = before.findLast(({ days }) => days >= ahead)?.error ?? Number.NaN
  }
  const lastFarOff = before.findLastIndex(({ error }) => !isClose(error))
  return { daysRight: Math.min(longest, before[lastFarOff + 1]?.days ?? 0), errors, weekdayErrors }
}

/** A payment and how early its estimate was right. `knownBy`: when its amount was first seen, or its ex-date opened. */
export type PaymentAhead = AheadScore & { symbol: string; exDate: string; knownAt: string }

type AheadScore = NonNullable<ReturnType<typeof scoreAhead>> & {
  family: string
  knownBy: 'declaration' | 'ex-date'
}

/** Scores of all payments with live estimates, by fund and ex-date. */
export async function findPaymentsAhead(db: Db): Promise<PaymentAhead[]> {
  const keyOf = (symbol: string, exDate: string) => `${symbol} ${exDate}`
  const { leadTimes } = await findLeadTimes(db)
  const announced = leadTimes.filter(({ hours }) => hours > 0)
  const seenAt = new Map(announced.map((row) => [keyOf(row.symbol, row.ex_date), row.seen_at]))
  const versions = (await findLiveVersions(db)).toSorted(compareFrozen)
  return [...Map.groupBy(versions, ({ symbol }) => symbol)].flatMap(([symbol, ofFund]) => {
    const shown = ofFund.map((row) => ({ amount: row.amount * basisRatio(row), shownAt: row.made_at }))
    const payments = new Map(ofFund.map((row) => [row.paid_ex_date, row]))
    return [...payments.values()].flatMap(({ family, paid_ex_date: exDate, paid_amount: amount }) => {
      if (exDate === null || amount === null) return []
      const declaredAt = seenAt.get(keyOf(symbol, exDate))
      const knownAt = declaredAt ?? openingOf(exDate).toISOString()
      const score = scoreAhead(shown, { amount, knownAt })
      const knownBy = declaredAt === undefined ? ('ex-date' as const) : ('declaration' as const)
      return score === null ? [] : [{ symbol, family, exDate, knownAt, knownBy, ...score }]
    })
  })
}

/** Null for an empty set. */
function aheadFigures(payments: readonly AheadScore[]): AheadFigures | null {
  if (payments.length === 0) return null
  return {
    n: payments.length,
    daysRight: median(payments.map(({ daysRight }) => daysRight)),
    errors: daysAhead.map((days, i) => {
      const sizes = payments.map(({ errors }) => Math.abs(errors[i] ?? Number.NaN))
      return { days, percent: median(sizes) }
    }),
    weekdays: Array.from({ length: daysOfWeek }, (_, i) =>
      mean(payments.map(({ weekdayErrors }) => Math.abs(weekdayErrors[i] ?? Number.NaN)))
    )
  }
}

/** Figures of all payments together and of each family with payments; null without any. */
export function summarizeAhead(
  payments: readonly AheadScore[],
  families: readonly Pick<Family, 'id' | 'name'>[]
): AheadSummary | null {
  const all = aheadFigures(payments)
  if (all === null) return null
  const ofFamilies = families.flatMap(({ id, name }) => {
    const figures = aheadFigures(payments.filter(({ family }) => family === id))
    return figures === null ? [] : [{ name, ...figures }]
  })
  const declared = payments.filter(({ knownBy }) => knownBy === 'declaration').length
  return { all, families: ofFamilies, declared }
}
