import { join } from 'node:path'
import { readSourceFault, readSourceState } from '../../collection/source-state.db.ts'
import { type MarketData, MarketDataError } from '../../collection/sources/market-data.ts'
import type { Connection } from '../../contract/system.ts'
import { findChangedFacts } from '../../estimates/changed-facts.ts'
import { findFundsKnownBefore } from '../../funds/funds.db.ts'
import { findNewestPriceDay } from '../../funds/newest-day.db.ts'
import { formatLongDay } from '../../market-days/days.ts'
import { addSessions, longestAgeSessions, sessionsBetween } from '../../market-days/market-calendar.ts'
import { lastFinishedSession } from '../../market-days/sessions.ts'
import { countOf } from '../../numbers/format-numbers.ts'
import { type WorkParts, within } from '../../platform/background.ts'
import { judgeBackups, readLastBackup } from '../../platform/database/backups/last-backup.ts'
import { writeMeta } from '../../platform/database/meta.db.ts'
import { countRows } from '../../platform/database/rows.ts'
import type { Db } from '../../platform/database/schema.ts'
import { writeTransaction } from '../../platform/database/write-transaction.ts'
import { removeDurably, writeDurably } from '../../platform/files/durable-file.ts'
import { findStorageFault } from '../../platform/files/storage-fault.ts'
import { createCachedValue, timeSlots } from '../../platform/http/cached-response.ts'
import { ThreadStartError } from '../../platform/worker-threads.ts'
import type { Publisher } from '../../publishing/publisher.ts'
import type { PageRenderer } from '../../publishing/render-threads.ts'

const connectionOf =
  (status: Connection['status']) =>
  (detail: string): Connection => ({ status, detail })
const ok = connectionOf('ok')
const degraded = connectionOf('degraded')
const down = connectionOf('down')

/** Admin pages probe at every visit and must not wait long for a provider. */
const probeTimeoutMs = 2000

export async function probeDatabase(db: Db, writeProbe: WriteProbe): Promise<Connection> {
  const funds = await countRows(db.selectFrom('fund'))
  const fault = await writeProbe()
  if (fault !== null) return degraded(`The database can be read, but nothing can be saved: ${fault}`)
  return ok(`The database can be read and written; it holds ${countOf(funds, 'fund')}.`)
}

/** The probe may be requested at any rate, and each run waits for the disk. */
const writeProbeSeconds = 5
/** More than fits on a nearly full disk, and far less than a post with its pages needs. */
const probeBytes = 64 * 1024

/** Resolves with null, or with the end of the sentence 'nothing can be saved: ...'. */
export type WriteProbe = () => Promise<string | null>

type WriteProbeParts = WorkParts & { dataDir: string }

/** Probes at most every five seconds whether data can be saved. */
export function createWriteProbe(parts: WriteProbeParts, monotonicNow?: () => number): WriteProbe {
  return createCachedValue(() => probeWriting(parts), timeSlots(writeProbeSeconds, monotonicNow)).read
}

/** Writes a row, and a file, because a database can write into its existing log for a while after the disk is full. */
async function probeWriting({ db, clock, log, dataDir }: WriteProbeParts): Promise<string | null> {
  const file = join(dataDir, 'write-probe')
  try {
    // Committed, because a rolled back row would not reach the disk.
    await writeTransaction(db, (trx) => writeMeta(trx, 'write-probe', clock().toISOString()))
    await writeDurably([{ file, bytes: Buffer.alloc(probeBytes) }])
    await removeDurably([file])
    return null
  } catch (error) {
    log.error({ err: error }, 'nothing can be written')
    const fault = findStorageFault(error)
    if (fault === 'full') return 'the disk is full.'
    if (fault === 'unwritable') return 'a file cannot be written; check the limit of file sizes and the disk.'
    if (fault !== 'read-only') return 'see the log of the service.'
    return 'it is read-only. Make its file and folder writable, with room on the disk, then restart the service.'
  }
}

export type MarketParts = { db: Db; clock: () => Date; market: MarketData }

/** Judges the stored figures and the last collections, without a request to the provider. */
export async function probeFigures({ db, market, clock }: MarketParts): Promise<Connection> {
  const newestDay = await findNewestPriceDay(db)
  const fault = market.isLive ? await readSourceFault(db) : null
  const standIn = market.isLive ? await findLongStandIn(db, clock()) : null
  const problems = [fault, standIn].filter((problem) => problem !== null)
  if (newestDay === null)
    return degraded([`${market.name}: no prices are stored yet.`, ...problems].join(' '))
  const lastSession = lastFinishedSession(clock())
  const age = sessionsBetween(newestDay, lastSession)
  const detail = `${market.name}: ${formatReach(newestDay, age)}.`
  if (!market.isLive) return ok(detail)
  const left = await findFundsKnownBefore(db, addSessions(lastSession, -longestAgeSessions))
  if (age <= longestAgeSessions && left.length > 0)
    problems.push(`No news of ${left.join(', ')} for over ${longestAgeSessions} trading days.`)
  const isWell = age <= longestAgeSessions && problems.length === 0
  return (isWell ? ok : degraded)([detail, ...problems].join(' '))
}

/** A refusal usually ends within hours. */
const longestStandInMs = 3 * 86_400_000

/** A sentence if the preferred source has been replaced for long; the stand-in lacks splits and options. */
async function findLongStandIn(db: Db, now: Date): Promise<string | null> {
  const standIn = await readSourceState(db, 'stand-in')
  if (standIn === null || now.getTime() - Date.parse(standIn.since) < longestStandInMs) return null
  const { sourceName, since } = standIn
  return `The preferred source has refused requests or not responded since ${formatLongDay(since.slice(0, 10))}. Its stand-in, ${sourceName}, reports no splits and no implied volatility; see the log of the service.`
}

function formatReach(newestDay: string, age: number): string {
  const ago = age === 0 ? 'the last session' : `${countOf(age, 'trading day')} ago`
  return `data through ${formatLongDay(newestDay)}, ${ago}`
}

/** Figures follow from changed facts within seconds. */
const longestLagMs = 60_000

/** Judges whether figures are calculated from all stored facts. */
export async function probeDerivation({ db, clock }: Pick<MarketParts, 'db' | 'clock'>): Promise<Connection> {
  const facts = await findChangedFacts(db)
  if (facts === null || clock().getTime() - Date.parse(facts.since) < longestLagMs)
    return ok('All figures are calculated from the stored payments and closes.')
  return degraded(
    `Payments, closes or funds changed at ${facts.since.slice(11, 16)} UTC on ${formatLongDay(facts.since.slice(0, 10))}, and no figures are calculated from them yet: pages show earlier estimates. The log of the service says why.`
  )
}

export async function probeMarketData(
  parts: MarketParts,
  timeoutMs: number = probeTimeoutMs
): Promise<Connection> {
  const { db, market } = parts
  const figures = await probeFigures(parts)
  // The provider has limited our requests.
  if (market.isLive && (await readSourceState(db, 'collection-pause')) !== null) return figures
  const reach = figures.detail.slice(`${market.name}: `.length)
  try {
    if (
      (await within(
        timeoutMs,
        market.check().then(() => true)
      )) === true
    )
      return figures
    return degraded(`${market.name}: no answer within ${timeoutMs / 1000} seconds; ${reach}`)
  } catch (error) {
    // Other messages might contain internals.
    const reason = error instanceof MarketDataError ? error.message : 'The provider could not be reached.'
    return down(`${reason} For now: ${reach}`)
  }
}

export async function probeBackups({ db, clock }: Pick<MarketParts, 'db' | 'clock'>): Promise<Connection> {
  const { isWell, detail } = judgeBackups(await readLastBackup(db), clock())
  return (isWell ? ok : degraded)(detail)
}

/** Publishing takes milliseconds per page, so a page that waits longer has a problem. */
const maxWaitMinutes = 5

export type PublisherProbeParts = {
  clock: () => Date
  publisher: Pick<Publisher, 'countFailing' | 'countWaiting'>
}

/** Counts the pages that wait on this instance, and those that have waited too long. */
export function countWaitingPages({
  clock,
  publisher
}: PublisherProbeParts): ReturnType<Publisher['countWaiting']> {
  return publisher.countWaiting(new Date(clock().getTime() - maxWaitMinutes * 60_000))
}

export async function probePublisher(parts: PublisherProbeParts): Promise<Connection> {
  const { waiting, late } = await countWaitingPages(parts)
  const failing = parts.publisher.countFailing()
  if (waiting === 0) return ok('Every page is up to date.')
  const pages = waiting === 1 ? '1 page waits' : `${waiting} pages wait`
  const problems = [
    ...(late > 0 ? [`${late} for over ${maxWaitMinutes} minutes`] : []),
    ...(failing > 0 ? [`${failing} could not be written so far; see the log of the service`] : [])
  ]
  const isWell = problems.length === 0
  return (isWell ? ok : degraded)(`${[`${pages} to be written`, ...problems].join(', ')}.`)
}

/** Shorter than the timeout of the health check, so that a slow renderer is not blamed on the database. */
const rendererTimeoutMs = 1000

/** @throws an error of the renderer itself */
export async function probeRenderer(renderer: Pick<PageRenderer, 'check'>): Promise<Connection> {
  try {
    const check = renderer.check().then(() => true)
    if ((await within(rendererTimeoutMs, check)) === true) return ok('Pages can be rendered.')
  } catch (error) {
    if (!(error instanceof ThreadStartError)) throw error
    return down(`No page can be rendered: ${error.message}`)
  }
  return degraded('The page renderer takes long to answer.')
}
