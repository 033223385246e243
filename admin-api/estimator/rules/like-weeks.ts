import { clip, median } from '../../numbers/averages.ts'
import { dollars, percent, signedPercent } from '../../numbers/format-numbers.ts'
import { atClose, logSwing, type Rule } from './rule.ts'

/**
 * How ln yield changed in payments of the family with similar features: the median change, near and recent ones
 * counting most (numbers/kernel-median.ts). It assumes no shape, so it also finds when a rate is simply repeated. Four
 * predictors, each divided by the distance at which another payment counts three fifths, where `usual` is the median
 * of the last five yields:
 * - the last complete week's return in units of the usual yield, within -8 to 10;
 * - the distance of ln of the last yield from ln of the usual one, within 0.6;
 * - ln(daily swing of the last two complete weeks / usual yield);
 * - ln of the usual yield.
 */
export const likeWeeks: Rule = {
  name: 'like-weeks',
  families: ['yieldmax-single', 'yieldmax-portfolio', 'roundhill-other'],
  priorWeight: 3,
  explain: (features, amount) => {
    const [week = 0] = features.weekReturns
    const last = features.logYields.at(-1) ?? 0
    const change = Math.log(amount / features.price) - last
    return `After a week like its last (${signedPercent(week)}) and a last yield like its own (${percent(Math.exp(last), 2)}), funds like it next changed their yield by a median of ${signedPercent(change)}; ${atClose(features)} that makes ${dollars(amount)}.`
  },
  model: 'like-weeks',
  fit: 'neighbours',
  predictors: (features) => {
    const { logYields, weekReturns } = features
    const last = logYields.at(-1)
    const [week] = weekReturns
    if (last === undefined || week === undefined) return undefined
    const usual = median(logYields.slice(-5))
    return [
      clip(Math.expm1(week) / Math.exp(usual), -8, 10) / 3,
      clip(last - usual, -0.6, 0.6) / 0.2,
      (logSwing(features) - usual) / 0.4,
      usual / 0.5
    ]
  }
}
