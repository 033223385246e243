import type { Family } from '../contract/admin-families.ts'
import type { CalibrationPoint, NamedSkill, SkillTarget, YearVerification } from '../contract/record.ts'
import type { ScoredRow } from '../estimates/estimate-record.db.ts'
import { quantilesOfRow } from '../estimates/frozen-rows.ts'
import { thursdayOf } from '../market-days/days.ts'
import { type ChangeChances, changeChances, changeOf } from '../numbers/change-chances.ts'
import { quantileLevels } from '../numbers/interval-scores.ts'
import { bootstrapInterval } from '../numbers/statistics.ts'
import { figuresBy } from './accuracy-figures.ts'
import { type ChangeForecast, changeFigures, reliabilityOf } from './change-scores.ts'
import { ratioToFrozen } from './record-entry.ts'
import { type ComparedForecast, skillFigures } from './skill-figures.ts'

/** Never changed after their year begins. */
export const skillTargets: readonly SkillTarget[] = [
  { year: '2027', publishedOn: '2026-11-23', skill: 0.3, familySkill: 0, coverage: [77, 83] }
]

/** Figures that the estimate of a payment is compared with, in dollars per share on the newest share basis. */
type PaymentReference = {
  /** Quantiles of the simple rule of the fund's family. */
  quantiles: readonly number[]
  /** The regular payment before. */
  lastAmount: number
  /** Chances of a cut or raise by the family's past year. */
  usual: ChangeChances
}
/** Undefined for a payment that doesn't count, or without a price. */
export type FindReference = (symbol: string, exDate: string) => PaymentReference | undefined

type Forecast = ComparedForecast & { row: ScoredRow; change: ChangeForecast | null }

/** Families in display order, and the rule that each is compared with. */
export type VerificationParts = {
  families: readonly Pick<Family, 'id' | 'name'>[]
  findReference: FindReference
}

/**
 * Verification of the scored estimates of one origin whose ex-dates are in `year`; null if none of them can be scored.
 * @param rows oldest first
 */
export function verifyYear(
  rows: readonly ScoredRow[],
  year: string,
  { families, findReference }: VerificationParts
): YearVerification | null {
  const ofYear = rows.filter(({ paid_ex_date }) => paid_ex_date.startsWith(year))
  const forecasts = ofYear.flatMap((row) => toForecast(row, findReference) ?? [])
  const overall = skillFigures(forecasts)
  const [first, last] = [forecasts[0], forecasts.at(-1)]
  if (overall === undefined || first === undefined || last === undefined) return null
  const byFamily = figuresBy(forecasts, ({ row }) => row.family, skillFigures)
  return {
    year,
    from: first.exDate,
    to: last.exDate,
    unscored: ofYear.length - forecasts.length,
    overall,
    families: families.flatMap(({ id, name }) =>
      byFamily.filter(({ key }) => key === id).map((family) => ({ ...family, name }))
    ),
    funds: figuresBy(forecasts, ({ row }) => row.symbol, skillFigures),
    calibration: calibrationOf(forecasts),
    changes: scoreChanges(forecasts)
  }
}

/** Skill of each calendar year of ex-dates, oldest first. */
export function verifyYears(rows: readonly ScoredRow[], findReference: FindReference): NamedSkill[] {
  const forecasts = rows.flatMap((row) => toForecast(row, findReference) ?? [])
  return figuresBy(forecasts, ({ exDate }) => exDate.slice(0, 4), skillFigures)
}

/** Returns the forecast on the share basis of the estimate. */
function toForecast(row: ScoredRow, findReference: FindReference): Forecast | null {
  const { symbol, paid_ex_date: exDate, actual, paid_amount } = row
  const quantiles = quantilesOfRow(row)
  const today = findReference(symbol, exDate)
  if (quantiles === null || today === undefined) return null
  const ratio = ratioToFrozen(actual, paid_amount)
  const baseline = today.quantiles.map((quantile) => quantile * ratio)
  const last = today.lastAmount * ratio
  const [chances, outcome] = [changeChances(quantiles, last), changeOf(actual, last)]
  const change = chances && outcome && { chances, usual: today.usual, outcome }
  return { row, exDate, quantiles, baseline, actual, change }
}

function scoreChanges(forecasts: readonly Forecast[]): YearVerification['changes'] {
  const scored = forecasts.flatMap(({ change, row: { family } }) => (change ? [{ ...change, family }] : []))
  const overall = changeFigures(scored)
  if (overall === undefined) return null
  const byFamily = [...Map.groupBy(scored, ({ family }) => family)]
  const skills = byFamily.map(([family, members]) => [family, changeFigures(members)?.skill])
  return { overall, skillOf: Object.fromEntries(skills), reliability: reliabilityOf(scored) }
}

/** Shares of payments at or below each quantile, percent of `n` payments, with their 90 % intervals over weeks. */
function calibrationOf(forecasts: readonly Forecast[]): CalibrationPoint[] {
  const weeks = [...Map.groupBy(forecasts, ({ exDate }) => thursdayOf(exDate)).values()]
  return quantileLevels.map((level, i) => {
    const countBelow = (list: readonly Forecast[]) =>
      list.filter(({ quantiles, actual }) => actual <= (quantiles[i] ?? Number.NaN)).length
    const blocks = weeks.map((week) => [100 * countBelow(week), week.length])
    return {
      level,
      n: forecasts.length,
      percent: (100 * countBelow(forecasts)) / forecasts.length,
      interval: bootstrapInterval(blocks, ([below = 0, n = 1]) => below / n) ?? null
    }
  })
}
