import type { SourceId } from '../../contract/sources.ts'
import { cboeSource } from './cboe/source.ts'
import { closesSource } from './closes/source.ts'
import { edgarSource } from './edgar/source.ts'
import { globeNewswireSource } from './globenewswire/source.ts'
import { nasdaqSource } from './nasdaq/source.ts'
import { roundhillSource } from './roundhill/source.ts'
import type { SourceDescription } from './source.ts'
import { yahooSource } from './yahoo/source.ts'

/** Every source outside of the service. A new one is a folder, a line here, its id in the contract and its line in the docs. */
export const sources = {
  yahoo: yahooSource,
  nasdaq: nasdaqSource,
  globenewswire: globeNewswireSource,
  edgar: edgarSource,
  cboe: cboeSource,
  roundhill: roundhillSource,
  closes: closesSource
} as const satisfies Record<SourceId, SourceDescription>

export const allSources: readonly SourceDescription[] = Object.values(sources)
