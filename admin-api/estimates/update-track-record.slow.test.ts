// Takes long on PostgreSQL, where it runs at night.
import { expect, test } from 'vitest'
import { addDays } from '../market-days/days.ts'
import { accuracyScore } from '../payments/payment-row.ts'
import { basisRatio } from '../payments/share-basis.ts'
import { openTestDatabase } from '../testing/database.ts'
import { forEachTest } from '../testing/fixtures.ts'
import { makeFrozen, makePayment } from '../testing/make.ts'
import { pages } from '../testing/pages.ts'
import { readQueuedPaths } from '../testing/read-queued-paths.ts'
import { refreshFigures } from '../testing/refresh-figures.ts'
import { addToRecord, findRecord, type RecordRow } from './estimate-record.db.ts'

/** Funds for tests in which the others do not matter. */
const few = ['MSTY', 'CONY', 'NVDY']
const later = new Date('2026-06-02T12:00:00Z')
const afterwards = new Date('2026-06-06T12:00:00Z')

const database = forEachTest(() => openTestDatabase(few))

async function refresh(now: Date): Promise<void> {
  await refreshFigures({ db: database.db, now, queueChange: pages.queueChange })
}

async function findRows(origin: RecordRow['origin'], symbol = 'MSTY'): Promise<RecordRow[]> {
  return (await findRecord(database.db)).filter((row) => row.origin === origin && row.symbol === symbol)
}

/** Adds a day of prices for all funds, which becomes the as-of day. */
async function addDay(date: string): Promise<void> {
  const closes = await database.db.selectFrom('price').selectAll().where('date', '=', '2026-05-29').execute()
  await database.db
    .insertInto('price')
    .values(closes.map((close) => ({ ...close, date, close: close.close * 1.02 })))
    .execute()
  await database.db.updateTable('fund').set({ known_until: date }).execute()
}

async function payMsty(amount: number, ex_date = '2026-06-04', payment_date = '2026-06-05'): Promise<void> {
  await database.db
    .insertInto('dividend_history')
    .values(makePayment({ ex_date, payment_date, amount }))
    .execute()
}

test('a new database backtests every payment that could be estimated, all scored, and queues both pages', async () => {
  const { db, close } = await openTestDatabase('figures')
  const rows = (await findRecord(db)).filter(({ origin }) => origin === 'replayed')
  expect(rows.length).toBeGreaterThan(3500)
  for (const row of rows) {
    expect(row.as_of < row.ex_date).toBe(true)
    expect(row.paid_ex_date).toBe(row.ex_date)
    expect(row.low <= row.amount && row.amount <= row.high).toBe(true)
    expect(row.accuracy_score).toBe(accuracyScore(row.amount, row.actual ?? Number.NaN))
  }
  const paths = await readQueuedPaths(db)
  expect(paths).toEqual(expect.arrayContaining(['/accuracy', '/method']))
  await close()
})

test('the current estimates are frozen as live, even if their session opens within two hours', async () => {
  const [row] = await findRows('live')
  const estimate = await database.db
    .selectFrom('estimate')
    .selectAll()
    .where('symbol', '=', 'MSTY')
    .executeTakeFirstOrThrow()
  expect(row).toMatchObject({
    ex_date: '2026-06-04',
    as_of: '2026-05-29',
    made_at: '2026-06-01T12:00:00.000Z',
    amount: estimate.amount,
    low: estimate.low,
    high: estimate.high,
    actual: null,
    accuracy_score: null
  })
  // Made at 08:00 in New York on the day on which it went ex.
  expect(await findRows('live', 'NVDW')).toMatchObject([{ ex_date: '2026-06-01' }])
})

test('an unchanged estimate is frozen once; each change adds a version, on the same as-of day, too', async () => {
  // The few funds of this database give another estimate than all.
  await refresh(later)
  const frozen = await findRows('live')
  await refresh(later)
  expect(await findRows('live')).toEqual(frozen)
  await database.db
    .updateTable('dividend_history')
    .set({ amount: 0.5 })
    .where('ex_date', '=', '2026-05-28')
    .execute()
  await refresh(later)
  await addDay('2026-06-01')
  await refresh(later)
  const rows = await findRows('live')
  expect(rows.map(({ as_of, version }) => [as_of, version])).toEqual([
    ['2026-05-29', 1],
    ['2026-05-29', 2],
    ['2026-05-29', 3],
    ['2026-06-01', 4]
  ])
  expect(rows.slice(0, 2)).toEqual(frozen)
  expect(new Set(rows.map(({ amount }) => amount)).size).toBe(4)
})

test('a payment scores its frozen estimate, once while it does not change', async () => {
  const [frozen] = await findRows('live')
  const actual = (frozen?.amount ?? 0) * 1.25
  await payMsty(actual)
  await addDay('2026-06-05')
  await refresh(afterwards)
  const [scored] = await findRows('live')
  // |1.25 - 1| / 1.25 = 0.2
  expect(scored).toEqual({
    ...frozen,
    paid_ex_date: '2026-06-04',
    paid_amount: actual,
    actual,
    accuracy_score: 0.8,
    scored_at: afterwards.toISOString()
  })
  await refresh(new Date('2026-06-07T12:00:00Z'))
  expect((await findRows('live'))[0]).toEqual(scored)
})

test('an estimate made at 20:30 in New York on the evening before counts, and one made after the opening does not', async () => {
  await database.db.deleteFrom('estimate').execute()
  await addDay('2026-06-03')
  const evening = new Date('2026-06-04T00:30:00Z')
  await refresh(evening)
  expect((await findRows('live')).at(-1)).toMatchObject({ ex_date: '2026-06-04', as_of: '2026-06-03' })
  await addToRecord(database.db, [
    makeFrozen({ symbol: 'CONY', as_of: '2026-06-01', made_at: '2026-06-04T13:31:00.000Z' })
  ])
  await payMsty(0.3)
  await database.db
    .insertInto('dividend_history')
    .values(makePayment({ symbol: 'CONY', ex_date: '2026-06-04', payment_date: '2026-06-05' }))
    .execute()
  await refresh(afterwards)
  expect((await findRows('live')).map(({ actual }) => actual)).toEqual([0.3, 0.3])
  const late = (await findRows('live', 'CONY')).find(({ as_of }) => as_of === '2026-06-01')
  expect(late?.actual).toBeNull()
})

test('a payment a day off the expected ex-date scores the estimate; one a week off does not', async () => {
  await payMsty(0.3, '2026-06-03')
  await refresh(afterwards)
  expect((await findRows('live'))[0]).toMatchObject({ ex_date: '2026-06-04', paid_ex_date: '2026-06-03' })
  await database.db
    .insertInto('fund')
    .values({ ...(await readFund()), symbol: 'NEWY' })
    .execute()
  await addToRecord(database.db, [makeFrozen({ symbol: 'NEWY' })])
  await database.db
    .insertInto('dividend_history')
    .values(makePayment({ symbol: 'NEWY', ex_date: '2026-06-11', payment_date: '2026-06-12' }))
    .execute()
  await refresh(afterwards)
  expect((await findRows('live', 'NEWY'))[0]?.actual).toBeNull()
})

test('after a catch-up the payments without a live estimate are backtested, and marked so', async () => {
  await refresh(later)
  for (const [i, day] of ['2026-06-04', '2026-06-11', '2026-06-18', '2026-06-25'].entries()) {
    await addDay(addDays(day, -1))
    await payMsty(0.3 + i / 100, day, addDays(day, 1))
  }
  await addDay('2026-06-25')
  const caughtUp = new Date('2026-06-26T21:00:00Z')
  await refresh(caughtUp)
  expect((await findRows('live')).map(({ paid_ex_date }) => paid_ex_date)).toEqual([
    '2026-06-04',
    '2026-06-04',
    null
  ])
  const backtested = (await findRows('replayed')).filter(({ ex_date }) => ex_date > '2026-06-01')
  expect(backtested).toMatchObject(
    [1, 2, 3]
      .map((week) => 0.3 + week / 100)
      .map((actual, i) => ({
        ex_date: addDays('2026-06-11', 7 * i),
        paid_amount: actual,
        made_at: caughtUp.toISOString()
      }))
  )
  for (const { as_of, ex_date } of backtested) expect(as_of < ex_date).toBe(true)
  await refresh(new Date('2026-06-26T22:00:00Z'))
  expect(await findRows('replayed')).toEqual(expect.arrayContaining(backtested))
})

test('an estimate replaced by one for a later payment is not scored: a payment on its day is backtested', async () => {
  const [frozen] = await findRows('live')
  await addToRecord(database.db, [
    makeFrozen({
      ex_date: '2026-06-11',
      as_of: '2026-06-02',
      made_at: '2026-06-02T23:00:00.000Z',
      version: 2
    })
  ])
  await payMsty(0.3)
  await addDay('2026-06-05')
  await refresh(afterwards)
  const live = await findRows('live')
  expect(live[0]).toEqual(frozen)
  expect(live.filter(({ actual }) => actual !== null)).toEqual([])
  expect((await findRows('replayed')).at(-1)).toMatchObject({ ex_date: '2026-06-04', actual: 0.3 })
})

test('an estimate made after the session opened changes nothing about the one that counts', async () => {
  // A payment was first reported with the day before as its ex-date, so the next one was expected.
  const next = makeFrozen({ ex_date: '2026-06-11', as_of: '2026-06-03', made_at: '2026-06-04T14:00:00.000Z' })
  await addToRecord(database.db, [{ ...next, version: 2 }])
  await payMsty(0.3)
  await addDay('2026-06-05')
  await refresh(afterwards)
  expect((await findRows('live')).map(({ version, actual }) => [version, actual])).toEqual([
    [1, 0.3],
    [2, null],
    [3, null]
  ])
})

test('a payment of zero scores zero', async () => {
  await payMsty(0)
  await refresh(afterwards)
  expect((await findRows('live'))[0]).toMatchObject({ actual: 0, accuracy_score: 0 })
})

test('after a reverse split the payment is scored on the share basis of the estimate', async () => {
  const [frozen] = await findRows('live')
  await payMsty((frozen?.amount ?? 0) * 5) // as it is after 5 shares became 1
  await database.db
    .updateTable('price')
    .set((eb) => ({ close: eb('close', '*', 5) }))
    .where('symbol', '=', 'MSTY')
    .execute()
  await refresh(afterwards)
  const [scored] = await findRows('live')
  expect(scored?.actual).toBeCloseTo(frozen?.amount ?? 0, 10)
  expect(scored?.accuracy_score).toBe(1)
})

test('another version of the method backtests the past again and does not change live rows', async () => {
  await refresh(later)
  const live = await findRows('live')
  /** Writes the record of an earlier release. */
  const replaceBacktested = async () => {
    await database.db.deleteFrom('estimate_record').where('origin', '=', 'replayed').execute()
    await addToRecord(database.db, [makeFrozen({ origin: 'replayed', method_version: '0', actual: 1 })])
  }
  // Estimates depend on the other funds, of which this database has fewer.
  await replaceBacktested()
  await refresh(later)
  const [oldest] = await findRows('replayed')
  await replaceBacktested()
  await refresh(afterwards)
  expect(await findRows('live')).toEqual(live)
  expect((await findRows('replayed'))[0]).toEqual({
    ...oldest,
    made_at: afterwards.toISOString(),
    scored_at: afterwards.toISOString(),
    signed_on: '2026-06-06'
  })
  expect((await findRecord(database.db)).filter((row) => row.method_version === '0')).toEqual([])
})

test('the database refuses to rewrite, score twice or delete an estimate', async () => {
  const live = database.db.updateTable('estimate_record').where('origin', '=', 'live')
  await expect(live.set({ amount: 1 }).execute()).rejects.toThrow('never rewritten')
  await expect(live.set({ made_at: 'now' }).execute()).rejects.toThrow('never rewritten')
  const scored = database.db.updateTable('estimate_record').where('origin', '=', 'replayed')
  for (const score of [{ accuracy_score: 1 }, { actual: 1, corrected_on: '2026-06-02' }, noScore])
    await expect(scored.set(score).execute()).rejects.toThrow('scored once')
  const deleting = database.db.deleteFrom('estimate_record').where('origin', '=', 'live')
  await expect(deleting.execute()).rejects.toThrow('never deleted')
})

test('the database accepts a new score only with its day and for a corrected payment that is stored', async () => {
  const key = { symbol: 'MSTY', ex_date: '2026-05-28' }
  await database.db
    .updateTable('dividend_history')
    .set({ amount: 0.25 })
    .where('symbol', '=', key.symbol)
    .where('ex_date', '=', key.ex_date)
    .execute()
  const row = database.db
    .updateTable('estimate_record')
    .where('symbol', '=', key.symbol)
    .where('ex_date', '=', key.ex_date)
    .where('origin', '=', 'replayed')
  const score = { paid_ex_date: key.ex_date, paid_amount: 0.25, actual: 0.25, corrected_on: '2026-06-02' }
  for (const wrong of [
    { ...score, corrected_on: null },
    { ...score, paid_amount: 0.24 },
    { ...score, paid_ex_date: '2026-05-27' },
    { ...score, amount: 0.25 }
  ])
    await expect(row.set(wrong).execute()).rejects.toThrow(/scored once|never rewritten/)
  await row.set(score).execute()
  await expect(row.set(score).execute()).rejects.toThrow('scored once')
})

test('accuracy is 1 minus the relative error, never below 0', () => {
  expect(accuracyScore(0.9, 1)).toBe(0.9)
  expect(accuracyScore(1.1, 1)).toBe(0.9)
  expect(accuracyScore(5, 1)).toBe(0)
  expect(accuracyScore(0.5, 0)).toBe(0)
  expect(accuracyScore(0, 0)).toBe(1)
})

test('a corrected close is not a split', () => {
  expect(basisRatio({ price: 20, close_now: 20.4 })).toBe(1)
  expect(basisRatio({ price: 20, close_now: null })).toBe(1)
  expect(basisRatio({ price: 20, close_now: 100 })).toBe(5)
  expect(basisRatio({ price: 21, close_now: 7 })).toBeCloseTo(1 / 3)
})

const noScore = {
  paid_ex_date: null,
  paid_amount: null,
  actual: null,
  accuracy_score: null,
  scored_at: null,
  corrected_on: '2026-06-02'
}

async function readFund() {
  return database.db.selectFrom('fund').selectAll().where('symbol', '=', 'MSTY').executeTakeFirstOrThrow()
}
