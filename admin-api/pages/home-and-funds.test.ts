import { expect, test } from 'vitest'
import { openTestDatabase } from '../testing/database.ts'
import { forAllTests } from '../testing/fixtures.ts'
import { pages } from '../testing/pages.ts'

const database = forAllTests(() => openTestDatabase('figures'))

test('the home page lists all funds; the browser adds popular ones, so all instances render the same page', async () => {
  const page = await pages.load(database.db, '/')
  if (page?.kind !== 'home') throw new Error('/ has another kind')
  expect(page).toMatchObject({
    asOf: '2026-05-29',
    suggestedTickers: ['MSTY', 'TSLY', 'CONY'],
    // Default featured funds that the test database has.
    featured: ['MSTY', 'ULTY', 'YMAX', 'NVDY', 'TSLY', 'CONY', 'XDTE', 'QDTE']
  })
  // The live example, and the proof beside it.
  expect(page.example?.symbol).toBe('MSTY')
  expect(page.news.weeks).toHaveLength(12)
  expect(page.news.weeks[0]?.thursday).toBe(page.news.report?.thursday)
  expect(page.funds).toHaveLength(66)
  expect(page.funds.filter((fund) => fund.estimate === null).map((fund) => fund.symbol)).toEqual([
    'ABNY',
    'DISO',
    'FEAT',
    'FIVY',
    'JPMO'
  ])
})

test('a fund page has its estimate, its history and six related funds', async () => {
  const page = await pages.load(database.db, '/msty')
  if (page?.kind !== 'fund') throw new Error('/msty has another kind')
  expect(page).toMatchObject({ symbol: 'MSTY', frequencyLabel: 'Weekly', outcome: { status: 'estimated' } })
  expect(page.history.dividend_history[0]?.payment_date).toBe('29/05/2026')
  expect(page.related).toHaveLength(6)
  expect(page.related[0]?.symbol).toBe('WNTR')
})

test('a fund without an estimate says why, and its frequency only while it pays', async () => {
  const stopped = await pages.load(database.db, '/feat')
  expect(stopped).toMatchObject({ outcome: { status: 'payments-missing' }, frequencyLabel: null })
  const priceless = await pages.load(database.db, '/jpmo')
  expect(priceless).toMatchObject({ outcome: { status: 'not-enough-data' }, frequencyLabel: 'Weekly' })
})

test('the fund index has underlyings and says which funds have no estimate', async () => {
  const page = await pages.load(database.db, '/fund-index.json')
  if (page?.kind !== 'fund-index') throw new Error('/fund-index.json has another kind')
  expect(page.index.funds).toHaveLength(66)
  const known = (symbol: string) => page.index.funds.find((fund) => fund.symbol === symbol)
  expect(known('TSLY')).toMatchObject({ underlying: { ticker: 'TSLA', name: 'Tesla' }, hasEstimate: true })
  expect(known('FEAT')).toMatchObject({ underlying: null, hasEstimate: false })
})

test('a family with funds has a page with its text, its funds and its backtested accuracy', async () => {
  const paths = (await pages.list(database.db)).filter((path) => path.startsWith('/family/'))
  expect(paths).toHaveLength(6)
  const page = await pages.load(database.db, '/family/graniteshares')
  if (page?.kind !== 'family') throw new Error('the family page has another kind')
  expect(page.family).toMatchObject({ name: 'GraniteShares', setting: 'rate', frequency: 'weekly' })
  expect(page.funds.map(({ symbol }) => symbol)).toEqual(['NVYY', 'TQQY', 'TSYY', 'XBTY', 'YSPY'])
  expect(page.backtested?.n).toBeGreaterThan(100)
  expect(page.others).toHaveLength(5)
  // A family without funds here, and an unknown family.
  for (const id of ['neos', 'pirates']) expect(await pages.load(database.db, `/family/${id}`)).toBeNull()
})
