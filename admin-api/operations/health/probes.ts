import type { Connection } from '../../contract/connections.ts'
import { findNewestPriceDay } from '../../funds/funds.db.ts'
import { readLastBackup } from '../../platform/database/backups/last-backup.db.ts'
import { readPause, readSecondSource, readSourceFault } from '../../collection/source-state.db.ts'
import { judgeBackups } from '../../platform/database/backups/last-backup.ts'
import { longestAgeSessions } from '../../market-days/data-age.ts'
import { spellDay } from '../../market-days/days.ts'
import { lastFinishedSession } from '../../market-days/finished-session.ts'
import { addSessions, sessionsBetween } from '../../market-days/market-calendar.ts'
import type { Services } from '../../services.ts'
import { countFunds, findFundsKnownBefore } from './health.db.ts'
import { within } from './in-time.ts'
import type { WriteProbe } from './write-probe.ts'

/** The operator's pages call this at every visit, and must not hang on a provider that does not answer. */
const longestProbeMs = 2000

export async function probeDatabase({ db }: Services, probeWriting: WriteProbe): Promise<Connection> {
  const funds = await countFunds(db)
  const fault = await probeWriting()
  if (fault !== null)
    return { status: 'degraded', detail: `The database can be read, but nothing can be saved: ${fault}` }
  return {
    status: 'ok',
    detail: `The database can be read and written; it holds ${funds === 1 ? '1 fund' : `${funds} funds`}.`
  }
}

type MarketParts = Pick<Services, 'db' | 'market' | 'clock'>

/** What is stored, and how the last collections went, without asking the provider. */
export async function probeFigures({ db, market, clock }: MarketParts): Promise<Connection> {
  const newestDay = await findNewestPriceDay(db)
  const fault = market.isLive ? await readSourceFault(db) : null
  const troubles = fault === null ? [] : [fault]
  if (newestDay === null) {
    const detail = [`${market.name}: no prices are stored yet.`, ...troubles].join(' ')
    return { status: 'degraded', detail }
  }
  const lastSession = lastFinishedSession(clock())
  const age = sessionsBetween(newestDay, lastSession)
  const detail = `${market.name}: ${spellReach(newestDay, age)}.`
  if (!market.isLive) return { status: 'ok', detail }
  const left = await findFundsKnownBefore(db, addSessions(lastSession, -longestAgeSessions))
  if (age <= longestAgeSessions && left.length > 0)
    troubles.push(`No news of ${left.join(', ')} for over ${longestAgeSessions} trading days.`)
  const isWell = age <= longestAgeSessions && troubles.length === 0
  return { status: isWell ? 'ok' : 'degraded', detail: [detail, ...troubles].join(' ') }
}

function spellReach(newestDay: string, age: number): string {
  const ago = age === 0 ? 'the last session' : age === 1 ? '1 trading day ago' : `${age} trading days ago`
  return `the newest day in the data is ${spellDay(newestDay)}, ${ago}`
}

export async function probeMarketData(
  services: MarketParts,
  longestMs: number = longestProbeMs
): Promise<Connection> {
  const { db, market } = services
  const figures = await probeFigures(services)
  // It has just said that it is asked too much.
  if (market.isLive && (await readPause(db)) !== null) return figures
  const reach = figures.detail.slice(`${market.name}: `.length)
  try {
    if (
      (await within(
        longestMs,
        market.check().then(() => true)
      )) === true
    )
      return figures
    return {
      status: 'degraded',
      detail: `${market.name}: no answer within ${longestMs / 1000} seconds; ${reach}`
    }
  } catch (error) {
    // Only these are written for the operator; any other message could show internals.
    const isForOperator = error instanceof Error && error.name === 'MarketDataError'
    const reason = isForOperator ? error.message : 'The provider could not be reached.'
    return { status: 'down', detail: `${reason} Until it can, ${reach}` }
  }
}

/** How it answered when it was last asked, which is with each collection of all funds; null where none is asked. */
export async function probeSecondSource({
  db,
  secondSource
}: Pick<Services, 'db' | 'secondSource'>): Promise<Connection | null> {
  if (secondSource === null) return null
  const { name } = secondSource
  const state = await readSecondSource(db)
  if (state === null)
    return { status: 'ok', detail: `${name}: it is asked with the next collection of all funds.` }
  const day = spellDay(state.askedOn)
  return state.fault === null
    ? { status: 'ok', detail: `${name}: answered on ${day}.` }
    : { status: 'degraded', detail: `${state.fault} It was asked on ${day}; collecting goes on without it.` }
}

export async function probeBackups({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<Connection> {
  const { isWell, detail } = judgeBackups(await readLastBackup(db), clock())
  return { status: isWell ? 'ok' : 'degraded', detail }
}

/** Publishing takes milliseconds a page; one that has waited so long will hardly be written. */
const longestWaitMinutes = 5

/** Pages that wait on this node, and of those the ones that have waited for too long. */
export function countWaitingPages({
  clock,
  publisher
}: Services): ReturnType<Services['publisher']['countWaiting']> {
  return publisher.countWaiting(new Date(clock().getTime() - longestWaitMinutes * 60_000))
}

export async function probePublisher(services: Services): Promise<Connection> {
  const { waiting, late } = await countWaitingPages(services)
  const failing = services.publisher.countFailing()
  if (waiting === 0) return { status: 'ok', detail: 'Every page is up to date.' }
  const pages = waiting === 1 ? '1 page waits' : `${waiting} pages wait`
  const troubles = [
    ...(late > 0 ? [`${late} for over ${longestWaitMinutes} minutes`] : []),
    ...(failing > 0 ? [`${failing} could not be written so far; see the log of the service`] : [])
  ]
  return {
    status: troubles.length === 0 ? 'ok' : 'degraded',
    detail: `${[`${pages} to be written`, ...troubles].join(', ')}.`
  }
}

export async function probeRenderer({ renderer }: Services): Promise<Connection> {
  const isReady = await within(
    longestProbeMs,
    renderer.check().then(() => true)
  )
  if (isReady === true) return { status: 'ok', detail: 'Pages can be drawn.' }
  return { status: 'degraded', detail: 'The page renderer takes long to answer.' }
}
