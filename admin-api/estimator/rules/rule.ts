import type { FundMemory } from '../history/fund-memory.ts'
import type { Period } from '../schedule/cadence.ts'
import { spellDay } from '../schedule/days.ts'
import type { Family, IsoDay } from '../types.ts'
import { dollars } from '../wording.ts'

/** All that a rule may look at. The lists ascend by ex-date and belong to the same regular, priced payments. */
export type Situation = {
  symbol: string
  family: Family
  /** The ex-date of the coming payment. */
  exDate: IsoDay
  /** The day of the newest fact. */
  cutoff: IsoDay
  /** Dollars a share: the latest close at or before two sessions before the coming ex-date. */
  price: number
  priceDate: IsoDay
  period: Period
  /** Days the coming payment stands for. */
  days: number
  /** Past amounts in dollars a share, scaled to the coming period. */
  amounts: readonly number[]
  /** ln(amount / price two sessions before its ex-date), scaled alike. */
  logYields: readonly number[]
  /** The prices in those yields. */
  prices: readonly number[]
  /** Log total returns of the last two complete calendar weeks, newest first. */
  weekReturns: readonly number[]
  /** The latest complete week's return as it stood before each past payment. */
  pastWeekReturns: readonly number[]
  /** The close that the latest complete week ended on; dollars a share. */
  weekClose: number | undefined
  /** The like before each past payment. */
  pastWeekCloses: readonly (number | undefined)[]
  /** Root mean square of the daily log total returns of the last two complete weeks. */
  swing: number
  /** Every fund by symbol, as known at the cutoff. */
  funds: ReadonlyMap<string, FundMemory>
}

type Named = {
  name: string
  /** One sentence on how it came to `amount` (dollars a share), built from the figures it used. */
  explain: (situation: Situation, amount: number) => string
  /** Only for these families; absent for all. */
  families?: readonly Family[]
  /** How many rules it counts as where rules are weighed; absent for one. */
  votes?: number
}

/** A rule that works the amount out: dollars a share, or undefined where it has nothing to say. */
export type FixedRule = Named & { estimate: (situation: Situation) => number | undefined }

/** A rule that learns from the family's earlier payments how ln yield differs from a base. */
export type LearningRule = Named & {
  /** The name its lessons are kept under; rules of one model learn together and give the same predictors. */
  model: string
  /** `slopes`: a ridge regression on the predictors; `likeness`: what followed on like predictors. */
  learns: 'slopes' | 'likeness'
  /** The ln yield that changes are measured from; absent for the last one. */
  base?: (situation: Situation) => number | undefined
  /** What may predict ln yield - base. */
  predictors: (situation: Situation) => readonly number[] | undefined
  /** What the rule makes of the predicted change of ln yield; absent to take it whole. */
  temper?: (change: number) => number
}

/** Families that pay out what their options earned, so that past weeks tell of the next; the others set a rate. */
export const optionEarners: readonly Family[] = [
  'yieldmax-single',
  'yieldmax-portfolio',
  'roundhill-weeklypay',
  'roundhill-other'
]

/** One way to estimate a payment. */
export type Rule = FixedRule | LearningRule

/** 'at the close of $24.05 on 29 May' */
export function atClose({ price, priceDate }: Situation, at: 'at' | 'At' = 'at'): string {
  return `${at} the close of ${dollars(price, 2)} on ${spellDay(priceDate, false)}`
}

/** ln of the daily swing; a little is added so that a price that never moves has a logarithm. */
export function logSwing({ swing }: Situation): number {
  return Math.log(swing + 0.003)
}
