import { clip, median } from '../numbers/averages.ts'
import { dollars, percent, signedPercent } from '../wording.ts'
import { atClose, logSwing, type Rule, type Situation } from './rule.ts'

/**
 * What payments of the family did in like situations: the median change of ln yield, near and recent ones counting most
 * (numbers/like-rows.ts). No shape is assumed, so it also tells when a rate is simply repeated. Four measures of a
 * situation, each over the distance at which another one counts three fifths, where `usual` is the median of the
 * last five yields:
 * - the last complete week's return in units of the usual yield, within -8 to 10;
 * - how far the last yield lies off the usual one, within 0.6;
 * - ln(daily swing of the last two complete weeks / usual yield);
 * - ln of the usual yield.
 */
export const likeWeeks: Rule = {
  name: 'like-weeks',
  families: ['yieldmax-single', 'yieldmax-portfolio', 'roundhill-other'],
  votes: 3,
  explain: (situation, amount) => {
    const [week = 0] = situation.weekReturns
    const last = situation.logYields.at(-1) ?? 0
    const change = Math.log(amount / situation.price) - last
    return `After a week like its last (${signedPercent(week)}) and a last yield like its own (${percent(Math.exp(last), 2)}), funds like it next changed their yield by a median of ${signedPercent(change)}; ${atClose(situation)} that makes ${dollars(amount)}.`
  },
  model: 'like-weeks',
  learns: 'likeness',
  predictors: (situation: Situation) => {
    const { logYields, weekReturns } = situation
    const last = logYields.at(-1)
    const [week] = weekReturns
    if (last === undefined || week === undefined) return undefined
    const usual = median(logYields.slice(-5))
    return [
      clip(Math.expm1(week) / Math.exp(usual), -8, 10) / 3,
      clip(last - usual, -0.6, 0.6) / 0.2,
      (logSwing(situation) - usual) / 0.4,
      usual / 0.5
    ]
  }
}
