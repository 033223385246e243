import type { Family } from '../contract/families.ts'
import type {
  CalibrationPoint,
  NamedSkill,
  SkillTarget,
  WorstWeek,
  YearVerification
} from '../contract/verification.ts'
import { monthNames } from '../contract/vocabulary.ts'
import type { ScoredRow } from '../estimates/estimate-record.db.ts'
import { quantilesOfRow } from '../estimates/frozen-rows.ts'
import { compareText, thursdayOf } from '../market-days/days.ts'
import { bootstrapInterval } from '../numbers/block-bootstrap.ts'
import { quantileLevels, relativeIntervalScore } from '../numbers/interval-scores.ts'
import { toEntry } from './record-entry.ts'
import { type ComparedForecast, skillFigures } from './skill-figures.ts'

/** Goals for a year, published before it begins and never changed after. */
export const skillTargets: readonly SkillTarget[] = [
  { year: '2027', publishedOn: '2026-11-23', skill: 0.3, familySkill: 0, coverage: [77, 83] }
]

/** Quantiles of the simple rule of a fund's family for a payment, dollars a share of today; undefined without them. */
export type FindBaseline = (symbol: string, exDate: string) => readonly number[] | undefined

type Forecast = ComparedForecast & { row: ScoredRow; score: number }

/**
 * Verification of the scored estimates of one origin whose ex-dates are in `year`; null if none of them can be scored.
 * @param rows oldest first
 * @param families in display order
 */
export function verifyYear(
  rows: readonly ScoredRow[],
  year: string,
  { families, findBaseline }: { families: readonly Pick<Family, 'id' | 'name'>[]; findBaseline: FindBaseline }
): YearVerification | null {
  const ofYear = rows.filter(({ paid_ex_date }) => paid_ex_date.startsWith(year))
  const forecasts = ofYear.flatMap((row) => toForecast(row, findBaseline) ?? [])
  const overall = skillFigures(forecasts)
  const [first, last] = [forecasts[0], forecasts.at(-1)]
  if (overall === undefined || first === undefined || last === undefined) return null
  const nameOf = new Map(families.map(({ id, name }) => [id, name]))
  const byFamily = skillBy(forecasts, ({ row }) => row.family)
  return {
    year,
    from: first.exDate,
    to: last.exDate,
    unscored: ofYear.length - forecasts.length,
    overall,
    months: skillBy(forecasts, ({ exDate }) => exDate.slice(0, 7)).map((month) => ({
      ...month,
      name: monthNames[Number(month.key.slice(5)) - 1] ?? month.key
    })),
    families: families.flatMap(({ id, name }) =>
      byFamily.filter(({ key }) => key === id).map((family) => ({ ...family, name }))
    ),
    funds: skillBy(forecasts, ({ row }) => row.symbol),
    widths: skillByWidth(forecasts),
    calibration: calibrationOf(forecasts),
    worstWeeks: findWorstWeeks(forecasts, (family) => nameOf.get(family) ?? family)
  }
}

/** Returns the forecast on the share basis of the estimate. */
function toForecast(row: ScoredRow, findBaseline: FindBaseline): Forecast | null {
  const { symbol, paid_ex_date: exDate, actual, paid_amount } = row
  const quantiles = quantilesOfRow(row)
  const today = findBaseline(symbol, exDate)
  if (quantiles === null || today === undefined) return null
  const ratio = actual > 0 && paid_amount !== null ? actual / paid_amount : 1
  const baseline = today.map((quantile) => quantile * ratio)
  return { row, exDate, quantiles, baseline, actual, score: relativeIntervalScore(quantiles, actual).score }
}

/** Sorted by key. */
function skillBy(forecasts: readonly Forecast[], keyOf: (forecast: Forecast) => string): NamedSkill[] {
  return [...Map.groupBy(forecasts, keyOf)]
    .flatMap(([key, members]) => {
      const figures = skillFigures(members)
      return figures === undefined ? [] : [{ key, name: key, figures }]
    })
    .sort((a, b) => compareText(a.key, b.key))
}

const widthNames = ['Narrow', 'Middle', 'Wide'] as const

function skillByWidth(forecasts: readonly Forecast[]): NamedSkill[] {
  const widthOf = ({ row }: Forecast) => (row.amount > 0 ? (row.high - row.low) / row.amount : 0)
  const sorted = forecasts.toSorted((a, b) => widthOf(a) - widthOf(b))
  return widthNames.flatMap((name, i) => {
    const third = (place: number) => Math.round((place * sorted.length) / widthNames.length)
    const figures = skillFigures(sorted.slice(third(i), third(i + 1)))
    return figures === undefined ? [] : [{ key: name.toLowerCase(), name, figures }]
  })
}

function groupByWeek(forecasts: readonly Forecast[]): Map<string, Forecast[]> {
  return Map.groupBy(forecasts, ({ exDate }) => thursdayOf(exDate))
}

function calibrationOf(forecasts: readonly Forecast[]): CalibrationPoint[] {
  const weeks = [...groupByWeek(forecasts).values()]
  return quantileLevels.map((level, i) => {
    const countBelow = (list: readonly Forecast[]) =>
      list.filter(({ quantiles, actual }) => actual <= (quantiles[i] ?? Number.NaN)).length
    const blocks = weeks.map((week) => [100 * countBelow(week), week.length])
    return {
      level,
      percent: (100 * countBelow(forecasts)) / forecasts.length,
      interval: bootstrapInterval(blocks, ([below = 0, n = 1]) => below / n) ?? null
    }
  })
}

const worstWeeksShown = 10
const worstEntriesShown = 3
/** With fewer payments a single miss would decide the week. */
const minOfWeek = 5

function findWorstWeeks(forecasts: readonly Forecast[], nameOf: (family: string) => string): WorstWeek[] {
  return [...groupByWeek(forecasts)]
    .flatMap(([week, members]) => {
      const figures = skillFigures(members)
      return figures === undefined || figures.n < minOfWeek
        ? []
        : [describeWeek(week, members, figures, nameOf)]
    })
    .sort((a, b) => b.figures.score - a.figures.score)
    .slice(0, worstWeeksShown)
}

function describeWeek(
  week: string,
  members: readonly Forecast[],
  figures: WorstWeek['figures'],
  nameOf: (family: string) => string
): WorstWeek {
  const total = sumOfScores(members)
  const [worst] = [...Map.groupBy(members, ({ row }) => row.family)]
    .map(([family, list]) => ({ name: nameOf(family), percent: (100 * sumOfScores(list)) / total }))
    .sort((a, b) => b.percent - a.percent)
  const top = members.toSorted((a, b) => b.score - a.score).slice(0, worstEntriesShown)
  return {
    week,
    figures,
    below: members.filter(({ row }) => row.actual < row.low).length,
    above: members.filter(({ row }) => row.actual > row.high).length,
    family: worst ?? { name: '', percent: 0 },
    topPercent: (100 * sumOfScores(top)) / total,
    entries: top.map(({ row }) => toEntry(row))
  }
}

function sumOfScores(forecasts: readonly Forecast[]): number {
  return forecasts.reduce((sum, { score }) => sum + score, 0)
}
