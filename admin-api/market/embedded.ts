import { digestDataFolder, readDataFolder } from '../../data/read-facts.ts'
import type { Facts } from '../../data/schema.ts'
import { type FactsSource, type MarketData, MarketDataError } from './market-data.ts'

/** The figures that come with the project: a new database is filled with them, and they can be collected again. */
export const embeddedMarketData = createEmbeddedMarketData(readDataFolder, digestDataFolder)

/** Market data that are read once, at the first question, and stay the same. */
export function createEmbeddedMarketData(
  readFacts: () => Facts,
  digest: () => string
): MarketData & FactsSource {
  let kept: Facts | null = null
  const keepFacts = () => {
    kept ??= readFacts()
    return kept
  }
  return {
    name: 'Public records',
    isLive: false,
    readFacts: keepFacts,
    digest,
    collectFund: async (asked, since, formerSymbols = []) => {
      const facts = keepFacts()
      const symbol = [asked, ...formerSymbols].find((one) => facts.funds.some((fund) => fund.symbol === one))
      if (symbol === undefined) throw new MarketDataError(`The embedded figures have no fund ${asked}.`)
      return {
        prices: facts.prices
          .filter((price) => price.symbol === symbol && price.date >= since)
          .map(({ date, close, basis }) => ({ date, close, basis })),
        payments: facts.dividends
          .filter((payment) => payment.symbol === symbol && payment.ex_date >= since)
          .map(({ ex_date: exDate, pay_date: payDate, amount, ...checked }) => ({
            exDate,
            payDate,
            amount,
            checked
          })),
        splits: facts.splits
          .filter((split) => split.symbol === symbol && split.date !== null && split.date >= since)
          .map(({ date, old_shares, new_shares }) => ({
            date: date ?? '',
            oldShares: old_shares,
            newShares: new_shares
          }))
      }
    },
    collectVolatility: async () => null,
    check: async () => {
      keepFacts()
    }
  }
}
