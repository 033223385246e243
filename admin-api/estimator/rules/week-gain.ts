import { clip, ewma } from '../numbers/averages.ts'
import { dollars, percent, signedPercent } from '../wording.ts'
import { atClose, optionEarners, type Rule, type Situation } from './rule.ts'

const alpha = 0.65
const remembered = 30
/** Gains beyond this many weekly yields say nothing more. */
const largestGain = 15

/**
 * ln yield - usual = b . (week - usual week): the usual yield and what the week does to it. Both sides are measured
 * against EWMAs of alpha 0.65, so a yield that a good week lifted does not count as usual. Two predictors: the last
 * complete calendar week's return in units of the slow yield (EWMA of ln yield, alpha 0.15), once where it is a loss and
 * once where it is a gain, each within 15 units.
 *
 * Source: WeeklyPay payments of 2025; ln yield falls by 0.07 for each unit lost and rises by 0.02 for each gained.
 */
export const weekGain: Rule = {
  name: 'week-gain',
  families: optionEarners,
  explain: (situation, amount) =>
    `It returned ${signedPercent(situation.weekReturns[0] ?? 0)} in the full week that counts; its usual yield and what such weeks did to funds like it make ${percent(amount / situation.price, 2)}, or ${dollars(amount)} ${atClose(situation)}.`,
  model: 'week-gain',
  base: ({ logYields }) => (logYields.length === 0 ? undefined : ewma(logYields.slice(-remembered), alpha)),
  predictors: (situation) => {
    const gains = gainsInYields(situation)
    const now = gains?.at(-1)
    const before = gains?.slice(0, -1)
    if (now === undefined || !before || before.length === 0) return undefined
    const beyondUsual = (part: (gain: number) => number): number => part(now) - ewma(before.map(part), alpha)
    return [beyondUsual((gain) => Math.min(0, gain)), beyondUsual((gain) => Math.max(0, gain))]
  }
}

/** The week's return before each past payment and, last, before the coming one, in fifths of the slow yield. */
function gainsInYields({ logYields, weekReturns, pastWeekReturns }: Situation): number[] | undefined {
  const [week] = weekReturns
  if (logYields.length === 0 || week === undefined) return undefined
  const slowYield = Math.exp(ewma(logYields.slice(-40), 0.15))
  const weeks = [...pastWeekReturns.slice(-remembered), week]
  return weeks.map((logReturn) => clip(Math.expm1(logReturn) / slowYield, -largestGain, largestGain) / 5)
}
