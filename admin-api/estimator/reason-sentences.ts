import { dollars, percent } from '../numbers/format-numbers.ts'
import type { PaymentFeatures } from './payment-features.ts'
import { usualLogYield } from './rules/fitted-rules.ts'

/** Sentences about an estimate; names in braces are replaced by figures. */
const sentences = {
  'paid-nothing': '{symbol} has paid nothing yet.',
  'last-payment':
    '{symbol} last paid {amount} on {day}{share}.{checked} The next payment covers {days} days.',
  'share-then': ', about {share} of its price',
  checked: ' Its payment of {day} is still being checked.',
  'one-off': 'We leave out the {amount} of {day} as a one-off: it is far from the usual size.',
  combined:
    'We blend this with {others}, weighted by recent accuracy. This one counts {weight}; together they give {amount}.',
  'range-of-family':
    'Confidence: {confidence}. {record}, so we rely on the {family} we score on similar funds. The range of {low} to {high} also comes from similar funds.',
  'no-record': 'There are no past estimates to check yet',
  'short-record': 'Only {estimates} can be checked ({close} within {tolerance} of the payment)',
  confidence:
    'Confidence: {confidence}. {close} of our last {count} {symbol} estimates were within {tolerance} of the payment{blend} the {family} we score on similar funds.',
  'blend-few': '; with so few, we blend in',
  blend: ', blended with',
  range: 'Based on past errors, 8 of 10 payments should land between {low} and {high}.',
  'family-move': 'Yields of {funds} related funds {move} (median).'
} as const

const afterWeek =
  '{symbol} {week} last week, and its last yield was {place}. After weeks like this, similar funds paid about {share} of their price.'
const total = ' At {price} that is {amount}.'

/** How each rule arrived at its amount, by the rule's name. */
const ruleSentences: Readonly<Record<string, string>> = {
  'last-yield': `Its last payment was about {share} of its price.${total}`,
  'smooth-yield': `Its recent payments averaged about {share} of its price, the newest counting most.${total}`,
  'middle-yield': `The median of its last five payments is about {share} of its price.${total}`,
  'long-yield': `Its last six payments averaged about {share} of its price.${total}`,
  'step-rate': `Since its rate last changed, it has paid about {share} of its price.${total}`,
  'last-amount': 'Its issuer repeats an amount until it announces a new one, so we expect {amount} again.',
  'look-through': `The funds it holds paid about {share} of their price the week before.${total}`,
  'return-regression': afterWeek + total,
  'rally-regression': afterWeek + total,
  'half-rally': afterWeek + total,
  'like-weeks': `{symbol} {week} last week. After weeks like this, yields of similar funds {change} (median).${total}`,
  'month-volatility': `Its price swings were {swings} over the last two months. After such months, similar funds paid about {share} of their price.${total}`,
  'implied-volatility': `The stock market’s expected volatility (VIX) was {implied} over the last month. At such times, the fund pays about {share} of its price.${total}`,
  'week-gain':
    '{symbol} {week} in the week that sets this payment and closed it at {weekClose}. After weeks like this, it pays about {weekShare} of that price: {amount}.'
}

type Names<Template> = Template extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never

/** A sentence with its figures, already formatted. */
export function say<Id extends keyof typeof sentences>(
  id: Id,
  figures: Readonly<Record<Names<(typeof sentences)[Id]>, string>>
): string {
  return fill(sentences[id], figures)
}

/** How a rule arrived at `amount`, dollars a share. @throws RangeError for an unknown rule */
export function explainRule(rule: string, features: PaymentFeatures, amount: number): string {
  const sentence = ruleSentences[rule]
  if (sentence === undefined) throw new RangeError(`explainRule needs the name of a rule, got ${rule}`)
  const { symbol, price, logYields, weekReturns, weekClose, volatilityChange, impliedChange } = features
  const lastYield = logYields.at(-1) ?? 0
  const place = describeChange(lastYield - usualLogYield(features), 'above', 'below')
  const swings = describeChange(volatilityChange ?? 0, 'larger than', 'smaller than')
  const implied = describeChange(impliedChange ?? 0, 'higher than', 'lower than')
  return fill(sentence, {
    symbol,
    amount: dollars(amount),
    price: dollars(price, 2),
    share: shareOf(amount, price),
    week: describeMove(weekReturns[0] ?? 0, 'hardly moved'),
    place: place === null ? 'typical' : `${place} usual`,
    change: describeMove(Math.log(amount / price) - lastYield),
    implied: implied === null ? 'as high as usual' : `${implied} usual`,
    swings: swings === null ? 'as large as usual' : `${swings} usual`,
    ...(weekClose !== undefined && {
      weekClose: dollars(weekClose, 2),
      weekShare: shareOf(amount, weekClose)
    })
  })
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

/** @throws RangeError without one of the figures */
function fill(template: string, figures: Readonly<Record<string, string>>): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const figure = figures[name]
    if (figure === undefined) throw new RangeError(`a reason needs ${name}`)
    return figure
  })
}
