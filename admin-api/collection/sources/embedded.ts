import {
  digestDataFolder,
  type FactsOfFund,
  readDataFolder,
  readFactsOfFund,
  readSymbols
} from '../../../data/read-facts.ts'
import type { Facts } from '../../../data/schema.ts'
import { type FactsSource, type MarketData, MarketDataError } from './market-data.ts'

/**
 * The figures bundled with the project: new databases start with them, and they can be collected again. Reading all of
 * them takes half a second, and they stay in memory, so a collecting service reads one fund at a time.
 */
export const embeddedMarketData = createEmbeddedMarketData(readDataFolder, digestDataFolder, {
  readSymbols,
  readFactsOfFund
})

type PartReaders = {
  readSymbols: () => readonly string[]
  /** May return earlier rows, too. */
  readFactsOfFund: (symbol: string, since: string) => FactsOfFund
}

/** Market data that never changes. Without `parts`, all of it is read on first use. */
export function createEmbeddedMarketData(
  readFacts: () => Facts,
  digest: () => string,
  parts?: PartReaders
): MarketData & FactsSource {
  let facts: Facts | null = null
  const cacheFacts = () => {
    facts ??= readFacts()
    return facts
  }
  const { readSymbols, readFactsOfFund } = parts ?? {
    readSymbols: () => cacheFacts().funds.map(({ symbol }) => symbol),
    readFactsOfFund: (symbol: string) => pickFunds(cacheFacts(), new Set([symbol]))
  }
  let symbols: ReadonlySet<string> | null = null
  return {
    name: 'Public records',
    isLive: false,
    readFacts: cacheFacts,
    digest,
    collectFund: async (requested, since, formerSymbols = []) => {
      symbols ??= new Set(readSymbols())
      const symbol = [requested, ...formerSymbols].find((one) => symbols?.has(one))
      if (symbol === undefined) throw new MarketDataError(`The embedded figures have no fund ${requested}.`)
      const { prices, dividends, splits } = readFactsOfFund(symbol, since)
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
    check: async () => undefined
  }
}

/** The rows of these funds. */
export function pickFunds(facts: Facts, symbols: ReadonlySet<string>): Facts {
  const pick = <Row extends { symbol: string }>(rows: Row[]) =>
    rows.filter(({ symbol }) => symbols.has(symbol))
  const funds = pick(facts.funds)
  const underlyings = new Set(funds.map(({ underlying }) => underlying))
  return {
    families: facts.families,
    funds,
    dividends: pick(facts.dividends),
    prices: pick(facts.prices),
    splits: pick(facts.splits),
    returnOfCapital: pick(facts.returnOfCapital),
    underlyings: facts.underlyings.filter(({ symbol }) => underlyings.has(symbol)),
    formerSymbols: facts.formerSymbols.filter(
      (row) => symbols.has(row.symbol) || symbols.has(row.former_symbol)
    ),
    identifiers: pick(facts.identifiers)
  }
}
