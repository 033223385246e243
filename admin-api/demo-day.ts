import type { RequestHandler } from 'express'
import type { Logger } from 'pino'
import { factsKnownAt } from '../data/facts-known-at.ts'
import { createEmbeddedMarketData, embeddedMarketData } from './collection/sources/embedded.ts'
import type { FactsSource } from './collection/sources/market-data.ts'
import { logIn, logOut } from './contract/accounts.ts'
import { readDividendHistory, searchStock } from './contract/stock.ts'
import { runEvery } from './platform/background.ts'
import { readMeta, writeMeta } from './platform/database/meta.db.ts'
import type { Db } from './platform/database/schema.ts'
import { ApiError } from './platform/http/errors.ts'

/** A demonstration starts in the evening in New York and sets its clock back before midnight. */
const startsAt = 'T22:30:00Z'
const longestMs = 5 * 3_600_000

/** A clock that shows the evening of `day` in New York, again and again. */
export function createDemoClock(day: string): () => Date {
  const startedAt = performance.now()
  const start = Date.parse(`${day}${startsAt}`)
  return () => new Date(start + ((performance.now() - startedAt) % longestMs))
}

/** Embedded figures as known at the end of `day`. */
export function createDemoFacts(day: string): FactsSource {
  return createEmbeddedMarketData(
    () => factsKnownAt(embeddedMarketData.readFacts(), day),
    () => `${embeddedMarketData.digest()} on ${day}`
  )
}

/** Clock and facts of a service: as passed in, of a demo day, or the real ones. */
export function withDemoDay(
  day: string | null,
  given: { clock?: (() => Date) | undefined; facts?: FactsSource | undefined }
): { clock: () => Date; facts: FactsSource } {
  return {
    clock: given.clock ?? (day === null ? () => new Date() : createDemoClock(day)),
    facts: given.facts ?? (day === null ? embeddedMarketData : createDemoFacts(day))
  }
}

/**
 * Marks a new database as a demonstration of `day`, and keeps demonstrations and real databases apart.
 * @param day null for a real start
 * @param isNew whether the database had no figures before
 * @throws Error with one sentence that says what to do
 */
export async function markDemo(
  db: Db,
  { day, isNew }: { day: string | null; isNew: boolean }
): Promise<void> {
  const marked = await readMeta(db, 'demo-day')
  if (marked === day) return
  if (day === null)
    throw new Error(
      `this database is a demonstration of ${marked}: start with --on ${marked}, or choose another DATA_DIR.`
    )
  if (!isNew)
    throw new Error(
      marked === null
        ? `a demonstration of ${day} needs a database of its own, and this one has real figures: choose another DATA_DIR.`
        : `this database is a demonstration of ${marked}: start with --on ${marked}, or choose another DATA_DIR.`
    )
  await writeMeta(db, 'demo-day', day)
}

const readingCalls: readonly string[] = [logIn.path, logOut.path, searchStock.path, readDividendHistory.path]

/** Refuses every call of a demonstration that would change something, and keeps search engines away. */
export const guardDemo: RequestHandler = ({ method, path }, response, next) => {
  response.set('X-Robots-Tag', 'noindex, nofollow')
  const isReading = method === 'GET' || method === 'HEAD' || readingCalls.includes(path)
  if (!isReading)
    throw new ApiError('forbidden', 'This is a demo: nothing can be changed. Install your own to try this.')
  next()
}

/** Removes what logins left behind, now and each time the clock is set back. @returns stops that */
export function startDemoResets(db: Db, log: Logger): () => Promise<void> {
  const reset = async () => {
    for (const table of ['session', 'login_try', 'admin_log'] as const) await db.deleteFrom(table).execute()
  }
  return runEvery(longestMs, reset, {
    startsNow: true,
    onError: (error) => log.error({ err: error }, 'the demonstration could not be reset')
  })
}
