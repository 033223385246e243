import { daysBetween, formatLongDay } from '../market-days/days.ts'
import { paidUntil } from '../market-days/usual-payments.ts'
import { countOf, dollars, percent, roundAmount, roundTo } from '../numbers/format-numbers.ts'
import { median } from '../numbers/statistics.ts'
import { type Confidence, closeShare } from './confidence.ts'
import { isRegular } from './known-fund.ts'
import type { PaymentFeatures } from './payment-features.ts'
import { factorsWithoutErrors, rangeOf } from './range.ts'
import { describeMove, explainRule, shareOf } from './reason-sentences.ts'
import type { Forecast } from './walk-forward.ts'

/** With fewer past estimates the reasons say that the family's record decides. */
const minEstimates = 10
/** With fewer they call the family's part a consequence of the short record. */
const fewEstimates = 40

/** Width of a range without past errors, as a multiple of the estimate, and the slack for rounded amounts. */
const widthWithoutErrors = rangeOf(factorsWithoutErrors).high - rangeOf(factorsWithoutErrors).low
const widthSlack = 0.02

/** Figures shown next to the reasons; amounts in dollars a share, rounded. */
type Shown = { amount: number; low: number; high: number; confidence: Confidence }

/** Explains an estimate in three to seven sentences for a reader who knows no statistics. */
export function listReasons(forecast: Forecast, shown: Shown): string[] {
  return [
    describeLastPayment(forecast),
    ...describeOneOff(forecast),
    ...describeCombination(forecast, shown),
    ...describeConfidence(forecast.features.symbol, shown),
    ...describeFamilyMove(forecast)
  ]
}

function describeLastPayment({ features }: Forecast): string {
  const { symbol } = features
  const { payments = [], quarantinedDays } = features.funds.get(symbol) ?? {}
  const last = payments.findLast(isRegular)
  if (!last) return `${symbol} has paid nothing yet.`
  const since = paidUntil(last.exDate, quarantinedDays, features.exDate)
  const share = last.price === undefined ? '' : `, about ${shareOf(last.amount, last.price)} of its price`
  const checked =
    since === last.exDate ? '' : ` Its payment of ${formatLongDay(since)} is still being checked.`
  return `${symbol} last paid ${dollars(last.amount)} on ${formatLongDay(last.exDate)}${share}.${checked}`
}

function describeOneOff({ features }: Forecast): string[] {
  const payments = features.funds.get(features.symbol)?.payments ?? []
  const oneOff = payments.slice(-4).findLast(({ isOneOff }) => isOneOff)
  if (!oneOff) return []
  return [
    `We leave out the ${dollars(oneOff.amount)} of ${formatLongDay(oneOff.exDate)} as a one-off: it is far from the usual size.`
  ]
}

/** The leading rule's sentence and, if the other rules changed the amount, its weight. */
function describeCombination({ features, combined, ruleForecasts }: Forecast, { amount }: Shown): string[] {
  const leadingAmount = roundAmount(combined.leading.amount)
  const sentence = explainRule(combined.leading.rule, features, leadingAmount)
  if (leadingAmount === amount) return [sentence]
  const others = countOf(ruleForecasts.length - 1, 'other rule')
  return [
    sentence,
    `We blend this with ${others}, weighted by recent accuracy. This one counts ${percent(combined.share, 0)}; together they give ${dollars(amount)}.`
  ]
}

function describeConfidence(symbol: string, { amount, low, high, confidence }: Shown): string[] {
  const { value, close, count, familyShare } = confidence
  const percentSure = percent(roundTo(4, value), 0)
  const family = percent(familyShare, 0)
  const tolerance = percent(closeShare, 0)
  if (count < minEstimates) {
    const record =
      count === 0
        ? 'There are no past estimates to check yet'
        : `Only ${countOf(count, 'past estimate')} can be checked (${close} within ${tolerance} of the payment)`
    const isWide = high - low >= (1 - widthSlack) * widthWithoutErrors * amount
    const range = isWide
      ? `Few payments of similar funds are known yet, so the range starts wide: ${dollars(low)} to ${dollars(high)}.`
      : `The range of ${dollars(low)} to ${dollars(high)} also comes from similar funds.`
    return [
      `Confidence: ${percentSure}. ${record}, so we rely on the ${family} we score on similar funds. ${range}`
    ]
  }
  const blend = count < fewEstimates ? '; with so few, we blend in' : ', blended with'
  return [
    `Confidence: ${percentSure}. ${close} of our last ${count} ${symbol} estimates were within ${tolerance} of the payment${blend} the ${family} we score on similar funds.`,
    `Based on past errors, 8 of 10 payments should land between ${dollars(low)} and ${dollars(high)}.`
  ]
}

function describeFamilyMove({ features }: Forecast): string[] {
  const move = readFamilyMove(features)
  return move ? [`Yields of ${move.funds} related funds ${describeMove(move.logMove)} (median).`] : []
}

/** Maximum days from the latest ex-date to the cutoff, so that the move is news. */
const newestDays = 10
const minFunds = 3

/**
 * Median log change of the yield a day between the two latest regular payments of the other funds of the family;
 * undefined if fewer than three of them have just paid.
 */
export function readFamilyMove({
  symbol,
  family,
  cutoff,
  funds
}: Pick<PaymentFeatures, 'symbol' | 'family' | 'cutoff' | 'funds'>):
  | { funds: number; logMove: number }
  | undefined {
  const moves = [...funds.values()].flatMap((fund) => {
    if (fund.family !== family || fund.symbol === symbol) return []
    const [before, latest] = fund.payments.filter(isRegular).slice(-2)
    if (!before || !latest || before.isOneOff || latest.isOneOff) return []
    if (daysBetween(latest.exDate, cutoff) > newestDays) return []
    const [was, is] = [ratePerDay(before), ratePerDay(latest)]
    return was === undefined || is === undefined ? [] : [Math.log(is / was)]
  })
  return moves.length < minFunds ? undefined : { funds: moves.length, logMove: median(moves) }
}

type Paid = { amount: number; price: number | undefined; gapDays: number | undefined }

function ratePerDay({ amount, price, gapDays }: Paid): number | undefined {
  return price === undefined || gapDays === undefined || amount <= 0 ? undefined : amount / price / gapDays
}
