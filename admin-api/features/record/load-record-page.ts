import type { Kysely } from 'kysely'
import type { PageModel } from '../../contract/pages.ts'
import type { AccuracyPage, MethodPage } from '../../contract/record.ts'
import { listScored } from '../../db/counted-estimates.ts'
import { findRecord } from '../../db/estimate-record.db.ts'
import { findNewestPriceDay } from '../../db/funds.db.ts'
import type { Database } from '../../db/schema.ts'
import { countWaiting } from './counted-estimates.ts'
import { findAnswers } from './record.db.ts'
import { toSection } from './record-section.ts'
import { findWorkedExample } from './worked-example.ts'

/** What a page of the record is drawn from; null for any other path, and without prices. */
export async function loadRecordPage(db: Kysely<Database>, path: string): Promise<PageModel | null> {
  if (path !== '/accuracy' && path !== '/method') return null
  const asOf = await findNewestPriceDay(db)
  if (asOf === null) return null
  return path === '/accuracy' ? loadAccuracyPage(db, asOf) : loadMethodPage(db, asOf)
}

async function loadAccuracyPage(db: Kysely<Database>, asOf: string): Promise<AccuracyPage> {
  const record = await findRecord(db)
  return {
    kind: 'accuracy',
    asOf,
    replayed: toSection(listScored(record, 'replayed')),
    live: toSection(listScored(record, 'live')),
    waiting: countWaiting(record, asOf)
  }
}

async function loadMethodPage(db: Kysely<Database>, asOf: string): Promise<MethodPage> {
  const answers = await findAnswers(db)
  const estimated = answers.filter(({ message }) => message === null).map(({ symbol }) => symbol)
  return {
    kind: 'method',
    asOf,
    methodVersion: answers[0]?.method_version ?? '',
    example: await findWorkedExample(db, await findRecord(db), estimated),
    estimated: estimated.length,
    silent: answers.flatMap(({ symbol, message }) => (message === null ? [] : [{ symbol, message }]))
  }
}
