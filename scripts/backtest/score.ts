import {
  type BacktestFigures,
  backtestFigures,
  type ScoredEstimate
} from '../../admin-api/accuracy/accuracy-figures.ts'
import { baselineNames, countedPayments } from '../../admin-api/accuracy/counted-payments.ts'
import { backtest } from '../../admin-api/estimator/estimator.ts'
import type { FundHistory } from '../../admin-api/market-days/types.ts'
import { readFamilies } from '../../data/read-facts.ts'
import { alignColumns } from '../command.ts'

type FamilyScore = { family: string; accuracy: BacktestFigures | undefined }

type Backtest = {
  /** All families together first, then each one of the funds. */
  scores: FamilyScore[]
  /** How many of a symbol's payments count but have no estimate. */
  withoutEstimate: Map<string, number>
}

/** Backtests the histories and scores the payments that count, with ex-dates `from` to `to` inclusive. */
export function runBacktest(
  funds: readonly FundHistory[],
  { from = '', to = '9999', symbol }: { [Name in 'from' | 'to' | 'symbol']?: string | undefined }
): Backtest {
  const keyOf = (paid: { symbol: string; exDate: string }): string => `${paid.symbol} ${paid.exDate}`
  const backtested = new Map(backtest(funds).map((estimate) => [keyOf(estimate), estimate]))
  const scored: (ScoredEstimate & { family: string })[] = []
  const withoutEstimate = new Map<string, number>()
  for (const fund of funds) {
    if (symbol !== undefined && fund.symbol !== symbol) continue
    for (const counted of countedPayments(fund)) {
      if (counted.exDate < from || counted.exDate > to) continue
      const estimate = backtested.get(keyOf(counted))
      if (estimate && counted.baselines) {
        scored.push({ ...estimate, family: fund.family, baselines: counted.baselines })
      } else {
        withoutEstimate.set(fund.symbol, (withoutEstimate.get(fund.symbol) ?? 0) + 1)
      }
    }
  }
  const present = new Set(funds.map(({ family }) => family))
  const families = readFamilies().flatMap(({ family }) => (present.has(family) ? [family] : []))
  const scores = ['all', ...families].map((family) => ({
    family,
    accuracy: backtestFigures(scored.filter((one) => family === 'all' || one.family === family))
  }))
  return { scores, withoutEstimate }
}

const columns = ['family', 'n', 'error', 'bias', 'within 10 %', 'coverage', 'width', ...baselineNames]

/** Formats the scores as a table for a terminal; errors as median / mean. */
export function toTable(scores: readonly FamilyScore[]): string {
  return alignColumns([columns, ...scores.map(toCells)]).join('\n')
}

function toCells({ family, accuracy }: FamilyScore): string[] {
  if (!accuracy) return [family, '0', ...columns.slice(2).map(() => '-')]
  const pair = (size: { medianErrorPercent: number; meanErrorPercent: number }): string =>
    `${size.medianErrorPercent.toFixed(1)} / ${size.meanErrorPercent.toFixed(1)}`
  return [
    family,
    String(accuracy.n),
    pair(accuracy),
    `${accuracy.biasPercent > 0 ? '+' : ''}${accuracy.biasPercent.toFixed(1)}`,
    accuracy.within10Percent.toFixed(1),
    accuracy.coveragePercent.toFixed(1),
    accuracy.medianWidthPercent.toFixed(1),
    ...baselineNames.map((name) => pair(accuracy.baselines[name]))
  ]
}

/** Formats the same figures as JSON: percent, two decimals; a family without payments has only nulls. */
export function toJson(scores: readonly FamilyScore[]): string {
  const rows = scores.map(({ family, accuracy }) => ({
    family,
    n: accuracy?.n ?? 0,
    medianErrorPercent: accuracy?.medianErrorPercent ?? null,
    meanErrorPercent: accuracy?.meanErrorPercent ?? null,
    biasPercent: accuracy?.biasPercent ?? null,
    within10Percent: accuracy?.within10Percent ?? null,
    coveragePercent: accuracy?.coveragePercent ?? null,
    medianWidthPercent: accuracy?.medianWidthPercent ?? null,
    baselines: Object.fromEntries(
      baselineNames.map((name) => [
        name,
        accuracy?.baselines[name] ?? { medianErrorPercent: null, meanErrorPercent: null }
      ])
    )
  }))
  const rounded = (_: string, value: unknown): unknown =>
    typeof value === 'number' ? Math.round(value * 100) / 100 : value
  return `${JSON.stringify(rows, rounded, 2)}\n`
}

/** Sentences about what the scores leave out. */
export function toNotes({ scores, withoutEstimate }: Backtest, unknownSymbols: readonly string[]): string[] {
  const missing = [...withoutEstimate].map(([symbol, count]) => `${symbol} ${count}`)
  return [
    ...(scores[0]?.accuracy
      ? []
      : ['No payment could be scored: each needs ten before it, so the files must hold the whole history.']),
    ...(missing.length > 0
      ? [`Without an estimate, for want of a price or of payments before: ${missing.join(', ')}.`]
      : []),
    ...(unknownSymbols.length > 0
      ? [`Skipped, as they are none of our funds: ${unknownSymbols.join(', ')}.`]
      : [])
  ]
}
