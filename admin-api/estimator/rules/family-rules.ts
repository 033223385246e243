import { mean, median } from '../../numbers/averages.ts'
import { addDays } from '../../market-days/days.ts'
import { dollars, percent } from '../../numbers/format-numbers.ts'
import { meanLatestYield } from '../history/fund-state.ts'
import type { PaymentFeatures } from '../payment-features.ts'
import { atClose, type Rule } from './rule.ts'

/**
 * Median of the last five yields x price, which a single odd week doesn't move. For funds that hold many options at once
 * or new ones each day: after an odd week they go on as before.
 */
export const middleYield: Rule = {
  name: 'middle-yield',
  families: ['roundhill-other', 'yieldmax-portfolio'],
  explain: (features, amount) =>
    `The median of its last five yields is ${percent(medianOfFive(features) ?? 0, 2)}; ${atClose(features)} that makes ${dollars(amount)}.`,
  estimate: (features) => {
    const level = medianOfFive(features)
    return level === undefined ? undefined : level * features.price
  }
}

function medianOfFive({ logYields }: PaymentFeatures): number | undefined {
  return logYields.length < 3 ? undefined : Math.exp(median(logYields.slice(-5)))
}

/** What the funds of funds hold; YMAX holds every single-stock fund. */
const holdings: Readonly<Record<string, readonly string[] | 'every single-stock fund'>> = {
  YMAG: ['AMZY', 'APLY', 'FBY', 'GOOY', 'MSFO', 'NVDY', 'TSLY'],
  YMAX: 'every single-stock fund'
}

/**
 * Plain mean of the held funds' yields of the week before x own price.
 * Source: the payments since October 2025, whose yields lie close to that mean (few observations).
 */
export const lookThrough: Rule = {
  name: 'look-through',
  explain: (features, amount) =>
    `The funds it holds paid ${percent(heldYield(features) ?? 0, 2)} of their price on average the week before; ${atClose(features)} that makes ${dollars(amount)}.`,
  families: ['yieldmax-portfolio'],
  estimate: (features) => {
    const level = heldYield(features)
    return level === undefined ? undefined : level * features.price
  }
}

/** Mean yield of the holdings over the days the coming payment stands for, a fraction. */
function heldYield({ symbol, funds, cutoff, days }: PaymentFeatures): number | undefined {
  const held = holdings[symbol]
  if (!held) return undefined
  const members = [...funds.values()].filter((fund) =>
    held === 'every single-stock fund' ? fund.family === 'yieldmax-single' : held.includes(fund.symbol)
  )
  const weekly = meanLatestYield(members, addDays(cutoff, -9))
  return weekly === undefined ? undefined : weekly * (days / 7)
}

/** A yield within this of the last one (ln) is the same rate seen through a moving price. */
const sameRate = 0.06

/**
 * Mean of the last yields (five at most) since the rate last moved by more than 6 %, x price. For issuers that keep
 * a rate and change it in steps: one payment shows a step, more payments settle the new level.
 * Source: GraniteShares, whose rates stood still in 2025 within 2 % (the price day is not the issuer's).
 */
export const stepRate: Rule = {
  name: 'step-rate',
  explain: (features, amount) =>
    `Since its rate last moved it paid ${percent(sinceStep(features) ?? 0, 2)} of its price on average; ${atClose(features)} that makes ${dollars(amount)}.`,
  estimate: (features) => {
    const level = sinceStep(features)
    return level === undefined ? undefined : level * features.price
  }
}

function sinceStep({ logYields }: PaymentFeatures): number | undefined {
  const last = logYields.at(-1)
  if (last === undefined) return undefined
  const recent = logYields.slice(-5)
  const step = recent.findLastIndex((value) => Math.abs(value - last) > sameRate)
  return Math.exp(mean(recent.slice(step + 1)))
}
