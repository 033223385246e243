import { meanLatestYield } from '../history/fund-memory.ts'
import { mean, median } from '../numbers/averages.ts'
import { addDays } from '../schedule/days.ts'
import { dollars, percent } from '../wording.ts'
import { atClose, type Rule, type Situation } from './rule.ts'

/**
 * Median of the last five yields x price: rides over a single odd week. For funds that hold many options at once or new
 * ones each day, whose odd weeks pass and leave no trace.
 */
export const middleYield: Rule = {
  name: 'middle-yield',
  families: ['roundhill-other', 'yieldmax-portfolio'],
  explain: (situation, amount) =>
    `The middle one of its last five yields is ${percent(medianOfFive(situation) ?? 0, 2)}; ${atClose(situation)} that makes ${dollars(amount)}.`,
  estimate: (situation) => {
    const level = medianOfFive(situation)
    return level === undefined ? undefined : level * situation.price
  }
}

function medianOfFive({ logYields }: Situation): number | undefined {
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
  explain: (situation, amount) =>
    `The funds it holds paid ${percent(heldYield(situation) ?? 0, 2)} of their price on average the week before; ${atClose(situation)} that makes ${dollars(amount)}.`,
  families: ['yieldmax-portfolio'],
  estimate: (situation) => {
    const level = heldYield(situation)
    return level === undefined ? undefined : level * situation.price
  }
}

/** Mean yield of the holdings for the days to come, a fraction. */
function heldYield({ symbol, funds, cutoff, days }: Situation): number | undefined {
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
  explain: (situation, amount) =>
    `Since its rate last moved it paid ${percent(sinceStep(situation) ?? 0, 2)} of its price on average; ${atClose(situation)} that makes ${dollars(amount)}.`,
  estimate: (situation) => {
    const level = sinceStep(situation)
    return level === undefined ? undefined : level * situation.price
  }
}

function sinceStep({ logYields }: Situation): number | undefined {
  const last = logYields.at(-1)
  if (last === undefined) return undefined
  const recent = logYields.slice(-5)
  const step = recent.findLastIndex((value) => Math.abs(value - last) > sameRate)
  return Math.exp(mean(recent.slice(step + 1)))
}
