import { factorsWithoutErrors, logRatio } from '../estimator/estimator.ts'
import { closeAt, priceDayOf } from '../market-days/closes.ts'
import { daysBetween } from '../market-days/days.ts'
import type { FundHistory, IsoDay } from '../market-days/types.ts'
import { comingSpan, type PaidSpan, scaleTo, spanOf, usualPayments } from '../market-days/usual-payments.ts'
import { quantileLevels } from '../numbers/interval-scores.ts'
import { ewma, mean, median, weightedQuantiles } from '../numbers/statistics.ts'

/** Simple rules that every backtested estimate is compared with. */
export const baselineNames = [
  'last-amount',
  'mean-of-three',
  'last-yield',
  'ewma-yield',
  'median-of-four'
] as const
export type BaselineName = (typeof baselineNames)[number]

/** The estimate of each simple rule, dollars a share. */
export type Baselines = Record<BaselineName, number>

/** Quantiles of a simple rule at quantileLevels, dollars a share. */
type BaselineQuantiles = (name: BaselineName) => readonly number[]

/** A payment that counts in a comparison; without baselines if a price is missing. */
export type CountedPayment = {
  symbol: string
  exDate: IsoDay
  amount: number
  /** The regular payment before it. */
  lastAmount: number
  baselines?: Baselines
  baselineQuantiles?: BaselineQuantiles
}

/**
 * The one simple rule of each family that skill is measured against, fixed before 2026: the best by weighted interval
 * score on all payments up to December 31, 2025. That was the EWMA of yields nearly everywhere, and the default for
 * families without payments then.
 */
const fixedBaselines: Readonly<Record<string, BaselineName>> = { graniteshares: 'last-yield' }

export function baselineOf(family: string): BaselineName {
  return fixedBaselines[family] ?? 'ewma-yield'
}

const minBefore = 10
const alpha = 0.65

/** A regular payment, and the close of its price day. */
type RegularPayment = {
  exDate: IsoDay
  amount: number
  price: number | undefined
  gapDays: number | undefined
  span: PaidSpan | undefined
}

/** Number of a rule's own past errors whose quantiles spread its forecast, and the minimum. */
const recentErrors = 60
const minErrors = 5

/**
 * Payments of a fund that count in a comparison, ascending: those with at least ten payments before them, at any
 * frequency. Residual and special payments are ignored.
 *
 * The baselines use all earlier payments, including one-offs; only a catch-up after a change of frequency is scaled to
 * its days:
 * - last-amount: the last amount; mean-of-three: the mean of the last three; median-of-four: the median of the last four;
 * - last-yield: last amount / its price x price;
 * - ewma-yield: exp(EWMA of ln(amount / price), alpha 0.65) x price; a zero has no logarithm and is left out.
 * A price is the close of the price day (priceDayOf). The quantiles of a rule are its forecast times those of
 * its last 60 ratios of payment to forecast for the fund, of payments with the same kind of period; half to one and a
 * half times the forecast as the 10 to 90 % range with fewer than five.
 */
export function countedPayments({ symbol, traits, payments, closes }: FundHistory): CountedPayment[] {
  const regular: RegularPayment[] = []
  const counted: CountedPayment[] = []
  const errors = new Map<string, number[]>()
  for (const { exDate, amount } of usualPayments(payments)) {
    const before = regular.at(-1)
    const gapDays = before && daysBetween(before.exDate, exDate)
    const price = closeAt(closes, priceDayOf(exDate, traits))?.close
    if (before !== undefined && gapDays !== undefined) {
      const coming = comingSpan(gapDays, before.gapDays)
      const baselines = price === undefined ? undefined : baselinesOf(regular, price, coming)
      const errorsOf = (name: BaselineName): number[] => listOf(errors, `${name} ${coming.period}`)
      if (regular.length >= minBefore) {
        counted.push({
          symbol,
          exDate,
          amount,
          lastAmount: before.amount,
          ...(baselines && { baselines, baselineQuantiles: spreadBaselines(baselines, errorsOf) })
        })
      }
      if (baselines) for (const name of baselineNames) addError(errorsOf(name), amount, baselines[name])
    }
    regular.push({ exDate, amount, price, gapDays, span: spanOf(gapDays, before?.gapDays) })
  }
  return counted
}

function listOf(lists: Map<string, number[]>, key: string): number[] {
  const list = lists.get(key) ?? []
  lists.set(key, list)
  return list
}

/** Adds ln(amount / forecast); a forecast of zero has no ratio. */
function addError(errors: number[], amount: number, forecast: number): void {
  if (forecast > 0) errors.push(logRatio(amount, forecast))
}

/** Quantiles are calculated when they are read: most callers need one rule of few payments. */
function spreadBaselines(
  baselines: Baselines,
  errorsOf: (name: BaselineName) => readonly number[]
): BaselineQuantiles {
  // The lists grow with later payments.
  const recent = new Map(baselineNames.map((name) => [name, errorsOf(name).slice(-recentErrors)]))
  return (name) => factorsOf(recent.get(name) ?? []).map((factor) => factor * baselines[name])
}

function factorsOf(errors: readonly number[]): readonly number[] {
  if (errors.length < minErrors) return factorsWithoutErrors
  const weighted = errors.map((value) => ({ value, weight: 1 }))
  return weightedQuantiles(weighted, quantileLevels).map(Math.exp)
}

function baselinesOf(
  payments: readonly RegularPayment[],
  price: number,
  coming: PaidSpan
): Baselines | undefined {
  const scaled = payments.slice(-30).map((payment) => ({
    price: payment.price,
    amount: payment.amount * scaleTo(payment.span, coming)
  }))
  const last = scaled.at(-1)
  const logYields = scaled.flatMap((paid) =>
    paid.price === undefined || paid.amount <= 0 ? [] : [Math.log(paid.amount / paid.price)]
  )
  if (last?.price === undefined || logYields.length === 0) return undefined
  return {
    'last-amount': last.amount,
    'mean-of-three': mean(scaled.slice(-3).map(({ amount }) => amount)),
    'last-yield': (last.amount / last.price) * price,
    'ewma-yield': Math.exp(ewma(logYields, alpha)) * price,
    'median-of-four': median(scaled.slice(-4).map(({ amount }) => amount))
  }
}
