import type { Kysely } from 'kysely'
import { factsKnownAt } from '../data/facts-known-at.ts'
import { createEmbeddedMarketData, embeddedMarketData } from './collection/sources/embedded.ts'
import type { FactsSource } from './collection/sources/market-data.ts'
import { readMeta, writeMeta } from './platform/database/meta.db.ts'
import type { Database } from './platform/database/schema.ts'

/** A demonstration starts in the evening in New York and stops its clock before midnight. */
const startsAt = 'T22:30:00Z'
const longestMs = 5 * 3_600_000

/** A clock that shows the evening of `day` and stops before midnight in New York. */
export function createDemoClock(day: string): () => Date {
  const startedAt = performance.now()
  const start = Date.parse(`${day}${startsAt}`)
  return () => new Date(start + Math.min(performance.now() - startedAt, longestMs))
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
  db: Kysely<Database>,
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
