import type { Kysely } from 'kysely'
import type { AccuracyPage, MethodPage } from '../contract/record.ts'
import { findRecord } from '../estimates/estimate-record.db.ts'
import { findNewestPriceDay } from '../funds/funds.db.ts'
import type { Database } from '../platform/database/schema.ts'
import { listScored } from '../estimates/counted-estimates.ts'
import { roundTo } from '../numbers/rounding.ts'
import type { PageKind } from '../publishing/page-kind.ts'
import { countWaiting } from './read-counted-estimates.ts'
import { findConfidences, findEstimateMessages } from './record.db.ts'
import { toSection } from './record-section.ts'
import { findWorkedExample } from './worked-example.ts'

const accuracyPath = '/accuracy'
const methodPath = '/method'

export const recordPages: readonly PageKind[] = [
  {
    path: accuracyPath,
    list: () => [accuracyPath],
    load: loadAccuracyPage,
    dependsOn: {
      figures: () => [accuracyPath],
      funds: () => [accuracyPath],
      day: () => [accuracyPath],
      record: () => [accuracyPath]
    },
    sitemap: 'price-day'
  },
  {
    path: methodPath,
    list: () => [methodPath],
    load: loadMethodPage,
    dependsOn: {
      figures: () => [methodPath],
      funds: () => [methodPath],
      day: () => [methodPath],
      record: () => [methodPath]
    },
    sitemap: 'price-day'
  }
]

async function loadAccuracyPage(db: Kysely<Database>): Promise<AccuracyPage | null> {
  const asOf = await findNewestPriceDay(db)
  if (asOf === null) return null
  const record = await findRecord(db)
  return {
    kind: 'accuracy',
    asOf,
    replayed: toSection(listScored(record, 'replayed')),
    live: toSection(listScored(record, 'live')),
    confidence: toConfidences(await findConfidences(db)),
    waiting: countWaiting(record, asOf)
  }
}

function toConfidences(rows: readonly { symbol: string; weight: number | null }[]): Record<string, number> {
  return Object.fromEntries(
    rows.flatMap(({ symbol, weight }) => (weight === null ? [] : [[symbol, roundTo(4, weight)]]))
  )
}

async function loadMethodPage(db: Kysely<Database>): Promise<MethodPage | null> {
  const asOf = await findNewestPriceDay(db)
  if (asOf === null) return null
  const estimates = await findEstimateMessages(db)
  const estimated = estimates.filter(({ message }) => message === null).map(({ symbol }) => symbol)
  return {
    kind: 'method',
    asOf,
    methodVersion: estimates[0]?.method_version ?? '',
    example: await findWorkedExample(db, await findRecord(db), estimated),
    estimated: estimated.length,
    silent: estimates.flatMap(({ symbol, message }) => (message === null ? [] : [{ symbol, message }]))
  }
}
