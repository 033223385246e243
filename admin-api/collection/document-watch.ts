import { readDaily, type WatchParts } from './daily-watch.ts'
import { readFundList } from './fund-list-watch.ts'
import type { Sources } from './open-sources.ts'
import type { SourceHealthParts } from './source-health.ts'
import { createFilings } from './sources/edgar/filings-watch.ts'
import { createArchive } from './sources/roundhill/holdings-archive.ts'
import type { SourceUse } from './sources/source-use.ts'

type DocumentParts = WatchParts &
  Pick<SourceHealthParts, 'switches' | 'edgar' | 'holdingsReader' | 'runJob'> &
  Pick<Sources, 'readRobots' | 'listFunds' | 'market'> & { use: Pick<SourceUse, 'flush'> }

/** @returns a function that reads filings, holdings and rules of sites whose time has come, if their sources are on */
export function createDocumentWatch(parts: DocumentParts): () => Promise<void> {
  const { switches, use, readRobots } = parts
  const [filings, archive] = [createFilings(parts), createArchive(parts)]
  return async () => {
    await switches.refresh()
    if (filings !== null && switches.isOn('edgar')) await readDaily(parts, filings)
    if (archive !== null && switches.isOn('roundhill')) await readDaily(parts, archive)
    if (switches.isOn('nasdaq')) await readFundList(parts)
    await readRobots?.()
    await use.flush()
  }
}
