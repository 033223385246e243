import { meanLatestYield } from '../history/fund-memory.ts'
import { median } from '../numbers/averages.ts'
import { addDays } from '../schedule/days.ts'
import { dollars, percent } from '../wording.ts'
import { atClose, type Rule, type Situation } from './rule.ts'

/**
 * Median of the last five yields x price. For issuers that pay a fixed yearly rate x NAV / 52 and move that
 * rate seldom; the median rides over a single week off the target.
 * Source: GraniteShares YieldBOOST payments of 2025.
 */
export const targetRate: Rule = {
  name: 'target-rate',
  explain: (situation, amount) =>
    `The middle one of its last five yields is ${percent(middleYield(situation) ?? 0, 2)}; ${atClose(situation)} that makes ${dollars(amount)}.`,
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
