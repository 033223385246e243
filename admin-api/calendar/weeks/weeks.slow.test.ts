import { expect, test } from 'vitest'
import type { WeekPage } from '../../contract/weeks.ts'
import { startApi } from '../../testing/api.ts'
import { openTestDatabase } from '../../testing/database.ts'
import { forAllTests, forEachTest } from '../../testing/fixtures.ts'
import { makePayment } from '../../testing/make.ts'
import { pages } from '../../testing/pages.ts'
import { readQueuedPaths } from '../../testing/read-queued-paths.ts'

const api = forEachTest(() => startApi({ content: ['MSTY', 'CONY', 'NVDY'] }))
/** For tests that only read. */
const all = forAllTests(() => openTestDatabase('figures'))

async function loadWeek(thursday: string, db = api.db): Promise<WeekPage> {
  const page = await pages.load(db, `/week/${thursday}`)
  if (page?.kind !== 'week') throw new Error(`${thursday} has no report`)
  return page
}

/** Refreshes estimates and returns the queued week pages. */
async function refresh(): Promise<string[]> {
  await api.db.deleteFrom('page_change').execute()
  await api.refresh()
  return (await readQueuedPaths(api.db)).filter((path) => path.startsWith('/week/'))
}

async function correct(symbol: string, ex_date: string, amount: number): Promise<void> {
  await api.db
    .updateTable('dividend_history')
    .set({ amount, amount_as_paid: amount })
    .where('symbol', '=', symbol)
    .where('ex_date', '=', ex_date)
    .execute()
}

/** Stores a payment and marks the fund as collected through its ex-date. */
async function pay(symbol: string): Promise<void> {
  const payment = makePayment({ symbol, ex_date: '2026-06-04', payment_date: '2026-06-05' })
  await api.db.insertInto('dividend_history').values(payment).execute()
  await api.db.updateTable('fund').set({ known_until: '2026-06-04' }).where('symbol', '=', symbol).execute()
}

test('a new database has every week since 2025, newest first, all backtested', async () => {
  const page = await pages.load(all.db, '/weeks')
  if (page?.kind !== 'weeks') throw new Error('/weeks is not a list of weeks')
  expect(page.weeks[0]?.thursday).toBe('2026-05-28')
  expect(page.weeks.at(-1)?.thursday).toBe('2025-01-02')
  // January 2, 2025 and 73 Thursdays after it.
  expect(page.weeks).toHaveLength(74)
  expect(page.weeks.every(({ live, correctedOn }) => live === 0 && correctedOn === null)).toBe(true)
  const feed = await pages.load(all.db, '/weeks.xml')
  expect(feed).toEqual({ kind: 'weeks-feed', weeks: page.weeks.slice(0, 12) })
})

test('the week of May 28, 2026: two funds calculated by hand from data/, and totals of all', async () => {
  const week = await loadWeek('2026-05-28', all.db)
  expect(week).toMatchObject({ closedDays: ['2026-05-25'] })
  // TSLW paid 0.2169 after 0.31293 on May 18: -30.69 %. The closes two sessions before each ex-date, of May 21
  // (May 25 is Memorial Day) and May 14, are 25.1418 and 27.3319: -8.01 %.
  const cut = week.cuts.find(({ entry }) => entry.symbol === 'TSLW')
  expect(cut?.before).toEqual({ exDate: '2026-05-18', amount: 0.31293 })
  expect(cut?.changePercent).toBeCloseTo(-30.687, 3)
  expect(cut?.priceChangePercent).toBeCloseTo(-8.013, 3)
  // QDTE paid 0.2828 after 0.17226: 0.2828 / 0.17226 - 1 = 64.17 %, the largest rise.
  expect(week.rises[0]?.entry.symbol).toBe('QDTE')
  expect(week.rises[0]?.changePercent).toBeCloseTo(64.17, 2)
  expect(week.figures?.payments).toBe(week.entries.length)
  expect(week.families.reduce((sum, { figures }) => sum + figures.inRange, 0)).toBe(week.figures?.inRange)
  expect(week.unestimated.map(({ symbol }) => symbol)).toEqual(['JPMO'])
  expect([week.older, week.newer]).toEqual(['2026-05-21', null])
})

test('unfinished weeks and days other than Thursday have no page', async () => {
  for (const day of ['2026-06-04', '2026-05-27', '2024-12-26', '9999-99-99'])
    expect(await pages.load(api.db, `/week/${day}`), day).toBeNull()
})

test('a corrected payment updates its week with a note and the week of the next payment', async () => {
  await refresh()
  await correct('MSTY', '2026-03-05', 0.9)
  // Any new figure affects the newest two weeks.
  expect((await refresh()).sort()).toEqual(
    ['2026-03-05', '2026-03-12', '2026-05-21', '2026-05-28'].map((day) => `/week/${day}`)
  )
  const { entries } = await loadWeek('2026-03-05')
  const corrected = entries.filter(({ correctedOn }) => correctedOn !== null)
  // The test clock is at June 1.
  expect(corrected).toMatchObject([{ symbol: 'MSTY', actual: 0.9, correctedOn: '2026-06-01' }])
})

test('a new close affects only the newest two weeks', async () => {
  await refresh()
  await api.db
    .updateTable('price')
    .set((eb) => ({ close: eb('close', '*', 1.01) }))
    .where('symbol', '=', 'MSTY')
    .where('date', '=', '2026-05-29')
    .execute()
  expect(await refresh()).toEqual(['/week/2026-05-21', '/week/2026-05-28'])
})

test('a week is published with its last payment, and estimates frozen before count as live', async () => {
  await refresh()
  const closes = await api.db.selectFrom('price').selectAll().where('date', '=', '2026-05-29').execute()
  await api.db
    .insertInto('price')
    .values(closes.map((close) => ({ ...close, date: '2026-06-04' })))
    .execute()
  await api.db.updateTable('fund').set({ known_until: '2026-06-03' }).execute()
  for (const symbol of ['MSTY', 'CONY']) await pay(symbol)
  expect(await refresh()).not.toContain('/week/2026-06-04')
  await pay('NVDY')
  expect(await refresh()).toContain('/week/2026-06-04')
  const { entries } = await loadWeek('2026-06-04')
  expect(entries.map(({ symbol, origin }) => `${symbol} ${origin}`)).toEqual([
    'CONY live',
    'MSTY live',
    'NVDY live'
  ])
})
