import { paidUntil } from '../market-days/usual-payments.ts'
import { roundTo } from '../numbers/rounding.ts'
import { spellDay } from '../market-days/days.ts'
import { dollars, percent, signedPercent } from '../numbers/format-numbers.ts'
import { type Confidence, closeShare } from './confidence.ts'
import { readFamilyMove } from './history/family-move.ts'
import { roundAmount } from './numbers/round-amount.ts'
import { explainRule } from './rules/table.ts'
import type { Forecast } from './walk-forward.ts'

/** With fewer the reasons say that the family's record decides. */
const fewestEstimates = 10

/** The figures of an estimate that its reasons mention; amounts in dollars a share, rounded as shown. */
type Shown = { amount: number; low: number; high: number; confidence: Confidence }

/** Why this amount: three to seven sentences for a reader who knows no statistics. */
export function listReasons(forecast: Forecast, shown: Shown): string[] {
  return [
    lastPaid(forecast),
    ...leftOut(forecast),
    ...madeOf(forecast, shown),
    ...howSure(shown),
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
  const { payments = [], waitingDays } = features.funds.get(features.symbol) ?? {}
  const last = payments.findLast(({ isResidual }) => !isResidual)
  if (!last) return `${question.fund.symbol} has paid nothing yet.`
  const share = last.price === undefined ? '' : `, ${percent(last.amount / last.price, 2)} of its price then`
  const since = paidUntil(last.exDate, waitingDays, features.exDate)
  const checked =
    since === last.exDate ? '' : `its payment of ${spellDay(since)} is still being checked, and `
  return `${features.symbol} last paid ${dollars(last.amount)} on ${spellDay(last.exDate)}${share}; ${checked}the coming payment stands for ${features.days} days.`
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

/** The same confidence and range as beside the amount, with the counts behind the one. */
function howSure({ low, high, confidence }: Shown): string[] {
  const { value, close, count, familyShare } = confidence
  const shown = percent(roundTo(4, value), 0)
  const range = `${dollars(low)} to ${dollars(high)}`
  const ofFamily = percent(familyShare, 0)
  if (count < fewestEstimates) {
    const known =
      count === 0
        ? 'no past estimate of this kind can be checked'
        : `only ${count} past ${count === 1 ? 'estimate' : 'estimates'} of this kind can be checked (${close} came within ${percent(closeShare, 0)} of the payment)`
    return [
      `Confidence is ${shown}: ${known}, so it leans on the ${ofFamily} of funds like it, and so does the range of ${range}.`
    ]
  }
  return [
    `Confidence is ${shown}: ${close} of its last ${count} estimates came within ${percent(closeShare, 0)} of the payment, and that share is drawn towards the ${ofFamily} of funds like it.`,
    `Going by its past errors and those of funds like it, four payments in five should lie in the range of ${range}.`
  ]
}
