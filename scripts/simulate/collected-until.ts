import { marketVolatilityIndex } from '../../admin-api/estimator/estimator.ts'
import { factsKnownAt } from '../../data/facts-known-at.ts'
import type { Facts } from '../../data/schema.ts'
import type { Source } from './source.ts'

/** Facts of a service that collected from the source until the end of `lastDay`; its prices have no gaps. */
export function collectedUntil(facts: Facts, source: Source, lastDay: string): Facts {
  const symbols = new Set(facts.prices.flatMap(({ symbol, date }) => (date <= lastDay ? symbol : [])))
  const prices = [...symbols].flatMap((symbol) =>
    (source.closesOf.get(symbol) ?? []).map((close) => ({ symbol, ...close, basis: 'stored' as const }))
  )
  // The source has closes of its own for the others.
  const underlyings = facts.underlyings.filter(({ symbol }) => symbol === marketVolatilityIndex)
  const known = factsKnownAt({ ...facts, prices, underlyings }, lastDay)
  const formerOf = new Map(source.renamed.map(({ symbol, former }) => [symbol, former]))
  const named = <Row extends { symbol: string }>(row: Row): Row => ({
    ...row,
    symbol: formerOf.get(row.symbol) ?? row.symbol
  })
  return {
    ...known,
    funds: known.funds.map(named),
    dividends: known.dividends.map(named),
    prices: known.prices.map(named),
    splits: known.splits.map(named)
  }
}
