import { formatLongDay } from '../market-days/days.ts'
import { dollars, percent } from '../numbers/format-numbers.ts'
import type { PaymentFeatures } from './payment-features.ts'
import { usualLogYield } from './rules/fitted-rules.ts'

/** Figures of a rule's sentence, already formatted. */
type RuleFigures = ReturnType<typeof formatFigures>

function afterWeek({ symbol, week, weekEnd, place, share, total }: RuleFigures): string {
  return `${symbol} ${week} in the week to ${weekEnd}, and its last yield was ${place}. After weeks like this, similar funds paid about ${share} of their price.${total}`
}

/** How each rule arrived at its amount, by the rule's name. */
const ruleSentences: Readonly<Record<string, (figures: RuleFigures) => string>> = {
  'last-yield': ({ share, total }) => `Its last payment was about ${share} of its price.${total}`,
  'smooth-yield': ({ share, total }) =>
    `Its recent payments averaged about ${share} of its price, the newest counting most.${total}`,
  'middle-yield': ({ share, total }) =>
    `The median of its last five payments is about ${share} of its price.${total}`,
  'long-yield': ({ share, total }) => `Its last six payments averaged about ${share} of its price.${total}`,
  'step-rate': ({ share, total }) =>
    `Since its rate last changed, it has paid about ${share} of its price.${total}`,
  'last-amount': ({ amount }) =>
    `Its issuer repeats an amount until it announces a new one, so we expect ${amount} again.`,
  'look-through': ({ share, total }) =>
    `The funds it holds paid about ${share} of their price the week before.${total}`,
  'return-regression': afterWeek,
  'rally-regression': afterWeek,
  'half-rally': afterWeek,
  'like-weeks': ({ symbol, week, weekEnd, change, total }) =>
    `${symbol} ${week} in the week to ${weekEnd}. After weeks like this, similar funds usually paid ${change}.${total}`,
  'month-volatility': ({ swings, share, total }) =>
    `Its price swings were ${swings} over the last two months. After such months, similar funds paid about ${share} of their price.${total}`,
  'implied-volatility': ({ implied, share, total }) =>
    `The stock market’s expected volatility (VIX) was ${implied} over the last month. At such times, the fund pays about ${share} of its price.${total}`,
  'week-gain': ({ symbol, week, weekClose, weekShare, amount }) =>
    `${symbol} ${week} in the week that sets this payment and closed it at ${weekClose}. After weeks like this, it pays about ${weekShare} of that price: ${amount}.`
}

/** How a rule arrived at `amount`, dollars a share. @throws RangeError for an unknown rule */
export function explainRule(rule: string, features: PaymentFeatures, amount: number): string {
  const sentence = ruleSentences[rule]
  if (sentence === undefined) throw new RangeError(`explainRule needs the name of a rule, got ${rule}`)
  return sentence(formatFigures(features, amount))
}

function formatFigures(features: PaymentFeatures, amount: number) {
  const { symbol, price, weekEnd, logYields, weekReturns, volatilityChange, impliedChange } = features
  // A rule that uses it makes no forecast without it.
  const weekClose = features.weekClose ?? price
  const lastYield = logYields.at(-1) ?? 0
  const place = describeChange(lastYield - usualLogYield(features), 'above', 'below')
  const swings = describeChange(volatilityChange ?? 0, 'larger than', 'smaller than')
  const implied = describeChange(impliedChange ?? 0, 'higher than', 'lower than')
  return {
    symbol,
    amount: dollars(amount),
    share: shareOf(amount, price),
    total: ` At ${dollars(price, 2)} that is ${dollars(amount)}.`,
    week: describeMove(weekReturns[0] ?? 0, 'hardly moved'),
    weekEnd: formatLongDay(weekEnd, false),
    place: place === null ? 'typical' : `${place} usual`,
    change: describeChange(Math.log(amount / price) - lastYield, 'more', 'less') ?? 'about the same',
    implied: implied === null ? 'as high as usual' : `${implied} usual`,
    swings: swings === null ? 'as large as usual' : `${swings} usual`,
    weekClose: dollars(weekClose, 2),
    weekShare: shareOf(amount, weekClose)
  }
}

/** 'rose 19%' or 'fell 3%' for a log change; `still` if it rounds to zero. */
export function describeMove(logChange: number, still = 'did not change'): string {
  const size = percent(Math.abs(Math.expm1(logChange)), 0)
  return size === '0%' ? still : `${logChange > 0 ? 'rose' : 'fell'} ${size}`
}

/** '1.5%' or '0.62%': two significant digits. */
export function shareOf(amount: number, price: number): string {
  const share = amount / price
  return percent(share, share < 0.01 ? 2 : 1)
}

/** '24% above'; null if the log difference rounds to zero. */
function describeChange(logDifference: number, more: string, less: string): string | null {
  const size = percent(Math.abs(Math.expm1(logDifference)), 0)
  return size === '0%' ? null : `${size} ${logDifference > 0 ? more : less}`
}
