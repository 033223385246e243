import type { MarketData } from '../../admin-api/collection/sources/market-data.ts'
import type { SecondSource } from '../../admin-api/collection/sources/second-source.ts'
import { type Finding, failed, ok, reasonOf, warning } from './finding.ts'

/** One request to the source of figures; none where they are those of data/. */
export async function checkSource({
  isLive,
  name,
  check
}: Pick<MarketData, 'isLive' | 'name' | 'check'>): Promise<Omit<Finding, 'name'>> {
  if (!isLive) return ok('The figures are those of data/, and nobody is asked (MARKET_DATA is embedded).')
  try {
    await check()
    return ok(`${name}: the source answers.`)
  } catch (error) {
    return failed(
      `${reasonOf(error)} Look whether this machine may call out over https; a source that refuses is asked again by itself.`
    )
  }
}

/** Whether the second source takes its key: two requests. @param source null where none is asked */
export async function checkSecondSource(
  source: SecondSource | null,
  { hasKey, now }: { hasKey: boolean; now: Date }
): Promise<Omit<Finding, 'name'>> {
  if (source === null)
    return hasKey
      ? warning('MASSIVE_KEY is set and not used: only MARKET_DATA=yahoo asks a second source.')
      : ok('No second source is asked (no MASSIVE_KEY).')
  try {
    await source.collect(['MSTY'], now.toISOString().slice(0, 10))
    return ok(`${source.name} takes the key.`)
  } catch (error) {
    return failed(`${reasonOf(error)} Collecting goes on without it; see to MASSIVE_KEY.`)
  }
}
