import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { migrate } from '../platform/database/migrations.ts'
import { openTestDatabase } from '../testing/database.ts'
import { forEachTest } from '../testing/fixtures.ts'
import { createSourceSwitches } from './sources/source-switches.ts'

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
    'outlook_record'
  ])
    await db.schema.dropTable(table).execute()
  for (const table of ['declared_payment', 'payment_first_seen'])
    await db.schema.alterTable(table).dropColumn('published_at').execute()
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
