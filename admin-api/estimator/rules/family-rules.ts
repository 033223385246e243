import { meanLatestYield } from '../history/fund-memory.ts'
import { ewma, median } from '../numbers/averages.ts'
import { addDays } from '../schedule/days.ts'
import { percent, signedPercent } from '../wording.ts'
import { atClose, type Rule, type Situation } from './rule.ts'

/**
 * Median of the last five yields x price. For issuers that pay a fixed yearly rate x NAV / 52 and move that
 * rate seldom; the median rides over a single week off the target.
 * Source: GraniteShares YieldBOOST payments of 2025.
 */
export const targetRate: Rule = {
  name: 'target-rate',
  explain: (situation, amount) =>
    `The middle one of its last five yields is ${percent(middleYield(situation) ?? 0, 2)}; ${atClose(situation)} that makes ${amount}.`,
  estimate: (situation) => {
    const level = middleYield(situation)
    return level === undefined ? undefined : level * situation.price
  }
}

function middleYield({ logYields }: Situation): number | undefined {
  return logYields.length < 3 ? undefined : Math.exp(median(logYields.slice(-5)))
}

/** What the funds of funds hold; YMAX holds every single-stock fund. */
const holdings: Readonly<Record<string, readonly string[] | 'every single-stock fund'>> = {
  YMAG: ['AMZY', 'APLY', 'FBY', 'GOOY', 'MSFO', 'NVDY', 'TSLY'],
  YMAX: 'every single-stock fund'
}

/**
 * Plain mean of the held funds' yields of the week before x own price.
 * Source: YieldMax prospectus (equal-weight funds of funds); the yields of October 2025 agree.
 */
export const lookThrough: Rule = {
  name: 'look-through',
  explain: (situation, amount) =>
    `The funds it holds paid ${percent(heldYield(situation) ?? 0, 2)} of their price on average the week before; ${atClose(situation)} that makes ${amount}.`,
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

/**
 * ln(yield) moves with the price return since the last payment, the return before it, the size of the move, and
 * back towards its slow average (alpha 0.15). The slopes are learnt per family.
 * Source: pooled regressions on the payments up to 2025; option premium grows after large moves.
 */
export const returnRegression: Rule = {
  name: 'return-regression',
  explain: (situation, amount) => {
    const [, move = 0, , , pull = 0] = returnPredictors(situation) ?? []
    return `Since the price of its last yield it moved ${signedPercent(move / 5)}, and that yield lay ${signedPercent(-pull)} off its own average; after such weeks funds like it paid, ${atClose(situation)}, ${amount}.`
  },
  predictors: returnPredictors
}

function returnPredictors({ logYields, prices, price }: Situation): readonly number[] | undefined {
  const [last, priceNow, priceBefore] = [logYields.at(-1), prices.at(-1), prices.at(-2)]
  if (last === undefined || priceNow === undefined || priceBefore === undefined) return undefined
  const move = Math.log(price / priceNow)
  const moveBefore = Math.log(priceNow / priceBefore)
  const slow = ewma(logYields.slice(-40), 0.15)
  // Times five: a usual week's move of some 5 % weighs like the other predictors against the penalty.
  return [1, 5 * move, 5 * moveBefore, 5 * Math.abs(move), slow - last]
}
