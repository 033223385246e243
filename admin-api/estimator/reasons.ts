import { spellDay } from '../domain/schedule/days.ts'
import { dollars, percent, signedPercent } from '../domain/wording.ts'
import { closeShare, countClose } from './confidence.ts'
import { readFamilyMove } from './history/family-move.ts'
import { roundAmount } from './numbers/round-amount.ts'
import { weightedQuantiles } from './numbers/weighted-quantile.ts'
import { explainRule } from './rules/table.ts'
import type { Forecast } from './walk-forward.ts'

/** How many of the fund's latest estimates the reasons look back on. */
const recentEstimates = 30
/** With fewer the reasons refer to the family's record instead. */
const fewestEstimates = 10

/** The figures of an estimate that its reasons mention; dollars a share, rounded as shown. */
type Shown = { amount: number; low: number; high: number }

/** Why this amount: four to seven sentences for a reader who knows no statistics. */
export function listReasons(forecast: Forecast, shown: Shown): string[] {
  return [
    lastPaid(forecast),
    ...leftOut(forecast),
    ...madeOf(forecast, shown),
    ...pastErrors(forecast, shown),
    ...familyMove(forecast)
  ]
}

/** The sentence of the leading rule and, where the others moved the amount, how much weight it had. */
function madeOf({ features, combined, ruleForecasts }: Forecast, { amount }: Shown): string[] {
  const alone = roundAmount(combined.leading.amount)
  const sentence = explainRule(combined.leading.rule, features, alone)
  if (alone === amount) return [sentence]
  return [
    sentence,
    `Weighed with ${ruleForecasts.length - 1} other rules by how close each came lately (this one counts ${percent(combined.share, 0)}), the estimate is ${dollars(amount)}.`
  ]
}

function lastPaid({ features, question }: Forecast): string {
  const payments = features.funds.get(features.symbol)?.payments ?? []
  const last = payments.findLast(({ isResidual }) => !isResidual)
  if (!last) return `${question.fund.symbol} has paid nothing yet.`
  const share = last.price === undefined ? '' : `, ${percent(last.amount / last.price, 2)} of its price then`
  return `${features.symbol} last paid ${dollars(last.amount)} on ${spellDay(last.exDate)}${share}; the coming payment stands for ${features.days} days.`
}

function familyMove({ features }: Forecast): string[] {
  const move = readFamilyMove(features)
  if (!move) return []
  return [
    `The yields of ${move.funds} other funds of its family moved by a median of ${signedPercent(move.logMove)} with their latest payments.`
  ]
}

function leftOut({ features }: Forecast): string[] {
  const payments = features.funds.get(features.symbol)?.payments ?? []
  const oneOff = payments.slice(-4).findLast(({ isOneOff }) => isOneOff)
  return oneOff
    ? [
        `The ${dollars(oneOff.amount)} of ${spellDay(oneOff.exDate)} is out of line and left aside as a one-off.`
      ]
    : []
}

function pastErrors({ own, family }: Forecast, { low, high }: Shown): string[] {
  const range = `${dollars(low)} to ${dollars(high)}`
  const errors = own.errors.slice(-recentEstimates)
  if (errors.length < fewestEstimates) {
    return [
      `Only ${errors.length === 1 ? 'one past estimate' : `${errors.length || 'no'} past estimates`} of this kind can be checked, so the range of ${range} leans on ${family.errors.length} estimates for funds like it.`
    ]
  }
  const close = countClose(own.relativeErrors.slice(-recentEstimates))
  const [from = 0, to = 0] = weightedQuantiles(
    errors.map(({ value }) => ({ value, weight: 1 })),
    [0.1, 0.9]
  )
  return [
    `Of its last ${errors.length} estimates ${close} came within ${percent(closeShare, 0)} of the payment; 80 % of the payments fell between ${signedPercent(from)} and ${signedPercent(to)} of the estimate.`,
    `Going by that record and that of funds like it, four payments in five should lie in the range of ${range}.`
  ]
}
