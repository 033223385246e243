import type { SourceId } from '../contract/sources.ts'
import type { Connection } from '../contract/system.ts'
import type { RunJob } from '../estimates/job.ts'
import { addDays, formatLongDay } from '../market-days/days.ts'
import { toNewYorkTime } from '../market-days/sessions.ts'
import type { Db } from '../platform/database/schema.ts'
import { probeDaily } from './daily-watch.ts'
import type { Sources } from './open-sources.ts'
import { readSourceState } from './source-state.db.ts'
import type { Edgar } from './sources/edgar/edgar.ts'
import { createFilings } from './sources/edgar/filings-watch.ts'
import type { AnnouncementSource } from './sources/html-page.ts'
import type { SecondSource } from './sources/market-data.ts'
import type { TextReader } from './sources/rate-limited-fetch.ts'
import { allSources, sources } from './sources/register.ts'
import { findRobotsObstacle } from './sources/robots/site-rules.ts'
import { createArchive } from './sources/roundhill/holdings-archive.ts'
import type { SourceSwitches } from './sources/source-switches.ts'

export type SourceHealthParts = {
  db: Db
  clock: () => Date
  switches: SourceSwitches
  secondSource: SecondSource | null
  announcements: readonly AnnouncementSource[]
  edgar: Edgar | null
  holdingsReader: TextReader | null
  market: Pick<Sources['market'], 'isLive'>
  runJob: RunJob
}

/** A source that is on, with its state in one sentence. */
export type SourceHealth = Connection & { id: SourceId; name: string }

/** States of the sources that are on, without a request. Those of market data are judged by their figures. */
export async function probeSources(parts: SourceHealthParts): Promise<SourceHealth[]> {
  const found: SourceHealth[] = []
  for (const { id, name } of allSources) {
    const health = parts.switches.read(id).isOn ? await probeSource(parts, id) : null
    if (health !== null) found.push({ id, name, ...health })
  }
  return found
}

/** The reason, as a sentence, why a source that is on can't be read; null without any. */
export async function findObstacle(
  { db, switches }: Pick<SourceHealthParts, 'db' | 'switches'>,
  id: SourceId
): Promise<string | null> {
  const { isOn, obstacle } = switches.read(id)
  return isOn ? (obstacle ?? (await findRobotsObstacle(db, sources[id]))) : null
}

async function probeSource(parts: SourceHealthParts, id: SourceId): Promise<Connection | null> {
  const { db, clock } = parts
  // An installation is complete without it.
  const missing = parts.switches.read(id).obstacle
  if (missing !== null) return { status: 'unread', detail: missing }
  const obstacle = await findObstacle(parts, id)
  if (obstacle !== null) return { status: 'degraded', detail: obstacle }
  const site = parts.announcements.find((each) => each.id === id)
  if (site !== undefined) return probeAnnouncements(db, site, clock())
  const watched = { edgar: createFilings(parts), roundhill: createArchive(parts) }
  if (id === 'edgar') return watched.edgar && probeDaily(db, watched.edgar)
  if (id === 'roundhill') return watched.roundhill && probeDaily(db, watched.roundhill)
  return null
}

/** Reports the last answer of the second source, which each collection of all funds requests. Null without one. */
export async function probeSecondSource(
  db: Db,
  secondSource: SecondSource | null
): Promise<Connection | null> {
  if (secondSource === null || secondSource.isOn?.() === false) return null
  const { name } = secondSource
  const state = await readSourceState(db, 'second-source')
  if (state === null)
    return { status: 'unread', detail: `${name}: it is queried with the next collection of all funds.` }
  const day = formatLongDay(state.askedOn)
  return state.fault === null
    ? { status: 'ok', detail: `${name}: answered on ${day}.` }
    : {
        status: 'degraded',
        detail: `${state.fault} It was last queried on ${day}; collection continues without it.`
      }
}

/** Days after which sites of weekly payers without an announcement have probably changed; holidays delay some. */
const longestQuietDays = 10

/** Reports the last response of a site that announces payments. */
async function probeAnnouncements(db: Db, { name }: AnnouncementSource, now: Date): Promise<Connection> {
  const state = (await readSourceState(db, 'announcements'))?.[name]
  if (state === undefined) return { status: 'unread', detail: `${name} are read next.` }
  const { fault, foundOn, askedAt } = state
  const others = 'Other sources still report these payments.'
  if (fault !== null) return { status: 'degraded', detail: `${fault} ${others}` }
  const { day, time } = toNewYorkTime(new Date(askedAt))
  if (foundOn >= addDays(toNewYorkTime(now).day, -longestQuietDays))
    return { status: 'ok', detail: `${name} were read on ${formatLongDay(day)} at ${time} (New York).` }
  const quiet = `${name}: nothing was announced after ${formatLongDay(foundOn)}; its pages may have changed.`
  return { status: 'degraded', detail: `${quiet} ${others}` }
}
