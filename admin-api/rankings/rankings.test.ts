import { beforeAll, expect, test } from 'vitest'
import { type RoiEntry, readRoiRankings, readWeeklyBattle } from '../contract/rankings.ts'
import { startApi } from '../testing/api.ts'
import { forAllTests } from '../testing/fixtures.ts'
import { makeFund } from '../testing/make.ts'
import { pages } from '../testing/pages.ts'

let rankings: RoiEntry[]

const api = forAllTests(() => startApi())
beforeAll(async () => {
  rankings = readRoiRankings.output.parse((await api.get('/api/roi-rankings')).body)
})

async function readBattle(query: string) {
  return readWeeklyBattle.output.parse((await api.get(`/api/weekly-battle${query}`)).body)
}

test('total ROI lists every fund once, best first, by the formula', () => {
  expect(new Set(rankings.map(({ symbol }) => symbol)).size).toBe(66)
  const rois = rankings.map(({ total_roi }) => total_roi ?? Number.NaN)
  expect(rois).toEqual(rois.toSorted((a, b) => b - a))
  for (const entry of rankings) {
    const { declaration_date_price, total_dividends, earliest_price } = entry
    const roi = ((declaration_date_price + total_dividends - earliest_price) / earliest_price) * 100
    expect(entry.total_roi, entry.symbol).toBeCloseTo(roi, 1)
  }
})

test('only funds without a price at their newest declaration are marked', () => {
  const old = rankings.filter((entry) => !entry.is_price_recent)
  expect(old.map(({ symbol, declaration_date }) => `${symbol} ${declaration_date}`).sort()).toEqual([
    'ABNY 2025-04-03',
    'DISO 2025-04-03',
    'FEAT 2025-04-03',
    'FIVY 2025-04-03',
    'JPMO 2025-04-04'
  ])
})

// Reverse splits of data/splits.csv: first day on the new basis, and how many old shares became one.
test.each([
  ['MSTY', [['2025-12-08', 5]]],
  [
    'TSLY',
    [
      ['2024-02-26', 2],
      ['2025-12-01', 5]
    ]
  ]
] as const)('%s has the same ROI if it is calculated through each split', async (symbol, splits) => {
  const entry = rankings.find((other) => other.symbol === symbol)
  if (entry?.earliest_date == null || entry.declaration_date === null) throw new Error('no figures')
  const sharesOn = (day: string) =>
    splits.reduce((shares, [date, ratio]) => (day < date ? shares * ratio : shares), 1)
  const payments = await api.db
    .selectFrom('dividend_history')
    .select(['ex_date', 'amount_as_paid'])
    .where('symbol', '=', symbol)
    .where('ex_date', '>', entry.earliest_date)
    .where('ex_date', '<=', entry.declaration_date)
    .execute()
  const received = payments.reduce((sum, row) => sum + sharesOn(row.ex_date) * (row.amount_as_paid ?? 0), 0)
  // Costs are on today's share basis.
  const spent = entry.earliest_price
  const roi = ((entry.declaration_date_price + received - spent) / spent) * 100
  expect(Math.abs(roi - (entry.total_roi ?? 0))).toBeLessThan(0.1)
  expect(received).toBeGreaterThan(100)
})

test('over 12 months all funds have one starting day, and a fund of eight months comes after all of them', async () => {
  const entries = (await api.get('/api/roi-rankings?months=12')).body as RoiEntry[]
  const ranked = entries.filter(({ total_roi }) => total_roi !== null)
  expect(new Set(ranked.map(({ earliest_date }) => earliest_date))).toEqual(new Set(['2025-05-29']))
  expect(rankings.find(({ symbol }) => symbol === 'QQQT')?.total_roi).toBeTypeOf('number')
  expect(entries.findIndex(({ symbol }) => symbol === 'QQQT')).toBeGreaterThanOrEqual(ranked.length)
  expect((await api.get('/api/roi-rankings?months=6')).body).toEqual({ message: 'months must be 12 or all.' })
})

test.each([
  ['4', 61],
  ['12', 61],
  ['26', 61],
  ['52', 60],
  ['all', 61]
])('a purchase %s weeks ago ranks every fund with prices then', async (weeks, count) => {
  const battle = await readBattle(`?weeks=${weeks}`)
  expect(battle).toMatchObject({ weeks, as_of: '2026-05-29', week_before: '2026-05-22' })
  expect(battle.entries).toHaveLength(count)
  expect(battle.entries.length + battle.left_out.length).toBe(66)
  for (const entry of battle.entries) {
    const yieldOnCost = ((entry.latest_dividend * entry.payment_frequency) / entry.cost_price) * 100
    expect(entry.yield_on_cost, entry.symbol).toBeCloseTo(yieldOnCost, 1)
    expect(entry.latest_ex_date > '2026-04-29', entry.symbol).toBe(true)
  }
})

test('the default purchase is a year ago, and younger funds are listed', async () => {
  const battle = await readBattle('')
  expect(battle.weeks).toBe('52')
  expect(new Set(battle.entries.map(({ cost_date }) => cost_date))).toEqual(new Set(['2025-05-30']))
  expect(battle.left_out).toContainEqual({ symbol: 'QQQT', reason: 'too-young', since: '2025-10-01' })
})

test.each(['8', '', '52.0', 'ALL', '52&weeks=4', '<script>'])('weeks=%s is refused', async (weeks) => {
  const refused = await api.get(`/api/weekly-battle?weeks=${weeks}`)
  expect(refused).toMatchObject({
    status: 400,
    body: { message: 'weeks must be 4, 12, 26, 52 or all.' }
  })
})

test('both responses are cacheable for five minutes', async () => {
  for (const path of ['/api/roi-rankings', '/api/weekly-battle?weeks=4']) {
    expect((await api.get(path)).headers.get('cache-control')).toBe('public, max-age=300')
  }
})

test('the pages show what the endpoints return', async () => {
  expect(await pages.load(api.db, '/roi-rankings')).toEqual({
    kind: 'roi-rankings',
    asOf: '2026-05-29',
    rankings: (await api.get('/api/roi-rankings?months=12')).body
  })
  expect(await pages.load(api.db, '/weekly-battle')).toEqual({
    kind: 'weekly-battle',
    battle: await readBattle('')
  })
})

test('without prices there is nothing to rank and no page', async () => {
  const empty = await startApi({ content: 'tables' })
  await empty.db.insertInto('fund').values(makeFund()).execute()
  expect((await empty.get('/api/roi-rankings')).body).toEqual([])
  expect((await empty.get('/api/weekly-battle')).status).toBe(404)
  expect(await pages.load(empty.db, '/roi-rankings')).toBeNull()
  expect(await pages.load(empty.db, '/weekly-battle')).toBeNull()
  await empty.close()
})
