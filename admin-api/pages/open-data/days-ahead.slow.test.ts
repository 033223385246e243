// Takes long on PostgreSQL, where it runs at night.
import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { findPaymentsAhead } from '../../accuracy/days-ahead.ts'
import { writeSymbol } from '../../administration/funds/fund-list.db.ts'
import { daysAheadCsvPath } from '../../contract/open-data.ts'
import { findRecord } from '../../estimates/estimate-record.db.ts'
import { isSession } from '../../market-days/market-calendar.ts'
import { writeMeta } from '../../platform/database/meta.db.ts'
import { openTestDatabase } from '../../testing/database.ts'
import { forEachTest } from '../../testing/fixtures.ts'
import { makePayment } from '../../testing/make.ts'
import { pages } from '../../testing/pages.ts'
import { refreshFigures } from '../../testing/refresh-figures.ts'

const database = forEachTest(() => openTestDatabase(['MSTY', 'CONY', 'NVDY']))

/** The evening of a day on which closes have arrived; the payments of this fund are stored with the close of its ex-date. */
async function live(days: readonly string[], paid: Readonly<Record<string, number>>): Promise<void> {
  const { db } = database
  const closes = await db.selectFrom('price').selectAll().where('date', '=', '2026-05-29').execute()
  for (const [i, date] of days.entries()) {
    const values = closes.map((close) => ({ ...close, date, close: close.close * 1.01 ** (i + 1) }))
    await db.insertInto('price').values(values).execute()
    const amount = paid[date]
    if (amount !== undefined)
      await db
        .insertInto('dividend_history')
        .values(makePayment({ ex_date: date, payment_date: date, amount }))
        .execute()
    await db.updateTable('fund').set({ known_until: date }).execute()
    await refresh(`${date}T22:30:00Z`)
  }
}

async function refresh(now: string): Promise<void> {
  await refreshFigures({ db: database.db, now: new Date(now), queueChange: pages.queueChange })
}

/** Sessions from June 1 to 18, 2026, with three Thursdays on which MSTY pays. */
const june = Array.from({ length: 18 }, (_, i) => `2026-06-${String(i + 1).padStart(2, '0')}`)
const sessions = june.filter(isSession)
const paid = { '2026-06-04': 0.31, '2026-06-11': 0.32, '2026-06-18': 0.3 }

async function loadFiles() {
  const { db } = database
  const [csv, page] = [await pages.load(db, daysAheadCsvPath), await pages.load(db, '/accuracy')]
  if (csv?.kind !== 'csv' || page?.kind !== 'accuracy') throw new Error('the pages are of another kind')
  return { rows: parse(csv.csv, { columns: true }) as Record<string, string>[], ahead: page.ahead }
}

test('a new database has no row and no figure: live estimates have just begun', async () => {
  expect(await loadFiles()).toEqual({ rows: [], ahead: null })
})

test('the error some days ahead is that of the version shown then, until the amount was first seen', async () => {
  await writeMeta(database.db, 'first-seen-since', '2026-06-01T22:15:00.000Z')
  await live(sessions, paid)
  const seen_at = '2026-06-17T22:15:00.000Z'
  const announced = { symbol: 'MSTY', ex_date: '2026-06-18', amount: 0.3, source_name: 'Nasdaq', seen_at }
  await database.db.insertInto('payment_first_seen').values(announced).execute()
  const rows = await findRecord(database.db, ['MSTY'])
  const errorOf = (as_of: string): number => {
    const version = rows.findLast((row) => row.origin === 'live' && row.as_of === as_of)
    return 100 * ((version?.amount ?? Number.NaN) / 0.3 - 1)
  }
  // Estimates are shown from 22:30 UTC on; 1, 2, 3, 5, 7, 10 and 14 days before June 17, 22:15, when June 4 was the next
  // ex-date or June 11, whose estimates payments after them repeat.
  const days = ['06-15', '06-12', '06-12', '06-11', '06-09', '06-05', '06-02']
  const [one, ...others] = await findPaymentsAhead(database.db)
  expect(others).toEqual([])
  expect(one).toMatchObject({ symbol: 'MSTY', family: 'yieldmax-single', exDate: '2026-06-18' })
  expect(one).toMatchObject({ knownAt: seen_at, knownBy: 'declaration' })
  expect(one?.errors).toEqual(days.map((day) => expect.closeTo(errorOf(`2026-${day}`), 9)))
  // The first payments were known less than 14 days after the first live estimate.
  const files = await loadFiles()
  expect(files.rows).toMatchObject([{ ex_date: '2026-06-18', known_by: 'declaration' }])
  expect(Number(files.rows[0]?.['error_percent_14d'])).toBeCloseTo(errorOf('2026-06-02'), 2)
  expect(files.ahead).toMatchObject({ all: { n: 1 }, declared: 1, families: [{ n: 1 }] })
})

test('without a declaration days count until the ex-date opens, and a reverse split and a new symbol change nothing', async () => {
  await live(sessions, paid)
  const before = await findPaymentsAhead(database.db)
  expect(before).toMatchObject([{ knownAt: '2026-06-18T13:30:00.000Z', knownBy: 'ex-date' }])
  const { db } = database
  const prices = db.updateTable('price').where('symbol', '=', 'MSTY')
  await prices.set((eb) => ({ close: eb('close', '*', 5) })).execute()
  const payments = db.updateTable('dividend_history').where('symbol', '=', 'MSTY')
  await payments.set((eb) => ({ amount: eb('amount', '*', 5) })).execute()
  await refresh('2026-06-18T23:00:00Z')
  const fund = await db.selectFrom('fund').selectAll().where('symbol', '=', 'MSTY').executeTakeFirstOrThrow()
  await db.transaction().execute((trx) => writeSymbol(trx, fund, { ...fund, symbol: 'MSTX' }, '2026-06-19'))
  const [after] = await findPaymentsAhead(database.db)
  expect(after).toMatchObject({ symbol: 'MSTX', daysRight: before[0]?.daysRight })
  expect(after?.errors).toEqual(before[0]?.errors.map((error) => expect.closeTo(error, 6)))
})
