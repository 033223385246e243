import type { Connection } from '../../contract/connections.ts'
import { findNewestPriceDay } from '../../db/funds.db.ts'
import { countWaitingPages, longestWaitMinutes } from '../../db/publish-queue.db.ts'
import { formatLongDay } from '../../db/wire-format.ts'
import type { Services } from '../../services.ts'
import { countFunds, tryWriting } from './connections.db.ts'

/** The operator's pages ask at every visit, and nobody waits longer for a provider to say that it is there. */
const longestProbeMs = 2000

export async function probeDatabase({ db, log }: Services): Promise<Connection> {
  const funds = await countFunds(db)
  try {
    await tryWriting(db)
  } catch (error) {
    log.error({ err: error }, 'the database can not be written')
    return { status: 'degraded', detail: 'The database can be read, but nothing can be written.' }
  }
  return {
    status: 'ok',
    detail: `The database can be read and written; it holds ${funds === 1 ? '1 fund' : `${funds} funds`}.`
  }
}

export async function probeMarketData(
  { db, market }: Pick<Services, 'db' | 'market'>,
  longestMs: number = longestProbeMs
): Promise<Connection> {
  const newestDay = await findNewestPriceDay(db)
  if (newestDay === null) return { status: 'degraded', detail: `${market.name}: no prices are stored yet.` }
  const reach = `the newest day in the data is ${formatLongDay(newestDay)}.`
  try {
    const isThere = await within(longestMs, market.check())
    if (isThere) return { status: 'ok', detail: `${market.name}: ${reach}` }
    return {
      status: 'degraded',
      detail: `${market.name}: no answer within ${longestMs / 1000} seconds; ${reach}`
    }
  } catch (error) {
    // Only what a provider says for the operator is told; it is one sentence already.
    const isTold = error instanceof Error && error.name === 'MarketDataError'
    const reason = isTold ? error.message : 'The provider could not be asked.'
    return { status: 'down', detail: `${reason} Until it can, ${reach}` }
  }
}

export async function probePublisher({ db, clock }: Services): Promise<Connection> {
  const { waiting, late } = await countWaitingPages(db, clock())
  if (waiting === 0) return { status: 'ok', detail: 'Every page is up to date.' }
  const pages = waiting === 1 ? '1 page waits' : `${waiting} pages wait`
  if (late === 0) return { status: 'ok', detail: `${pages} to be written.` }
  return {
    status: 'degraded',
    detail: `${pages} to be written, ${late} for over ${longestWaitMinutes} minutes.`
  }
}

export async function probeRenderer({ renderer }: Services): Promise<Connection> {
  const isReady = await within(longestProbeMs, renderer.check())
  if (isReady) return { status: 'ok', detail: 'Pages can be drawn.' }
  return { status: 'degraded', detail: 'The page renderer takes long to answer.' }
}

/** Whether it came in time; a failure that comes later is nobody's. */
async function within(milliseconds: number, work: Promise<void>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const timeUp = new Promise<false>((resolve) => {
    timer = setTimeout(resolve, milliseconds, false)
  })
  try {
    return await Promise.race([work.then(() => true), timeUp])
  } finally {
    clearTimeout(timer)
  }
}
