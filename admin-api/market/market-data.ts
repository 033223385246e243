import type { Facts } from '../../data/schema.ts'

/** Where prices, payments and splits come from. */
export type MarketData = {
  /** Told to visitors beside every number, followed by the day it reaches. */
  name: string
  /** @throws Error with one sentence when the figures can't be read or can't be true. */
  readFacts: () => Facts
}
