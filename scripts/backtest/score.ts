import { backtestFigures } from '../../admin-api/accuracy/accuracy-figures.ts'
import {
  type Baselines,
  baselineNames,
  baselineOf,
  countedPayments
} from '../../admin-api/accuracy/counted-payments.ts'
import { daysAhead, scoreAhead, summarizeAhead } from '../../admin-api/accuracy/days-ahead.ts'
import { skillFigures } from '../../admin-api/accuracy/skill-figures.ts'
import type { SkillFigures } from '../../admin-api/contract/record.ts'
import { type BacktestedPayment, backtest, backtestDaily } from '../../admin-api/estimator/estimator.ts'
import { addDays } from '../../admin-api/market-days/days.ts'
import { openingOf } from '../../admin-api/market-days/sessions.ts'
import type { FundHistory } from '../../admin-api/market-days/types.ts'
import { changeChances, changes } from '../../admin-api/numbers/change-chances.ts'
import { roundTo } from '../../admin-api/numbers/format-numbers.ts'
import { readFamilies } from '../../data/read-facts.ts'
import { alignColumns } from '../command.ts'

type FamilyScore = Backtest['scores'][number]

/** A scored payment with all forecasts of it. */
export type ComparedPayment = BacktestedPayment & {
  family: string
  baselines: Baselines
  /** Quantiles of the family's simple rule. */
  baseline: readonly number[]
  /** The regular payment before it. */
  lastAmount: number
}

type Backtest = ReturnType<typeof runBacktest>

/** Ex-dates and fund that are scored; all without them. */
export type ScoredRange = { [Name in 'from' | 'to' | 'symbol']?: string | undefined }

/** Backtests the histories and scores the payments that count, with ex-dates `from` to `to` inclusive. */
export function runBacktest(funds: readonly FundHistory[], { from = '', to = '9999', symbol }: ScoredRange) {
  const keyOf = (paid: { symbol: string; exDate: string }): string => `${paid.symbol} ${paid.exDate}`
  const backtested = new Map(backtest(funds).map((estimate) => [keyOf(estimate), estimate]))
  const scored: ComparedPayment[] = []
  const withoutEstimate = new Map<string, number>()
  for (const fund of funds) {
    if (symbol !== undefined && fund.symbol !== symbol) continue
    for (const counted of countedPayments(fund)) {
      if (counted.exDate < from || counted.exDate > to) continue
      const estimate = backtested.get(keyOf(counted))
      const { baselines, baselineQuantiles, lastAmount } = counted
      if (estimate && baselines && baselineQuantiles) {
        const baseline = baselineQuantiles(baselineOf(fund.family))
        scored.push({ ...estimate, family: fund.family, baselines, baseline, lastAmount })
      } else {
        withoutEstimate.set(fund.symbol, (withoutEstimate.get(fund.symbol) ?? 0) + 1)
      }
    }
  }
  const present = new Set(funds.map(({ family }) => family))
  const families = readFamilies().flatMap(({ family }) => (present.has(family) ? [family] : []))
  const scores = ['all', ...families].map((family) => {
    const payments = scored.filter((one) => family === 'all' || one.family === family)
    return { family, accuracy: backtestFigures(payments), skill: skillFigures(payments) }
  })
  return {
    /** All families together, then each family of the funds. */
    scores,
    /** Sorted by symbol, then ex-date. */
    payments: scored,
    /** Number of each symbol's payments that count but have no estimate. */
    withoutEstimate
  }
}

const columns = [
  'family',
  'n',
  'skill',
  'baseline',
  'error',
  'bias',
  'within 10 %',
  'inside 50/80/90',
  'width',
  ...baselineNames
]

/** Formats the scores as a table for a terminal; errors as median / mean. */
export function toTable(scores: readonly FamilyScore[]): string {
  return alignColumns([columns, ...scores.map(toCells)]).join('\n')
}

function toCells({ family, accuracy, skill }: FamilyScore): string[] {
  if (!accuracy || !skill) return [family, '0', ...columns.slice(2).map(() => '-')]
  const pair = (size: { medianErrorPercent: number; meanErrorPercent: number }): string =>
    `${size.medianErrorPercent.toFixed(1)} / ${size.meanErrorPercent.toFixed(1)}`
  return [
    family,
    String(accuracy.n),
    formatSkill(skill),
    family === 'all' ? 'one per family' : baselineOf(family),
    pair(accuracy),
    formatBias(accuracy.biasPercent),
    accuracy.within10Percent.toFixed(1),
    [skill.coverage.inner, skill.coverage.shown, skill.coverage.outer]
      .map((share) => share.toFixed(0))
      .join('/'),
    accuracy.medianWidthPercent.toFixed(1),
    ...baselineNames.map((name) => pair(accuracy.baselines[name]))
  ]
}

/** '+1.7'; '0.0' without a sign. */
function formatBias(percent: number): string {
  const rounded = roundTo(1, percent)
  if (rounded === 0) return '0.0'
  return `${rounded > 0 ? '+' : ''}${rounded.toFixed(1)}`
}

/** '+0.36 [0.29, 0.42]' */
function formatSkill({ skill, interval }: SkillFigures): string {
  const range = interval === null ? '' : ` [${interval.low.toFixed(2)}, ${interval.high.toFixed(2)}]`
  return `${skill > 0 ? '+' : ''}${skill.toFixed(2)}${range}`
}

const quantileColumns = ['q05', 'q10', 'q25', 'q50', 'q75', 'q90', 'q95']

/** Formats each scored payment as a line of CSV, so that others can score the same forecasts; dollars a share. */
export function toPaymentLines(payments: readonly ComparedPayment[]): string[] {
  const chanceColumns = changes.map((change) => `${change}_chance`)
  const head = [
    'symbol',
    'family',
    'ex_date',
    'actual',
    ...quantileColumns,
    ...baselineNames,
    ...chanceColumns
  ]
  const lines = payments.map(({ symbol, family, exDate, actual, quantiles, baselines, lastAmount }) => {
    const chances = changeChances(quantiles, lastAmount)
    const figures = [...quantiles, ...baselineNames.map((name) => baselines[name])]
    return [
      symbol,
      family,
      exDate,
      String(actual),
      ...figures.map((value) => value.toFixed(6)),
      ...changes.map((change) => chances?.[change].toFixed(6) ?? '')
    ]
  })
  return [head, ...lines].map((cells) => cells.join(','))
}

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'].map((day) => `mean ${day}`)

/** Longest of daysAhead and the days that the market may be closed. */
const runUpDays = 21

/**
 * Formats a table by family: for how many days until the session of the ex-date opened all estimates were within 10 % of
 * the payment, the median error some days before, and the mean error on each day of the week before. An estimate is made at each close, from what was known then. Days
 * count until the open, because past declarations were not recorded.
 */
export function toDaysAheadTable(
  funds: readonly FundHistory[],
  { from = '', to = '9999', symbol }: ScoredRange
): string {
  const sessions = new Set(funds.flatMap(({ closes }) => closes.map(({ date }) => date)))
  const days = [...sessions].filter((day) => addDays(day, runUpDays) >= from).sort()
  const shownOf = Map.groupBy(backtestDaily(funds, days), (estimate) => estimate.symbol)
  const scores = funds.flatMap((fund) => {
    const shown = (shownOf.get(fund.symbol) ?? []).map(({ day, amount }) => {
      return { amount, shownAt: `${day}T22:00:00Z` }
    })
    return countedPayments(fund).flatMap(({ exDate, amount }) => {
      const isScored = exDate >= from && exDate <= to && (symbol ?? fund.symbol) === fund.symbol
      const score = isScored && scoreAhead(shown, { amount, knownAt: openingOf(exDate).toISOString() })
      return score ? [{ family: fund.family, ...score, knownBy: 'ex-date' as const }] : []
    })
  })
  const families = readFamilies().map(({ family }) => ({ id: family, name: family }))
  const summary = summarizeAhead(scores, families)
  const lines = summary === null ? [] : [{ name: 'all', ...summary.all }, ...summary.families]
  return alignColumns([
    ['family', 'n', 'days right', ...daysAhead.map((ahead) => `error ${ahead} d`), ...weekdays],
    ...lines.map(({ name, n, daysRight, errors, ...line }) => {
      const figures = [daysRight, ...errors.map(({ percent }) => percent), ...line.weekdays]
      return [name, String(n), ...figures.map((figure) => figure.toFixed(1))]
    })
  ]).join('\n')
}

/** Sentences about what the scores leave out. */
export function toNotes({ scores, withoutEstimate }: Backtest, unknownSymbols: readonly string[]): string[] {
  const missing = [...withoutEstimate].map(([symbol, count]) => `${symbol} ${count}`)
  return [
    ...(scores[0]?.accuracy
      ? []
      : ['No payment could be scored: each needs ten earlier ones, so include the full history.']),
    ...(missing.length > 0
      ? [`Without an estimate, because a price or earlier payments are missing: ${missing.join(', ')}.`]
      : []),
    ...(unknownSymbols.length > 0
      ? [`Skipped, because they are not our funds: ${unknownSymbols.join(', ')}.`]
      : [])
  ]
}
