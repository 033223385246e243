import { baselineNames } from '../../admin-api/accuracy/counted-payments.ts'
import type { Backtest, FamilyScore } from './score.ts'

const columns = ['family', 'n', 'error', 'bias', 'within 10 %', 'coverage', 'width', ...baselineNames]

/** The figures as a table for a terminal; errors as median / mean. */
export function toTable(scores: readonly FamilyScore[]): string {
  const lines = scores.map(toCells)
  const widths = columns.map((name, i) => Math.max(name.length, ...lines.map((line) => line[i]?.length ?? 0)))
  return [columns, ...lines]
    .map((line) =>
      line.map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0)))
    )
    .map((cells) => cells.join('  '))
    .join('\n')
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

/** The same figures for a program: percent, two decimals; a family without payments has only nulls. */
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

/** What a reader of the figures should know besides, one sentence a line. */
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
