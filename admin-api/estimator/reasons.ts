import { closeShare, countClose } from './confidence.ts'
import { readFamilyMove } from './family-move.ts'
import { weightedQuantiles } from './numbers/weighted-quantile.ts'
import { rules } from './rules/table.ts'
import { spellDay } from './schedule/days.ts'
import type { Forecast } from './walk.ts'
import { dollars, percent, signedPercent } from './wording.ts'

const recentEstimates = 30

/** The parts of an estimate that its reasons speak of; amounts in dollars a share, rounded as shown. */
export type Shown = { amount: number; low: number; high: number }

/** Why this amount: four to seven sentences for a reader who knows no statistics. */
export function explain(forecast: Forecast, shown: Shown): string[] {
  return [
    lastPaid(forecast),
    ...leftOut(forecast),
    ...madeOf(forecast, shown),
    ...record(forecast, shown),
    ...familyMove(forecast)
  ]
}

/** The sentence of the rule with most say and, where others moved the amount, how they did. */
function madeOf({ situation, chosen, candidates }: Forecast, { amount }: Shown): string[] {
  const rule = rules.find(({ name }) => name === chosen.leading.rule)
  if (!rule) return []
  const alone = Math.round(chosen.leading.amount * 1e4) / 1e4
  const sentence = rule.explain(situation, alone)
  if (alone === amount) return [sentence]
  return [
    sentence,
    `Weighed with ${candidates.length - 1} other rules by how close each came lately (this one counts ${percent(chosen.share, 0)}), the estimate is ${dollars(amount)}.`
  ]
}

function lastPaid({ situation, question }: Forecast): string {
  const payments = situation.funds.get(situation.symbol)?.payments ?? []
  const last = payments.findLast(({ extra }) => !extra)
  if (!last) return `${question.fund.symbol} has paid nothing yet.`
  const share = last.price === undefined ? '' : `, ${percent(last.amount / last.price, 2)} of its price then`
  return `${situation.symbol} last paid ${dollars(last.amount)} on ${spellDay(last.exDate)}${share}; the coming payment stands for ${situation.days} days.`
}

function familyMove({ situation }: Forecast): string[] {
  const move = readFamilyMove(situation)
  if (!move) return []
  return [
    `The yields of ${move.funds} other funds of its family moved by a median of ${signedPercent(move.logMove)} with their latest payments.`
  ]
}

function leftOut({ situation }: Forecast): string[] {
  const payments = situation.funds.get(situation.symbol)?.payments ?? []
  const odd = payments.slice(-4).findLast(({ oneOff }) => oneOff)
  return odd
    ? [`The ${dollars(odd.amount)} of ${spellDay(odd.exDate)} is out of line and left aside as a one-off.`]
    : []
}

function record({ own, family }: Forecast, { low, high }: Shown): string[] {
  const range = `${dollars(low)} to ${dollars(high)}`
  const errors = own.errors.slice(-recentEstimates)
  if (errors.length < 10) {
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
