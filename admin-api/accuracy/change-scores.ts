import type { CalibrationPoint, ChangeFigures } from '../contract/record.ts'
import { addDays, compareText } from '../market-days/days.ts'
import type { IsoDay } from '../market-days/types.ts'
import {
  brierScore,
  type ChangeChances,
  changeOf,
  changes,
  type PaymentChange,
  rankedProbabilityScore
} from '../numbers/change-chances.ts'
import { skill } from '../numbers/interval-scores.ts'
import { mean } from '../numbers/statistics.ts'

/** Chances of a cut or raise, those that the family's past year gives, and what the fund then did. */
export type ChangeForecast = { chances: ChangeChances; usual: ChangeChances; outcome: PaymentChange }

type PaidChange = { family: string; exDate: IsoDay; amount: number; lastAmount: number }

const aYear = 365

/**
 * Climatology: how often the funds of a family cut, kept and raised their payments with ex-dates in the year before a
 * day, that day excluded. Each change counts once more than it occurred (Laplace), so that no chance is zero.
 */
export function usualChances(
  payments: readonly PaidChange[]
): (family: string, exDate: IsoDay) => ChangeChances {
  const sorted = payments.toSorted((a, b) => compareText(a.exDate, b.exDate))
  const ofFamily = Map.groupBy(sorted, ({ family }) => family)
  const chancesOf = new Map<string, ChangeChances>()
  return (family, exDate) => {
    const key = `${family} ${exDate}`
    const chances = chancesOf.get(key) ?? chancesBefore(ofFamily.get(family) ?? [], exDate)
    chancesOf.set(key, chances)
    return chances
  }
}

function chancesBefore(payments: readonly PaidChange[], exDate: IsoDay): ChangeChances {
  const since = addDays(exDate, -aYear)
  const counts = { cut: 1, same: 1, raise: 1 }
  for (const payment of payments) {
    if (payment.exDate >= exDate) break
    const change = payment.exDate < since ? null : changeOf(payment.amount, payment.lastAmount)
    if (change !== null) counts[change] += 1
  }
  const total = counts.cut + counts.same + counts.raise
  return { cut: counts.cut / total, same: counts.same / total, raise: counts.raise / total }
}

/** Undefined for an empty set. */
export function changeFigures(forecasts: readonly ChangeForecast[]): ChangeFigures | undefined {
  if (forecasts.length === 0) return undefined
  const rps = mean(forecasts.map(({ chances, outcome }) => rankedProbabilityScore(chances, outcome)))
  const usualRps = mean(forecasts.map(({ usual, outcome }) => rankedProbabilityScore(usual, outcome)))
  return {
    n: forecasts.length,
    brier: mean(forecasts.map(({ chances, outcome }) => brierScore(chances, outcome))),
    usualBrier: mean(forecasts.map(({ usual, outcome }) => brierScore(usual, outcome))),
    rps,
    usualRps,
    skill: skill(rps, usualRps)
  }
}

/** Upper ends of the groups of chances that are compared with what happened. */
const groupEnds = [0.05, 0.2, 0.4, 0.6, 0.8, 0.95, 1]

/** Mean chance of each group of similar chances (of any change), 0 to 1, and how often they came true, in percent. */
export function reliabilityOf(forecasts: readonly ChangeForecast[]): CalibrationPoint[] {
  const all = forecasts.flatMap(({ chances, outcome }) =>
    changes.map((change) => ({ chance: chances[change], isTrue: change === outcome }))
  )
  const groups = Map.groupBy(all, ({ chance }) => groupEnds.findIndex((end) => chance <= end + 1e-9))
  return [...groups]
    .sort(([a], [b]) => a - b)
    .map(([, group]) => ({
      n: group.length,
      level: mean(group.map(({ chance }) => chance)),
      percent: (100 * group.filter(({ isTrue }) => isTrue).length) / group.length,
      interval: null
    }))
}
