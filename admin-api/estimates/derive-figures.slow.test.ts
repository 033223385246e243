import { expect, test } from 'vitest'
import { blogPath, feedOfPostsPath } from '../contract/blog.ts'
import { identifiersPath } from '../contract/identifiers.ts'
import { leadTimesCsvPath, openApiPath } from '../contract/open-data.ts'
import { robotsPath } from '../contract/pages.ts'
import { returnOfCapitalCsvPath } from '../contract/return-of-capital.ts'
import { writeStanding } from '../funds/fund-standing.db.ts'
import { recordPaid } from '../payments/payment-records.db.ts'
import { writeRocRows } from '../payments/return-of-capital.db.ts'
import { runAll } from '../platform/database/rows.ts'
import { openTestDatabase } from '../testing/database.ts'
import { forEachTest } from '../testing/fixtures.ts'
import { makePayment } from '../testing/make.ts'
import { pages } from '../testing/pages.ts'
import { readQueuedPaths } from '../testing/read-queued-paths.ts'
import { refreshFigures } from '../testing/refresh-figures.ts'
import { deriveFigures } from './derive-figures.ts'
import { prepareEstimates } from './estimates.db.ts'

const now = new Date('2026-06-02T12:00:00Z')
const { list, queueChange } = pages

const database = forEachTest(() => openTestDatabase(['MSTY', 'QQQT', 'XDTE']))

async function refresh(db = database.db): Promise<readonly string[]> {
  await db.deleteFrom('page_change').execute()
  return refreshFigures({ db, now, queueChange })
}

async function queuedPaths(db = database.db): Promise<string[]> {
  return [...(await readQueuedPaths(db)), ...(await readQueuedPaths(db, 'pictures'))]
}

const kindsWithoutFigures: ReadonlySet<string> = new Set([
  'text',
  'text-with-operator',
  'security',
  'accuracy-redirect',
  'fund-redirect'
])

test('a new database has a result for every fund and queues every page; a second refresh changes nothing', async () => {
  const { db, close } = await openTestDatabase('figures')
  expect(await db.selectFrom('estimate').select('symbol').execute()).toHaveLength(66)
  const all = await list(db)
  const withoutEstimates: string[] = [
    openApiPath,
    robotsPath,
    feedOfPostsPath,
    identifiersPath,
    leadTimesCsvPath,
    returnOfCapitalCsvPath
  ]
  const isOfPost = (path: string) => path.startsWith(blogPath) || path.startsWith('/og/post/')
  const queued = await queuedPaths(db)
  const withoutFigures: string[] = []
  for (const path of all) {
    const kind = (await pages.load(db, path))?.kind ?? ''
    if (kindsWithoutFigures.has(kind)) withoutFigures.push(path)
  }
  const showing = all.filter(
    (path) => ![...withoutEstimates, ...withoutFigures].includes(path) && !isOfPost(path)
  )
  // The feeds of closed funds are queued to be removed.
  const gone = ['abny', 'diso', 'feat', 'fivy'].map((ticker) => `/calendar/${ticker}.ics`)
  expect(queued.sort()).toEqual([...showing, ...gone].sort())

  expect(await refresh(db)).toEqual([])
  expect(await queuedPaths(db)).toEqual([])
  await close()
})

test('an old payment that changes no estimate still changes the page that lists it', async () => {
  await refresh()
  await database.db
    .updateTable('dividend_history')
    .set({ amount_as_paid: 0.3 })
    .where('symbol', '=', 'MSTY')
    .where('ex_date', '=', '2026-05-28')
    .execute()
  expect(await refresh()).toEqual(['MSTY'])
  const paths = await queuedPaths()
  expect(paths).toContain('/')
  expect(paths).toContain('/msty')
  expect(paths.filter((path) => /^\/og\/[a-z]+\./.test(path)).sort()).toEqual([
    '/og/compare.png',
    '/og/msty.png'
  ])
  expect(paths).toContain('/xdte') // It shows the rank among all funds, which depends on their figures.
  expect(paths).not.toContain('/data/xdte.json')
})

test('a corrected old close that changes no estimate still changes the rankings', async () => {
  await refresh()
  const first = await database.db
    .selectFrom('price')
    .select(['date', 'close'])
    .where('symbol', '=', 'QQQT')
    .orderBy('date')
    .executeTakeFirstOrThrow()
  await database.db
    .updateTable('price')
    .set({ close: first.close + 0.01 })
    .where('symbol', '=', 'QQQT')
    .where('date', '=', first.date)
    .execute()
  await refresh()
  expect(await queuedPaths()).toContain('/roi-rankings')
})

test('a fund with missing payments is not closed, and one that an earlier release closed reopens', async () => {
  const standing = {
    symbol: 'DISO',
    state: 'closed',
    state_since: '2026-02-12',
    state_cause: 'silent'
  } as const
  await writeStanding(database.db, { ...standing, ask_again_on: '2026-07-01' })
  await database.db
    .insertInto('dividend_history')
    .values(makePayment({ symbol: 'DISO', ex_date: '2026-02-12', payment_date: '2026-02-13', amount: 0.07 }))
    .execute()
  const notice = { symbol: 'DISO', ex_date_or_year: '2026-05-28', kind: '19a', roc_percent: 64.07 } as const
  await writeRocRows(database.db, [{ ...notice, source: 'yieldmaxetfs.com' }], 'data')
  await refresh()
  const { state, ask_again_on } = await database.db
    .selectFrom('fund')
    .select(['state', 'ask_again_on'])
    .where('symbol', '=', 'DISO')
    .executeTakeFirstOrThrow()
  expect([state, ask_again_on]).toEqual(['open', null])
  const { status, message } = await database.db
    .selectFrom('estimate')
    .select(['status', 'message'])
    .where('symbol', '=', 'DISO')
    .executeTakeFirstOrThrow()
  expect(status).toBe('payments-missing')
  expect(message).toMatch(/^Payments of DISO are missing here: .* so there is no estimate\.$/)
})

test('a new payment changes the estimate of its fund, and reopens a closed fund', async () => {
  await database.db.deleteFrom('dividend_history').where('symbol', '=', 'FEAT').execute()
  await database.db
    .insertInto('dividend_history')
    .values(makePayment({ symbol: 'FEAT', ex_date: '2026-02-11', payment_date: '2026-02-12', amount: 0.2 }))
    .execute()
  await refresh()
  const before = await database.db
    .selectFrom('estimate')
    .selectAll()
    .where('symbol', '=', 'FEAT')
    .executeTakeFirst()
  expect(before).toMatchObject({
    status: 'closed',
    message: 'FEAT is closed: we have no price or payment after February 11, 2026, so there is no estimate.'
  })
  await database.db
    .insertInto('dividend_history')
    .values(makePayment({ symbol: 'FEAT', ex_date: '2026-05-27', payment_date: '2026-05-28', amount: 0.4 }))
    .execute()
  expect(await refresh()).toContain('FEAT')
  const after = await database.db
    .selectFrom('estimate')
    .selectAll()
    .where('symbol', '=', 'FEAT')
    .executeTakeFirst()
  expect(after?.message).not.toBe(before?.message)
  expect(after?.status).toBe('not-enough-data') // Reopened: it pays, but has no price yet.
  expect(after?.made_at).toBe(now.toISOString())
})

/** MSTY is expected to go ex on Thursday, June 4; the operator says Friday. */
async function approveFriday(): Promise<void> {
  const days = { ex_date: '2026-06-05', payment_date: '2026-06-08', collection_date: '2026-06-02' }
  await database.db
    .insertInto('dividend_history')
    .values(makePayment({ ...days, amount: null, amount_as_paid: null, estimated_amount: 0.9 }))
    .execute()
}

test('days the operator approved are shown with the estimate, whose amount does not change', async () => {
  await refresh()
  const find = () =>
    database.db.selectFrom('estimate').selectAll().where('symbol', '=', 'MSTY').executeTakeFirstOrThrow()
  const before = await find()
  await approveFriday()
  expect(await refresh()).toEqual(['MSTY'])
  expect(await find()).toEqual({
    ...before,
    next_ex_date: '2026-06-05',
    next_pay_date: '2026-06-08',
    dates_confirmed_on: '2026-06-02',
    made_at: now.toISOString()
  })
  expect(await queuedPaths()).toEqual(expect.arrayContaining(['/msty', '/calendar', '/calendar/msty.ics']))
  expect(await refresh()).toEqual([])
})

test('an approved day freezes the estimate with that day, and its payment scores both', async () => {
  await refresh()
  const findLive = () =>
    database.db
      .selectFrom('estimate_record')
      .selectAll()
      .where('symbol', '=', 'MSTY')
      .where('origin', '=', 'live')
      .execute()
  const before = await findLive()
  const frozen = before.at(-1)
  await approveFriday()
  await refresh()
  const after = await findLive()
  expect(after).toEqual([
    ...before,
    { ...frozen, ex_date: '2026-06-05', version: 3, baseline_last_yield: expect.any(Number) }
  ])
  const paid = {
    exDate: '2026-06-05',
    exDateBasis: 'source',
    payDate: '2026-06-08',
    payDateBasis: 'source'
  } as const
  const later = new Date('2026-06-09T12:00:00Z')
  await database.db.transaction().execute(async (trx) => {
    const amount = frozen?.amount ?? 0
    await recordPaid(trx, { ...paid, symbol: 'MSTY', amount, sources: 'test', collectionDate: null }, later)
  })
  await refreshFigures({ db: database.db, now: later, queueChange })
  const scored = await findLive()
  expect(scored.map(({ paid_ex_date }) => paid_ex_date)).toEqual(after.map(() => '2026-06-05'))
  expect(scored.at(-1)).toMatchObject({ ex_date: '2026-06-05', accuracy_score: 1 })
})

test('a derivation that fails changes neither estimates nor queue, and is made up for', async () => {
  const { db } = database
  await db.deleteFrom('page_change').execute()
  await db.updateTable('price').set({ close: 40 }).where('date', '=', '2026-05-29').execute()
  const failing = refreshFigures({
    db,
    now,
    queueChange: async (trx, change, at) => {
      await queueChange(trx, change, at)
      throw new Error('the last step failed')
    }
  })
  await expect(failing).rejects.toThrow('the last step failed')
  expect(await queuedPaths()).toEqual([])
  expect((await deriveFigures({ db, now, queueChange })).length).toBeGreaterThan(0)
  expect(await deriveFigures({ db, now, queueChange })).toEqual([])
})

test('estimates of 1,100 funds are stored', async () => {
  const { db } = database
  const fund = await db.selectFrom('fund').selectAll().where('symbol', '=', 'MSTY').executeTakeFirstOrThrow()
  const row = await db
    .selectFrom('estimate')
    .selectAll()
    .where('symbol', '=', 'MSTY')
    .executeTakeFirstOrThrow()
  const copies = <Row extends object>(like: Row, from: number) =>
    Array.from({ length: 550 }, (_, i) => ({ ...like, symbol: `F${from + i}` }))
  for (const from of [0, 550]) await db.insertInto('fund').values(copies(fund, from)).execute()
  await runAll(db, prepareEstimates(db, [...copies(row, 0), ...copies(row, 550)], []))
  expect(await db.selectFrom('estimate').select('symbol').execute()).toHaveLength(1100)
})
