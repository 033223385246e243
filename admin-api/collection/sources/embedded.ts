import { digestDataFolder, readDataFolder } from '../../../data/read-facts.ts'
import type { Facts } from '../../../data/schema.ts'
import { type FactsSource, type MarketData, MarketDataError } from './market-data.ts'

/** The figures that come with the project: new databases start with them, and they can be collected again. */
export const embeddedMarketData = createEmbeddedMarketData(readDataFolder, digestDataFolder)

/** Market data that are read once, on first use, and never change. */
export function createEmbeddedMarketData(
  readFacts: () => Facts,
  digest: () => string
): MarketData & FactsSource {
  let kept: Facts | null = null
  let ofFunds: ReturnType<typeof groupByFund> | null = null
  const cacheFacts = () => {
    kept ??= readFacts()
    return kept
  }
  return {
    name: 'Public records',
    isLive: false,
    readFacts: cacheFacts,
    digest,
    collectFund: async (asked, since, formerSymbols = []) => {
      const { funds } = cacheFacts()
      const symbol = [asked, ...formerSymbols].find((one) => funds.some((fund) => fund.symbol === one))
      if (symbol === undefined) throw new MarketDataError(`The embedded figures have no fund ${asked}.`)
      ofFunds ??= groupByFund(cacheFacts())
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
      cacheFacts()
    }
  }
}

/** Rows by fund, grouped once for all funds. */
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
