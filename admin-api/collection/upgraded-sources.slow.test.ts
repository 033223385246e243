import { sql } from 'kysely'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { migrate } from '../platform/database/migrations.ts'
import { openTestDatabase } from '../testing/database.ts'
import { forEachTest } from '../testing/fixtures.ts'
import { readRealFacts } from '../testing/may-facts.ts'
import { pages } from '../testing/pages.ts'
import { mergeFacts } from './merge-facts.ts'
import { findSightings, noteSightings, writeDismissal } from './proposals.db.ts'
import { createEmbeddedMarketData, pickFunds } from './sources/embedded.ts'
import { createSourceSwitches, writeChoice } from './sources/source-switches.ts'

const database = forEachTest(() => openTestDatabase('two-funds'))

/** Makes the database one of the release before sources had switches. */
async function returnToEarlier(): Promise<void> {
  const { db } = database
  for (const table of [
    'source_choice',
    'source_use',
    'source_robots',
    'fund_sighting',
    'fund_listing',
    'dismissed_proposal',
    'outlook_leaf',
    'outlook_record',
    'coming_payment',
    'holder_close',
    'record_witness',
    'record_cosignature'
  ])
    await db.schema.dropTable(table).execute()
  for (const table of ['declared_payment', 'payment_first_seen'])
    await db.schema.alterTable(table).dropColumn('published_at').execute()
  await db.schema.alterTable('manual_entry').dropColumn('is_stored').execute()
  for (const table of ['blog_post', 'deleted_post'])
    await db.schema.alterTable(table).dropColumn('week').execute()
  await sql`delete from kysely_migration where name >= '060'`.execute(db)
}

test('an upgrade keeps funds and families of the operator, and what the environment chose explicitly', async () => {
  const { db } = database
  const own = await db.selectFrom('fund').selectAll().limit(1).executeTakeFirstOrThrow()
  await db
    .insertInto('fund')
    .values({ ...own, symbol: 'OWNX', name: 'The operator’s own fund', added_by: 'operator' })
    .execute()
  await db
    .updateTable('family')
    .set({ written_by: 'operator', name: 'Renamed' })
    .where('id', '=', own.family)
    .execute()
  await returnToEarlier()
  const before = [
    await db.selectFrom('fund').selectAll().orderBy('symbol').execute(),
    await db.selectFrom('family').selectAll().orderBy('id').execute(),
    await db.selectFrom('payment').selectAll().orderBy('symbol').orderBy('ex_date').execute()
  ]
  await migrate(db)
  expect([
    await db.selectFrom('fund').selectAll().orderBy('symbol').execute(),
    await db.selectFrom('family').selectAll().orderBy('id').execute(),
    await db.selectFrom('payment').selectAll().orderBy('symbol').orderBy('ex_date').execute()
  ]).toEqual(before)
  const isOn = async (given: Record<string, string>) => {
    const switches = createSourceSwitches(db, { given, hasContact: true })
    await switches.refresh()
    return (['yahoo', 'nasdaq', 'globenewswire', 'edgar', 'cboe', 'roundhill'] as const).filter(switches.isOn)
  }
  const onByDefault = ['yahoo', 'nasdaq', 'globenewswire', 'edgar']
  // A source that was on only by default is off if its terms ask for permission or are unknown.
  expect(await isOn({})).toEqual(onByDefault)
  expect(await isOn({ ANNOUNCEMENTS: 'on', ARCHIVE: 'on' })).toEqual([...onByDefault, 'cboe', 'roundhill'])
  expect(await isOn({ ANNOUNCEMENTS: 'off', FILINGS: 'off' })).toEqual(['yahoo', 'nasdaq'])
})

test('a version with newer data keeps switches, dismissed proposals and the operator’s own funds', async () => {
  const { db } = database
  const now = new Date('2026-07-01T12:00:00Z')
  const own = await db.selectFrom('fund').selectAll().limit(1).executeTakeFirstOrThrow()
  await db
    .insertInto('fund')
    .values({ ...own, symbol: 'OWNX', name: 'The operator’s own fund', added_by: 'operator' })
    .execute()
  await writeChoice(db, { id: 'cboe', is_on: 1, has_permission: 1, chosen_at: now.toISOString() })
  await writeChoice(db, { id: 'nasdaq', is_on: 0, has_permission: 0, chosen_at: now.toISOString() })
  const sighting = { source_name: 'YieldMax releases', event: '2026-07-02', issuer: 'YieldMax', name: null }
  const symbols = ['AAPW', 'YNEW', 'YOLD']
  await noteSightings(
    db,
    symbols.map((symbol) => ({ symbol, ...sighting })),
    '2026-07-01'
  )
  await writeDismissal(db, 'AAPW', '2026-07-01')
  await writeDismissal(db, 'YOLD', '2026-07-01')
  const readKept = async () => [
    await db.selectFrom('fund').selectAll().where('symbol', '=', 'OWNX').execute(),
    await db.selectFrom('source_choice').selectAll().orderBy('id').execute(),
    await db.selectFrom('dismissed_proposal').selectAll().orderBy('symbol').execute(),
    await db.selectFrom('fund_sighting').selectAll().orderBy('symbol').execute()
  ]
  const before = await readKept()
  const newer = createEmbeddedMarketData(
    () => pickFunds(readRealFacts(), new Set(['AAPW', 'MSTY', 'QQQT'])),
    () => 'newer'
  )
  await mergeFacts(db, newer, { now, log: pino({ level: 'silent' }), queueChange: pages.queueChange })
  const funds = (await db.selectFrom('fund').select('symbol').orderBy('symbol').execute()).map(
    ({ symbol }) => symbol
  )
  expect(funds).toEqual(['AAPW', 'MSTY', 'OWNX', 'QQQT'])
  expect(await readKept()).toEqual(before)
  expect((await findSightings(db)).map(({ symbol }) => symbol)).toEqual(['YNEW'])
})
