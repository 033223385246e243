import { expect, test } from 'vitest'
import { StockResult, unsupportedMessage } from '../contract/stock.ts'
import { countFiguresChange } from '../publishing/figures-revision.db.ts'
import { startApi } from '../testing/api.ts'
import { forAllTests } from '../testing/fixtures.ts'
import { makeEstimate, makeFund } from '../testing/make.ts'

const path = '/api/stock/search'

const api = forAllTests(() => startApi())

async function findRecorded(): Promise<{ symbol: string; ip_short: string; user_agent: string }[]> {
  await api.services.searchRecorder.flush()
  return api.db.selectFrom('search_history').select(['symbol', 'ip_short', 'user_agent']).execute()
}

test('each of the 66 funds has an estimate or a reason why there is none', async () => {
  const funds = await api.db.selectFrom('fund').select('symbol').execute()
  expect(funds).toHaveLength(66)
  const estimated: string[] = []
  for (const { symbol } of funds) {
    const { status, body } = await api.post(path, { symbol })
    if (status === 200) {
      const stock = StockResult.parse(body)
      // The fixtures end on that day; every fund with an estimate has a price of that day.
      expect(stock.latest_close?.date).toBe('2026-05-29')
      estimated.push(stock.symbol)
      expect(stock.low).toBeLessThanOrEqual(stock.dividend)
      expect(stock.dividend).toBeLessThanOrEqual(stock.high)
      expect(stock.reasons.length).toBeGreaterThanOrEqual(3)
    } else {
      expect(status).toBe(404)
      expect(body).toEqual({
        message: expect.stringMatching(new RegExp(`${symbol} .*no estimate`)),
        code: 'no-estimate'
      })
    }
  }
  // Four funds stopped paying in February 2026; JPMO has no known price after April 2025.
  expect(estimated).toHaveLength(61)
})

test('the result is rounded, and its yield can be recalculated from its other fields', async () => {
  const small = await startApi({ content: 'tables' })
  await small.db.insertInto('fund').values(makeFund()).execute()
  await small.db
    .insertInto('estimate')
    .values(
      makeEstimate({
        amount: 0.123456,
        low: 0.1,
        high: 0.15,
        price: 9.876,
        volatility: 0.80126,
        k_factor: 1.23456,
        weight: 0.66666,
        frequency: 13
      })
    )
    .execute()
  const { body } = await small.post(path, { symbol: 'MSTY' })
  await small.close()
  expect(body).toEqual({
    symbol: 'MSTY',
    etf_name: 'YieldMax MSTR Option Income Strategy ETF',
    issuer: 'YieldMax',
    dividend: 0.1235,
    low: 0.1,
    high: 0.15,
    quantiles: null,
    change_chances: null,
    one_offs: null,
    latest_dividend: 0.5,
    latest_ex_date: '2026-05-28',
    average_dividend: 0.5,
    annualized_yield: 16.25, // 0.1235 x 13 / 9.88 x 100
    implied_volatility: 80.13,
    implied_volatility_source: 'realised',
    price: 9.88,
    price_date: '2026-05-29',
    outlook: [],
    k_factor: 1.2346,
    weight: 0.6667,
    payment_frequency: 13,
    frequency_label: 'Every 4 Weeks',
    next_ex_date: '2026-06-04',
    next_pay_date: '2026-06-05',
    ex_date_range: null,
    own_by: '2026-06-03',
    following_own_by: null,
    dates_confirmed_on: null,
    declared: null,
    as_of: '2026-05-29',
    reasons: ['It paid 0.50 last week.'],
    data_source: 'Test figures to May 29, 2026',
    renamed_from: null
  })
})

test('a fund is read once until figures change, however often it is searched', async () => {
  const small = await startApi({ content: ['MSTY', 'QQQT'] })
  const search = async () => StockResult.parse((await small.post(path, { symbol: 'MSTY' })).body).dividend
  const before = await search()
  await small.db.updateTable('estimate').set({ amount: 0.5 }).where('symbol', '=', 'MSTY').execute()
  expect(await search()).toBe(before)
  await small.db.transaction().execute(countFiguresChange)
  await expect.poll(search).toBe(0.5)
  await small.close()
})

test('a symbol may be in lower case, and unknown fields are ignored', async () => {
  const { status, body } = await api.post(path, { symbol: 'msty', admin: true, __proto__: null })
  expect(status).toBe(200)
  expect(body).toMatchObject({
    symbol: 'MSTY',
    as_of: '2026-05-29',
    data_source: 'Public records to May 29, 2026'
  })
})

const notLetters = 'Symbol must contain only letters (no numbers, spaces, or special characters)'

test.each([
  ['an empty symbol', { symbol: '' }, 'Symbol cannot be empty'],
  ['no symbol', {}, 'Symbol cannot be empty'],
  ['null', { symbol: null }, 'Symbol cannot be empty'],
  ['a number', { symbol: 5 }, 'Symbol cannot be empty'],
  ['a list', { symbol: ['MSTY'] }, 'Symbol cannot be empty'],
  ['an object', { symbol: { toString: 'MSTY' } }, 'Symbol cannot be empty'],
  ['six letters', { symbol: 'ABCDEF' }, 'Symbol cannot exceed 5 characters'],
  ['six signs', { symbol: '123456' }, 'Symbol cannot exceed 5 characters'],
  ['a digit', { symbol: 'MST1' }, notLetters],
  ['a space', { symbol: 'MS Y' }, notLetters],
  ['a line break', { symbol: 'MSTY\n' }, notLetters],
  ['letters of another script', { symbol: 'МЅТΥ' }, notLetters],
  ['a letter that grows in upper case', { symbol: 'ßßßßß' }, notLetters],
  ['half a surrogate pair', { symbol: '\ud83d' }, notLetters],
  ['an SQL fragment', { symbol: "' or" }, notLetters],
  ['a list as body', ['MSTY'], 'The request body must be a JSON object.'],
  ['null as body', null, 'The request body must be a JSON object.'],
  ['text as body', '"MSTY"', 'The request body must be a JSON object.']
])('%s is refused with 400', async (_what, sent, message) => {
  expect(await api.post(path, sent)).toMatchObject({ status: 400, body: { message } })
})

test.each(['ABCDE', 'SPY', 'PROTO', 'VALUE'])('%s is not supported', async (symbol) => {
  const refused = await api.post(path, { symbol })
  expect(refused).toMatchObject({ status: 404, body: { message: unsupportedMessage(symbol) } })
  expect(refused.headers.get('cache-control')).toBe('no-store')
})

test('only searches that found a fund are recorded, with a shortened address', async () => {
  await api.services.searchRecorder.flush()
  await api.db.deleteFrom('search_history').execute()
  await api.post(path, { symbol: 'FEAT' })
  await api.post(path, { symbol: 'ABCDE' })
  await api.post(path, { symbol: '' })
  await api.post('/api/stock/dividend-history', { symbol: 'MSTY' })
  expect(await findRecorded()).toEqual([])

  await api.post(
    path,
    { symbol: 'msty' },
    { 'x-forwarded-for': '203.0.113.77', 'user-agent': 'a'.repeat(500) }
  )
  await api.post(
    path,
    { symbol: 'TSLY' },
    { 'x-forwarded-for': '2001:db8:aa:bb::1', 'user-agent': 'Parrot/1' }
  )
  expect(await findRecorded()).toEqual([
    { symbol: 'MSTY', ip_short: '203.0.113.0', user_agent: 'a'.repeat(300) },
    { symbol: 'TSLY', ip_short: '2001:db8:aa::', user_agent: 'Parrot/1' }
  ])
})

test('no search is logged', () => {
  expect(api.logged).toEqual([])
})
