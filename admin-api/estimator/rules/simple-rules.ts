import { ewma } from '../numbers/averages.ts'
import { dollars, percent } from '../wording.ts'
import { atClose, type Rule, type Situation } from './rule.ts'

/** Last amount / price two sessions before its ex-date x price now: as prices erode, amounts do too. */
export const lastYield: Rule = {
  name: 'last-yield',
  explain: (situation, amount) =>
    `${atClose(situation, 'At')} its last usual yield of ${percent(Math.exp(situation.logYields.at(-1) ?? 0), 2)} makes ${dollars(amount)}.`,
  estimate: ({ logYields, price }) => {
    const last = logYields.at(-1)
    return last === undefined ? undefined : Math.exp(last) * price
  }
}

/** exp(EWMA of ln yield, alpha 0.65) x price: two thirds the last yield, the rest its predecessors. */
export const smoothYield: Rule = {
  name: 'smooth-yield',
  explain: (situation, amount) =>
    `Its recent yields average ${percent(smoothed(situation) ?? 0, 2)}, the newest counting most; ${atClose(situation)} that makes ${dollars(amount)}.`,
  estimate: (situation) => {
    const level = smoothed(situation)
    return level === undefined ? undefined : level * situation.price
  }
}

function smoothed({ logYields }: Situation): number | undefined {
  return logYields.length === 0 ? undefined : Math.exp(ewma(logYields.slice(-30), 0.65))
}
