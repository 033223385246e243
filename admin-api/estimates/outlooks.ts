import { createHash } from 'node:crypto'
import type { ComingPayment } from '../contract/open-data.ts'
import type { OutlookSum } from '../contract/payout-figures.ts'
import {
  type FundOutlook,
  factorsByLead,
  leadOf,
  type PathSample,
  type PayoutPace,
  projectAmounts,
  quantilesOfSum
} from '../estimator/outlook/outlook.ts'
import { addMonths, daysBetween } from '../market-days/days.ts'
import type { IsoDay } from '../market-days/types.ts'
import { daysPaidFor } from '../market-days/usual-payments.ts'
import { roundAmount, roundTo } from '../numbers/format-numbers.ts'
import { quantileLevels } from '../numbers/interval-scores.ts'

/** Pace and errors from which the amounts of payments after the next one are projected. */
export type Projection = {
  asOf: IsoDay
  /** Null without enough payments or a price. */
  pace: PayoutPace | null
  /** Factors at the quantile levels for each lead, 4 decimals; null without past paths. */
  factors: readonly (readonly number[])[] | null
}

/** Months of the published sums. */
export const publishedMonths = [3, 6, 12] as const

const [low, high] = [quantileLevels.indexOf(0.1), quantileLevels.indexOf(0.9)]

/**
 * Gives payments after the next one their own amounts: what is paid out leaves the price, and the next payment is a share
 * of what is left. Without a projection only their days are known.
 * @param coming regular payments in the order of their ex-dates, the next one first
 * @param lastExDate ex-date of the latest payment before them
 */
export function withProjectedAmounts(
  coming: readonly ComingPayment[],
  projection: Projection | null,
  lastExDate: IsoDay
): ComingPayment[] {
  const days = [lastExDate, ...coming.map(({ ex_date }) => ex_date)]
  const spans = coming.map(({ ex_date }, i) => ({
    days: daysPaidFor(daysBetween(days[i] ?? ex_date, ex_date))
  }))
  const known = coming.map(({ state, amount }) => (state === 'projected' ? undefined : (amount ?? undefined)))
  const amounts = projection?.pace ? projectAmounts(projection.pace, spans, known) : []
  return coming.map((payment, i) => {
    if (payment.state !== 'projected') return payment
    const amount = amounts[i]
    const lead = projection?.factors?.[leadOf(projection.asOf, payment.ex_date)]
    const quantiles = amount !== undefined && lead ? lead.map((factor) => roundAmount(amount * factor)) : null
    return {
      ...payment,
      amount: amount === undefined ? null : roundAmount(amount),
      low: quantiles?.[low] ?? null,
      high: quantiles?.[high] ?? null,
      quantiles
    }
  })
}

/** The projection of an outlook as of a day. */
export function toProjection({ pace, sample }: FundOutlook, asOf: IsoDay): Projection {
  const factors = factorsByLead(sample)
  return {
    asOf,
    pace,
    factors: factors?.map((lead) => lead.map((factor) => roundTo(4, factor))) ?? null
  }
}

/**
 * Sums of a fund's coming payments over some months from `asOf`, by default 3, 6 and 12; only horizons with known amounts.
 */
export function sumComing(
  coming: readonly ComingPayment[],
  sample: PathSample,
  asOf: IsoDay,
  months: readonly number[] = publishedMonths
): OutlookSum[] {
  return months.flatMap((ahead): OutlookSum[] => {
    const to = addMonths(asOf, ahead)
    const within = coming.filter(({ ex_date }) => ex_date <= to)
    const payments = within.flatMap(({ ex_date, amount, state }) =>
      amount === null ? [] : [{ exDate: ex_date, amount, isKnown: state === 'declared' }]
    )
    if (payments.length === 0 || payments.length < within.length) return []
    const total = (list: typeof payments) => list.reduce((sum, { amount }) => sum + amount, 0)
    const declared = total(payments.filter(({ isKnown }) => isKnown))
    const open = payments.filter(({ isKnown }) => !isKnown)
    const quantiles =
      open.length === 0
        ? null
        : (quantilesOfSum(open, sample, asOf)?.map((quantile) => roundAmount(declared + quantile)) ?? null)
    return [
      {
        months: ahead,
        to,
        payments: payments.length,
        amount: roundAmount(total(payments)),
        low: quantiles?.[low] ?? null,
        high: quantiles?.[high] ?? null,
        quantiles
      }
    ]
  })
}

/** Digest of what a fund's coming payments follow from, so that those of an unchanged fund aren't listed again. */
export function digestBasis(parts: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex')
}
