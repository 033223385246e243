import type { RecordEntry, RecordSection } from './record.ts'

/* How good the published distributions were, by proper scores, one calendar year at a time. */

export const accuracyPath = '/accuracy'

export function accuracyYearPath(year: string): `/accuracy/${string}` {
  return `${accuracyPath}/${year}`
}

/** Skill of a set of forecasts; scores are weighted interval scores relative to the payment, capped at 3 each. */
export type SkillFigures = {
  n: number
  /** 1 - score / baselineScore: 1 is perfect, 0 as good as the baseline. */
  skill: number
  /** 90 % confidence interval of the skill, by resampling weeks; null for a single week. */
  interval: { low: number; high: number } | null
  score: number
  baselineScore: number
  /** Mean parts of the score. */
  width: number
  overprediction: number
  underprediction: number
  /** Shares of payments inside the central 50, 80 and 90 % ranges, in percent. */
  coverage: { inner: number; shown: number; outer: number }
}

/** `key`: symbol, family id or month; `name` as visitors read it. */
export type NamedSkill = { key: string; name: string; figures: SkillFigures }

/** Share of payments at or below a quantile, percent, with its 90 % interval over weeks. */
export type CalibrationPoint = {
  level: number
  percent: number
  interval: { low: number; high: number } | null
}

/** A week with a large mean score, and what made it large. */
export type WorstWeek = {
  /** Its Thursday. */
  week: string
  figures: SkillFigures
  /** Number of payments below and above their 80 % range. */
  below: number
  above: number
  /** Family with the largest part of the week's score, and that part, in percent. */
  family: { name: string; percent: number }
  /** Part of the week's score that its three worst payments make, in percent. */
  topPercent: number
  /** The three worst payments. */
  entries: RecordEntry[]
}

/** Verification of one calendar year and one origin. */
export type YearVerification = {
  year: string
  /** First and last ex-date. */
  from: string
  to: string
  /** Payments with an estimate but without quantiles or without a baseline, which no score counts. */
  unscored: number
  overall: SkillFigures
  months: NamedSkill[]
  families: NamedSkill[]
  /** Sorted by symbol. */
  funds: NamedSkill[]
  /** Thirds of the payments by relative width of their 80 % range, narrow to wide. */
  widths: NamedSkill[]
  calibration: CalibrationPoint[]
  worstWeeks: WorstWeek[]
}

/** A goal that was published before its year began. */
export type SkillTarget = {
  year: string
  publishedOn: string
  skill: number
  familySkill: number
  coverage: [number, number]
}

export type Verifications = {
  live: YearVerification | null
  backtested: YearVerification | null
  /** All years with figures, newest first. */
  years: string[]
  /** Targets for this and the next year. */
  targets: SkillTarget[]
}

export type AccuracyYearPage = {
  kind: 'accuracy-year'
  year: string
  verifications: Verifications
}

export type AccuracyPage = {
  kind: 'accuracy'
  asOf: string
  backtested: RecordSection | null
  live: RecordSection | null
  verifications: Verifications
  /** Confidence shown on the cards, 0 to 1, by symbol; funds without an estimate have none. */
  confidence: Record<string, number>
  /** Number of live estimates whose payment is still to come. */
  waiting: number
}
