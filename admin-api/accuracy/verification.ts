import type { Family } from '../contract/families.ts'
import { monthNames } from '../contract/vocabulary.ts'
import type { ScoredRow } from '../estimates/estimate-record.db.ts'
import { quantilesOfRow } from '../estimates/frozen-rows.ts'
import { compareText, thursdayOf } from '../market-days/days.ts'
import { bootstrapInterval } from '../numbers/block-bootstrap.ts'
import { quantileLevels, relativeIntervalScore } from '../numbers/interval-scores.ts'
import { toEntry } from './record-entry.ts'
import { type ComparedForecast, type SkillFigures, skillFigures } from './skill-figures.ts'

/** Goals for a year, published before it begins and never changed after. */
export const skillTargets = [
  { year: '2027', publishedOn: '2026-11-23', skill: 0.3, familySkill: 0, coverage: [77, 83] }
] as const

/** Quantiles of the simple rule of a fund's family for a payment, dollars a share of today; undefined without them. */
export type FindBaseline = (symbol: string, exDate: string) => readonly number[] | undefined

type Forecast = ComparedForecast & { row: ScoredRow; score: number }

/** Families in display order, and the rule that each is compared with. */
export type VerificationParts = {
  families: readonly Pick<Family, 'id' | 'name'>[]
  findBaseline: FindBaseline
}

/** `key`: symbol, family id, year or month; `name` as visitors read it. */
export type NamedSkill = { key: string; name: string; figures: SkillFigures }

/**
 * Verification of the scored estimates of one origin whose ex-dates are in `year`; null if none of them can be scored.
 * @param rows oldest first
 */
export function verifyYear(
  rows: readonly ScoredRow[],
  year: string,
  { families, findBaseline }: VerificationParts
) {
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
    /** Payments with an estimate but without quantiles or without a baseline, which no score counts. */
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
    /** Thirds of the payments by relative width of their 80 % range, narrow to wide. */
    widths: skillByWidth(forecasts),
    calibration: calibrationOf(forecasts),
    worstWeeks: findWorstWeeks(forecasts, (family) => nameOf.get(family) ?? family)
  }
}

export type YearVerification = NonNullable<ReturnType<typeof verifyYear>>
export type CalibrationPoint = YearVerification['calibration'][number]
/** A week with a large mean score, and what made it large. */
export type WorstWeek = YearVerification['worstWeeks'][number]

/** Skill of each calendar year of ex-dates, oldest first. */
export function verifyYears(rows: readonly ScoredRow[], findBaseline: FindBaseline): NamedSkill[] {
  const forecasts = rows.flatMap((row) => toForecast(row, findBaseline) ?? [])
  return skillBy(forecasts, ({ exDate }) => exDate.slice(0, 4))
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

/** Shares of payments at or below each quantile, percent, with their 90 % intervals over weeks. */
function calibrationOf(forecasts: readonly Forecast[]) {
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

const worstWeeksShown = 5
const worstEntriesShown = 3
/** With fewer payments a single miss would decide the week. */
const minOfWeek = 5

function findWorstWeeks(forecasts: readonly Forecast[], nameOf: (family: string) => string) {
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
  figures: SkillFigures,
  nameOf: (family: string) => string
) {
  const total = sumOfScores(members)
  const [worst] = [...Map.groupBy(members, ({ row }) => row.family)]
    .map(([family, list]) => ({ name: nameOf(family), percent: (100 * sumOfScores(list)) / total }))
    .sort((a, b) => b.percent - a.percent)
  const top = members.toSorted((a, b) => b.score - a.score).slice(0, worstEntriesShown)
  return {
    /** Its Thursday. */
    week,
    figures,
    /** Payments below and above their 80 % range. */
    below: members.filter(({ row }) => row.actual < row.low).length,
    above: members.filter(({ row }) => row.actual > row.high).length,
    /** Family with the largest part of the week's score, and that part, in percent. */
    family: worst ?? { name: '', percent: 0 },
    /** Part of the week's score that `entries`, its worst payments, make, in percent. */
    topPercent: (100 * sumOfScores(top)) / total,
    entries: top.map(({ row }) => toEntry(row))
  }
}

function sumOfScores(forecasts: readonly Forecast[]): number {
  return forecasts.reduce((sum, { score }) => sum + score, 0)
}
