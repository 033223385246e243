import { ewma } from '../../numbers/averages.ts'
import { dollars, percent } from '../../numbers/format-numbers.ts'
import type { PaymentFeatures } from '../payment-features.ts'
import { atClose, type Rule } from './rule.ts'

/** Last amount / price two sessions before its ex-date x price now: as prices erode, amounts do too. */
export const lastYield: Rule = {
  name: 'last-yield',
  explain: (features, amount) =>
    `${atClose(features, 'At')} its last usual yield of ${percent(Math.exp(features.logYields.at(-1) ?? 0), 2)} makes ${dollars(amount)}.`,
  estimate: ({ logYields, price }) => {
    const last = logYields.at(-1)
    return last === undefined ? undefined : Math.exp(last) * price
  }
}

/** exp(EWMA of ln yield, alpha 0.65) x price: two thirds the last yield, the rest its predecessors. */
export const smoothYield: Rule = {
  name: 'smooth-yield',
  explain: (features, amount) =>
    `Its recent yields average ${percent(smoothed(features) ?? 0, 2)}, the newest counting most; ${atClose(features)} that makes ${dollars(amount)}.`,
  estimate: (features) => {
    const level = smoothed(features)
    return level === undefined ? undefined : level * features.price
  }
}

function smoothed({ logYields }: PaymentFeatures): number | undefined {
  return logYields.length === 0 ? undefined : Math.exp(ewma(logYields.slice(-30), 0.65))
}
