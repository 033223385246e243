import { digestDataFolder } from '../../data/read-facts.ts'
import type { Facts } from '../../data/schema.ts'
import { createEmbeddedMarketData, embeddedMarketData } from '../collection/sources/embedded.ts'

/** The newest day in a test database. */
export const lastTestDay = '2026-05-29'

/** The content of data/, read once for all test files of a worker, because checking it takes a third of a second. */
export const readRealFacts = () => embeddedMarketData.readFacts()

/**
 * The real figures as far as a fixed day, so that what a test expects stays what it was worked out from when
 * data/ grows. Splits stay whole: they name the share basis that every figure stands on.
 */
function readFiguresOfMay(): Facts {
  const facts = readRealFacts()
  return {
    ...facts,
    dividends: facts.dividends.filter(({ ex_date }) => ex_date <= lastTestDay),
    prices: facts.prices.filter(({ date }) => date <= lastTestDay)
  }
}

/** As the product has it, but for the newer figures; a server that opens such a database has nothing to add to it. */
export const mayFacts = createEmbeddedMarketData(readFiguresOfMay, digestDataFolder)

const few: readonly string[] = ['MSTY', 'QQQT']

/** The same of two funds alone: estimated and drawn in a moment, for tests of real servers. */
export const fewMayFacts = createEmbeddedMarketData(() => {
  const facts = readFiguresOfMay()
  const isKept = ({ symbol }: { symbol: string }) => few.includes(symbol)
  return {
    funds: facts.funds.filter(isKept),
    dividends: facts.dividends.filter(isKept),
    prices: facts.prices.filter(isKept),
    splits: facts.splits.filter(isKept)
  }
}, digestDataFolder)
