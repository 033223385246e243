// Takes long on PostgreSQL, where it runs at night.
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import type { FundData } from '../../contract/open-data.ts'
import { outlookRecordCsvPath, recordOutlooksPath } from '../../contract/outlook-record.ts'
import { recordCsvPath } from '../../contract/record.ts'
import { recordDayPath, recordSignaturesPath } from '../../contract/signed-record.ts'
import { methodVersion } from '../../estimator/estimator.ts'
import { addDays, daysBetween } from '../../market-days/days.ts'
import { deleteMeta, writeMeta } from '../../platform/database/meta.db.ts'
import type { Db } from '../../platform/database/schema.ts'
import { writeTransaction } from '../../platform/database/write-transaction.ts'
import { countFiguresChange } from '../../publishing/figures-revision.db.ts'
import { merkleRoot } from '../../signed-record/merkle-tree.ts'
import { verifyRecord } from '../../signed-record/verify-record.ts'
import { startApi } from '../../testing/api.ts'
import { isOnPostgres, openTestDatabase } from '../../testing/database.ts'
import { forEachTest } from '../../testing/fixtures.ts'
import { makeClose, makeFrozen, makeOutlook, makePayment } from '../../testing/make.ts'
import { pages } from '../../testing/pages.ts'
import { addToRecord } from '../estimate-record.db.ts'
import { recoverSignedRecord } from '../recover-signed-record.ts'
import { signEstimates } from '../sign-estimates.ts'
import { toLeaf } from './freeze-outlooks.ts'
import { keepOutlookRecord } from './keep-outlook-record.ts'
import { addOutlookLeaves, addOutlooks, type OutlookRecordRow } from './outlook-record.db.ts'

/*
 * Databases of May 29, 2026, a Friday. Their estimates were signed on Monday, June 1, the first session of June, at 8:00
 * in New York.
 */
const beforeOpen = '2026-06-01T12:30:00.000Z'
const afterOpen = '2026-06-01T13:30:00.000Z'

const api = forEachTest(() => startApi({ content: ['MSTY', 'TSLY', 'NVDY'] }))
// As after the backtest, which takes seconds.
beforeEach(() => writeMeta(api.db, 'outlooks-backtested', `${methodVersion} 2026-07-01`))

/** Runs the service's minutely job at an instant. */
async function keepAt(instant: string): Promise<void> {
  const now = new Date(instant)
  const { log, backupDir: backupFolder } = api.services
  await keepOutlookRecord({
    db: api.db,
    clock: () => now,
    runJob: (job, input) =>
      job.run(
        {
          db: api.db,
          now,
          log,
          backupFolder,
          queueChange: pages.queueChange,
          isOwnPath: pages.isOwnPath
        },
        input
      )
  })
}

async function rowsOf(origin: 'live' | 'replayed', db: Db = api.db) {
  return db
    .selectFrom('outlook_record')
    .selectAll()
    .where('origin', '=', origin)
    .orderBy('session')
    .orderBy('symbol')
    .orderBy('months')
    .execute()
}

async function readText(path: string): Promise<string> {
  const page = await pages.load(api.db, path)
  if (page?.kind === 'csv') return page.csv
  if (page === null || !('data' in page)) throw new Error(`there is no file ${path}`)
  return JSON.stringify(page.data)
}

/** Verifies the published files, some of them changed by a dishonest site. */
async function verify(change: (path: string, text: string) => string = (_path, text) => text) {
  const read = async (path: string) => change(path, await readText(path))
  const report = await verifyRecord({
    read,
    published: parse(String((await api.get(recordCsvPath)).body), { columns: true }),
    outlooks: parse(await read(outlookRecordCsvPath), { columns: true }),
    presentSymbolOf: (symbol) => symbol
  })
  const { fault, outlooks, outlookSessions } = report
  return { fault, outlooks, outlookSessions }
}

const inCsv = (change: (csv: string) => string) => (path: string, text: string) =>
  path === outlookRecordCsvPath ? change(text) : text
const outlooksPath = recordOutlooksPath('2026-06-01')
const inOutlooks = (change: (json: string) => string) => (path: string, text: string) =>
  path === outlooksPath ? change(text) : text

test('before the first session of a month opens, all outlooks are frozen and signed as the site shows them, once', async () => {
  await keepAt(beforeOpen)
  const rows = await rowsOf('live')
  const shown = JSON.parse(await readText('/data/msty.json'))
  const msty = rows.filter(({ symbol }) => symbol === 'MSTY')
  expect(msty).toMatchObject(
    shown.outlook.map((sum: Record<string, unknown>) => ({
      session: '2026-06-01',
      months: sum['months'],
      as_of: '2026-05-29',
      until: sum['to'],
      payments: sum['payments'],
      amount: sum['amount'],
      low: sum['low'],
      high: sum['high'],
      made_at: beforeOpen,
      signed_on: '2026-06-01',
      price_date: '2026-05-29',
      // data/splits.csv: a 1-for-5 reverse split.
      last_split: '2025-12-08',
      outcome: null,
      paid: null
    }))
  )
  expect(msty.map(({ months, until }) => [months, until])).toEqual([
    [3, '2026-08-29'],
    [6, '2026-11-29'],
    [12, '2027-05-29']
  ])
  // Repeating: MSTY pays weekly, so a year is as many weeks of the median of its last four payments.
  const payments: { ex_date: string; amount: number }[] = shown.payments.slice(-5)
  const daily = payments
    .slice(1)
    .map(({ ex_date, amount }, i) => amount / daysBetween(payments[i]?.ex_date ?? '', ex_date))
    .sort((a, b) => a - b)
  const median = ((daily[1] ?? 0) + (daily[2] ?? 0)) / 2
  const days = daysBetween(
    payments.at(-1)?.ex_date ?? '',
    shown.upcoming[(msty[0]?.payments ?? 0) - 1].ex_date
  )
  expect(msty[0]?.repeat).toBeCloseTo(median * days, 3)
  expect(await verify()).toEqual({ fault: null, outlooks: rows.length, outlookSessions: 1 })

  await keepAt('2026-06-01T13:00:00.000Z')
  await keepAt('2026-06-02T12:30:00.000Z')
  expect(await rowsOf('live')).toEqual(rows)
})

test('verifiers of earlier versions accept the estimate that names the outlooks', async () => {
  await keepAt(beforeOpen)
  const { leaves, root } = JSON.parse(await readText(recordDayPath('2026-06-01')))
  const named = leaves.filter(({ outlooks }: { outlooks?: string }) => outlooks !== undefined)
  expect(named).toMatchObject([
    { format: 2, origin: 'live', outlooks: JSON.parse(await readText(outlooksPath)).root }
  ])
  // They hash every field of a leaf, known or not.
  expect(await merkleRoot(leaves)).toBe(root)
})

test('a service that is installed after the open freezes nothing; past months are backtested and marked', async () => {
  await deleteMeta(api.db, 'outlooks-backtested')
  await keepAt(afterOpen)
  expect(await rowsOf('live')).toEqual([])
  const replayed = await rowsOf('replayed')
  const sessions = [...new Set(replayed.map(({ session }) => session))]
  // TSLY paid the fifth time in May 2023.
  expect(sessions.at(0)).toBe('2023-06-01')
  expect(sessions.at(-1)).toBe('2026-06-01')
  expect(sessions).toHaveLength(37)
  expect(replayed.every(({ signed_on, made_at }) => signed_on === null && made_at === afterOpen)).toBe(true)
  expect(await verify()).toEqual({ fault: null, outlooks: 0, outlookSessions: 0 })
  // Payments of TSLY from May 2025 to April 2026, added up here.
  const year = replayed.find(
    (row) => row.symbol === 'TSLY' && row.session === '2025-05-01' && row.months === 12
  )
  const { payments }: FundData = JSON.parse(await readText('/data/tsly.json'))
  const within = payments.filter(({ ex_date }) => ex_date > '2025-04-30' && ex_date <= '2026-04-30')
  const regular = within.filter(({ is_residual }) => !is_residual)
  const sumOf = (list: typeof within) => list.reduce((sum, { amount }) => sum + amount, 0)
  expect(regular.length).toBe(within.length - 1)
  expect(year).toMatchObject({
    as_of: '2025-04-30',
    until: '2026-04-30',
    outcome: 'scored',
    paid: expect.closeTo(sumOf(regular), 5),
    paid_payments: regular.length,
    paid_in_addition: expect.closeTo(sumOf(within) - sumOf(regular), 5)
  })
  const page = await pages.load(api.db, '/accuracy')
  if (page?.kind !== 'accuracy') throw new Error('/accuracy has another kind')
  expect(page.outlooks).toMatchObject({ live: null, waiting: null, backtested: { from: '2023-06-01' } })
  // The next job finds nothing to do.
  await keepAt('2026-06-01T13:31:00.000Z')
  expect(await rowsOf('replayed')).toEqual(replayed)
})

test('over the turn of a month: frozen from midnight to the open of its first session, with data of the session before', async () => {
  await keepAt(beforeOpen)
  const june = (await rowsOf('live')).length
  await addWeeks('MSTY', '2026-06-04', 4)
  for (const day of ['2026-06-29', '2026-06-30'])
    await api.db
      .insertInto('price')
      .values(makeClose({ date: day }))
      .execute()
  // The other funds were not collected since, so they have no outlook of July.
  await api.db.updateTable('fund').set({ known_until: '2026-06-30' }).where('symbol', '=', 'MSTY').execute()
  await api.refresh()
  // The evening before, and the first minutes of the day in New York.
  await keepAt('2026-06-30T23:00:00.000Z')
  await keepAt('2026-07-01T03:59:00.000Z')
  expect(await rowsOf('live')).toHaveLength(june)
  await keepAt('2026-07-01T04:01:00.000Z')
  const frozen = await rowsOf('live')
  expect(frozen.slice(june)).toMatchObject(
    [3, 6, 12].flatMap((months) => ({ symbol: 'MSTY', months, session: '2026-07-01', as_of: '2026-06-30' }))
  )
  // August 3: no data since June 30, so there is nothing to say.
  await keepAt('2026-08-03T12:00:00.000Z')
  expect(await rowsOf('live')).toEqual(frozen)
  expect(await verify()).toMatchObject({ fault: null, outlookSessions: 2 })
})

test('without the closes of the session before, outlooks wait until half an hour before the open', async () => {
  await api.db.deleteFrom('price').where('date', '=', '2026-05-29').execute()
  await keepAt('2026-06-01T12:59:00.000Z')
  expect(await rowsOf('live')).toEqual([])
  await keepAt('2026-06-01T13:00:00.000Z')
  expect((await rowsOf('live')).length).toBeGreaterThan(0)
})

/** Weekly payments of 0.5 with a close on each ex-date. */
async function addWeeks(symbol: string, first: string, weeks: number, amount = 0.5): Promise<void> {
  const days = Array.from({ length: weeks }, (_, week) => addDays(first, 7 * week))
  const payments = days.map((day) =>
    makePayment({ symbol, ex_date: day, payment_date: addDays(day, 1), amount, amount_as_paid: amount })
  )
  await api.db.insertInto('dividend_history').values(payments).execute()
  await api.db
    .insertInto('price')
    .values(days.map((date) => makeClose({ symbol, date })))
    .execute()
  await writeTransaction(api.db, countFiguresChange)
}

test('an outlook is scored after its end, a closed fund is said to be closed, and a correction is marked', async () => {
  await keepAt(beforeOpen)
  const of = async (symbol: string) =>
    (await rowsOf('live')).find((row) => row.symbol === symbol && row.months === 3)
  // Until August 27, and not further: August 29 is the last day that counts.
  await addWeeks('MSTY', '2026-06-04', 13)
  await keepAt('2026-08-28T22:00:00.000Z')
  expect(await of('MSTY')).toMatchObject({ outcome: null, paid: null })

  await addWeeks('MSTY', '2026-09-03', 1, 0.9)
  await api.db
    .updateTable('fund')
    .set({ state: 'closed', state_since: '2026-07-15', state_cause: 'operator' })
    .where('symbol', '=', 'TSLY')
    .execute()
  await keepAt('2026-09-03T22:00:00.000Z')
  // 13 payments of 0.5, and the one of September 3 doesn't count.
  expect(await of('MSTY')).toMatchObject({
    outcome: 'scored',
    paid: 6.5,
    paid_payments: 13,
    scored_at: '2026-09-03T22:00:00.000Z',
    corrected_on: null
  })
  expect(await of('TSLY')).toMatchObject({ outcome: 'closed', paid: 0, paid_payments: 0 })
  // NVDY has no data since May 29.
  expect(await of('NVDY')).toMatchObject({ outcome: null, paid: null })
  const page = await pages.load(api.db, '/accuracy')
  if (page?.kind !== 'accuracy') throw new Error('/accuracy has another kind')
  expect(page.outlooks.live).toMatchObject({
    closed: 1,
    examples: [{ symbol: 'MSTY', months: 3, paid: 6.5 }]
  })

  await api.db
    .updateTable('dividend_history')
    .set({ amount: 0.6 })
    .where('symbol', '=', 'MSTY')
    .where('ex_date', '=', '2026-07-02')
    .execute()
  await writeTransaction(api.db, countFiguresChange)
  await keepAt('2026-09-04T12:00:00.000Z')
  expect(await of('MSTY')).toMatchObject({ paid: 6.6, corrected_on: '2026-09-04' })
  expect(await verify()).toMatchObject({ fault: null, outlookSessions: 1 })
})

test('after a split, what was paid is on the share basis of the outlook', async () => {
  await keepAt(beforeOpen)
  await addWeeks('MSTY', '2026-06-04', 14)
  // A 1-for-5 reverse split on July 6: all stored amounts are on the new basis.
  await sql`update price set close = 5 * close where symbol = 'MSTY'`.execute(api.db)
  await sql`update dividend_history set amount = 5 * amount where symbol = 'MSTY'`.execute(api.db)
  await keepAt('2026-09-03T22:00:00.000Z')
  const [quarter] = (await rowsOf('live')).filter(({ symbol }) => symbol === 'MSTY')
  expect(quarter).toMatchObject({ months: 3, outcome: 'scored', paid: 6.5, corrected_on: null })
})

test('a fund whose payments are missing here has no sum', async () => {
  await keepAt(beforeOpen)
  await api.db
    .insertInto('price')
    .values(makeClose({ date: '2026-09-03' }))
    .execute()
  await api.db
    .updateTable('estimate')
    .set({ status: 'payments-missing', message: 'Payments are missing.' })
    .where('symbol', '=', 'MSTY')
    .execute()
  await keepAt('2026-09-03T22:00:00.000Z')
  const [quarter] = (await rowsOf('live')).filter(({ symbol }) => symbol === 'MSTY')
  expect(quarter).toMatchObject({ outcome: 'payments-missing', paid: null })
})

test('a changed, removed, added or repeated row of the table is found', async () => {
  await keepAt(beforeOpen)
  const row = /^MSTY,.*,2026-06-01,12,live,.*\r\n/m
  const amount = (await rowsOf('live')).find(
    ({ symbol, months }) => symbol === 'MSTY' && months === 12
  )?.amount
  const changed = await verify(
    inCsv((csv) => csv.replace(row, (line) => line.replace(`,${amount},`, ',99,')))
  )
  expect(changed.fault).toEqual({
    day: '2026-06-01',
    reason: `the outlook of MSTY for 12 months from 2026-06-01 has amount ${amount}, and the site shows 99`
  })
  expect((await verify(inCsv((csv) => csv.replace(row, '')))).fault?.reason).toBe(
    'the outlook of MSTY for 12 months from 2026-06-01 is not among those that the site shows'
  )
  const backdated = inCsv((csv) =>
    csv.replace(row, (line) => line + line.replace('2026-06-01', '2026-05-01'))
  )
  expect((await verify(backdated)).fault?.reason).toBe(
    'the site shows an outlook that was never signed: MSTY for 12 months from 2026-05-01'
  )
  expect((await verify(inCsv((csv) => csv.replace(row, (line) => line + line)))).fault?.reason).toBe(
    'the site shows two rows of one outlook: MSTY for 12 months from 2026-06-01'
  )
})

test('a changed, removed or replaced file of outlooks is found', async () => {
  await keepAt(beforeOpen)
  const faultOf = async (change: Parameters<typeof verify>[0]) => (await verify(change)).fault?.reason
  const other = 'its outlooks are not those that were signed'
  expect(await faultOf(inOutlooks((json) => json.replace(/"payments":\d+/, '"payments":1')))).toBe(other)
  const withoutOne = (json: string) => {
    const file = JSON.parse(json)
    return JSON.stringify({ ...file, leaves: file.leaves.slice(1) })
  }
  expect(await faultOf(inOutlooks(withoutOne))).toBe(other)
  expect(await faultOf(inOutlooks((json) => json.replace('2026-06-01', '2026-06-31')))).toMatch(
    /^its file of outlooks is damaged: /
  )
  expect(
    await faultOf((path, text) => {
      if (path === outlooksPath) throw new Error('404')
      return text
    })
  ).toBe('its file of outlooks is missing')
  // The estimate no longer names them.
  expect(
    await faultOf((path, text) =>
      path === recordDayPath('2026-06-01') ? text.replace(/,"outlooks":"[0-9a-f]{64}"/, '') : text
    )
  ).toMatch(/^its estimates are not those of signature \d+$/)
})

/** Signs an outlook like a dishonest operator with the key, at another time than it says. */
async function forge(outlook: Partial<OutlookRecordRow>, signedAt: string): Promise<void> {
  const row = makeOutlook({ made_at: beforeOpen, ...outlook })
  await writeTransaction(api.db, async (trx) => {
    await addOutlooks(trx, [row])
    await addOutlookLeaves(trx, '2026-06-01', [toLeaf(row)])
    await addToRecord(trx, [makeFrozen({ symbol: 'NVDY', made_at: signedAt, version: 99 })])
    await signEstimates(trx, new Date(signedAt), await merkleRoot([toLeaf(row)]))
  })
}

test.each([
  [
    'late, with its own time',
    { made_at: '2026-06-01T14:00:00.000Z' },
    '2026-06-01T14:00:00.000Z',
    'can’t be proven to be from before the session opened: it was signed at 2026-06-01T14:00:00.000Z'
  ],
  [
    'late, dated back to before the open',
    {},
    '2026-06-01T14:00:00.000Z',
    'can’t be proven to be from before the session opened: it was signed at 2026-06-01T14:00:00.000Z'
  ],
  [
    'for an earlier month',
    { session: '2026-05-01', as_of: '2026-04-30', until: '2026-07-30' },
    beforeOpen,
    'can’t be proven to be from before the session opened: it was signed at 2026-06-01T12:30:00.000Z'
  ],
  [
    'dated back to before an earlier signature',
    { made_at: '2026-06-01T11:00:00.000Z' },
    beforeOpen,
    'is older than signature 1 of 2026-06-01T12:00:00.000Z, which does not cover it'
  ],
  [
    'for a longer time than it says',
    { until: '2026-09-29' },
    beforeOpen,
    'has the wrong days: 2026-05-29 to 2026-09-29'
  ]
])('an outlook that was signed %s is found', async (_what, outlook, signedAt, reason) => {
  await forge(outlook, signedAt)
  expect((await verify()).fault).toEqual({ day: '2026-06-01', reason: expect.stringContaining(reason) })
})

test('a frozen outlook can’t be changed, deleted or scored again without a correction', async () => {
  await keepAt(beforeOpen)
  const live = () => api.db.updateTable('outlook_record')
  await expect(live().set({ amount: 1 }).execute()).rejects.toThrow('never rewritten')
  await expect(live().set({ session: '2026-05-01' }).execute()).rejects.toThrow('never rewritten')
  await expect(api.db.deleteFrom('outlook_record').execute()).rejects.toThrow('never deleted')
  await expect(api.db.deleteFrom('outlook_leaf').execute()).rejects.toThrow('only appended to')
  const score = { paid: 1, scored_at: beforeOpen }
  await live().where('paid', 'is', null).set(score).execute()
  await expect(
    live()
      .set({ ...score, paid: 2 })
      .execute()
  ).rejects.toThrow('scored once')
  await live()
    .set({ ...score, paid: 2, corrected_on: '2026-06-02' })
    .execute()
})

test.skipIf(isOnPostgres)(
  'outlooks signed after a restored backup are recovered from the published files',
  async () => {
    const backup = await openTestDatabase(['MSTY', 'TSLY', 'NVDY'])
    // Both databases are copies with the same key.
    await keepAt(beforeOpen)
    for (const path of [recordSignaturesPath, recordDayPath('2026-06-01'), outlooksPath]) {
      await mkdir(dirname(join(backup.folder, path)), { recursive: true })
      await writeFile(join(backup.folder, path), await readText(path))
    }
    expect(await recoverSignedRecord(backup.db, backup.folder)).toBe(1)
    expect(await rowsOf('live', backup.db)).toEqual(await rowsOf('live'))
    await writeFile(join(backup.folder, outlooksPath), '{}')
    expect(await recoverSignedRecord(backup.db, backup.folder)).toBe(0)
    await backup.close()
  }
)
