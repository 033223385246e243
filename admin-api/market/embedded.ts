import { readDataFolder } from '../../data/schema.ts'
import type { MarketData } from './market-data.ts'

/** The figures that come with the project. */
export const embeddedMarketData: MarketData = {
  name: 'Embedded public figures',
  readFacts: () => readDataFolder()
}
