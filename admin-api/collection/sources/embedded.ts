import { digestDataFolder, readDataFolder } from '../../../data/read-facts.ts'
import type { Facts } from '../../../data/schema.ts'
import { type FactsSource, type MarketData, MarketDataError } from './market-data.ts'

/** The figures that come with the project: a new database is filled with them, and they can be collected again. */
export const embeddedMarketData = createEmbeddedMarketData(readDataFolder, digestDataFolder)

/** Market data that are read once, at the first question, and stay the same. */
export function createEmbeddedMarketData(
  readFacts: () => Facts,
  digest: () => string
): MarketData & FactsSource {
  let kept: Facts | null = null
  let ofFunds: ReturnType<typeof groupByFund> | null = null
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
      const { funds } = keepFacts()
      const symbol = [asked, ...formerSymbols].find((one) => funds.some((fund) => fund.symbol === one))
      if (symbol === undefined) throw new MarketDataError(`The embedded figures have no fund ${asked}.`)
      ofFunds ??= groupByFund(keepFacts())
      const { prices = [], dividends = [], splits = [] } = ofFunds(symbol)
      return {
        prices: prices
          .filter((price) => price.date >= since)
          .map(({ date, close, basis }) => ({ date, close, basis })),
        payments: dividends
          .filter((payment) => payment.ex_date >= since)
          .map(({ ex_date: exDate, pay_date: payDate, amount, ...checked }) => ({
            exDate,
            payDate,
            amount,
            checked
          })),
        splits: splits
          .filter((split) => split.date !== null && split.date >= since)
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

/** The rows of one fund, found once for all that are asked for. */
function groupByFund({ prices, dividends, splits }: Facts) {
  const pricesOf = Map.groupBy(prices, ({ symbol }) => symbol)
  const dividendsOf = Map.groupBy(dividends, ({ symbol }) => symbol)
  const splitsOf = Map.groupBy(splits, ({ symbol }) => symbol)
  return (symbol: string) => ({
    prices: pricesOf.get(symbol),
    dividends: dividendsOf.get(symbol),
    splits: splitsOf.get(symbol)
  })
}
