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
  return factsKnownAt({ ...facts, prices, underlyings }, lastDay)
}
