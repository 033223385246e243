// Shows the same on any database.
import { brotliCompressSync, constants } from 'node:zlib'
import { parse } from 'csv-parse/sync'
import { beforeAll, expect, test } from 'vitest'
import type { FundData } from './contract/open-data.ts'
import type { PageModel } from './contract/page-models.ts'
import { DividendHistory } from './contract/stock.ts'
import { startApi } from './testing/api.ts'
import { forAllTests } from './testing/fixtures.ts'
import { pages } from './testing/pages.ts'

const api = forAllTests(() => startApi())

/** The published data of each fund by symbol. */
const files = new Map<string, FundData>()
beforeAll(async () => {
  for (const { symbol } of await api.db.selectFrom('fund').select('symbol').execute())
    files.set(symbol, (await load(`/data/${symbol.toLowerCase()}.json`, 'fund-data')).data)
})

async function load<Kind extends PageModel['kind']>(path: string, kind: Kind) {
  const page = await pages.load(api.db, path)
  if (page?.kind !== kind) throw new Error(`${path} has the kind ${page?.kind}`)
  return page as Extract<PageModel, { kind: Kind }>
}

const fileOf = (symbol = '') => {
  const file = files.get(symbol)
  if (file === undefined) throw new Error(`${symbol} has no data`)
  return file
}

/** Rows of `/data/NAME.csv`. */
async function loadCsv(name: string): Promise<Record<string, string>[]> {
  const { csv } = await load(`/data/${name}.csv`, 'csv')
  return parse(csv, { columns: true, record_delimiter: '\r\n' })
}

test('the home page and a page for each fund are listed and can be loaded', async () => {
  const paths = (await pages.list(api.db)).filter((path) => /^\/[a-z]{0,4}$/.test(path) && path !== '/blog')
  // The home page, 66 funds, and five other symbols that lead to them.
  expect(paths).toHaveLength(72)
  expect(paths.slice(0, 3)).toEqual(['/', '/aapw', '/abny'])
  for (const path of paths) expect(await pages.load(api.db, path)).not.toBeNull()
})

test('every fund has a history, newest payment first', async () => {
  for (const symbol of files.keys()) {
    const { status, body } = await api.post('/api/stock/dividend-history', { symbol })
    expect(status).toBe(200)
    const days = DividendHistory.parse(body).dividend_history.map((item) => item.ex_date)
    expect(days.length).toBeGreaterThan(0)
    expect(days).toEqual(days.toSorted().toReversed())
  }
})

test('the table of all funds has the figures of their files', async () => {
  const rows = await loadCsv('funds')
  const firstColumns = 'symbol,name,issuer,family,frequency,estimate,low,high,state,ex_date,own_by,pay_date,'
  expect(Object.keys(rows[0] ?? {}).join()).toMatch(new RegExp(`^${firstColumns}`))
  const { funds } = (await load('/data/funds.json', 'funds-data')).data
  expect(rows.map(({ symbol }) => symbol)).toEqual(funds.map(({ symbol }) => symbol))
  const text = (value: string | number | null | undefined) => String(value ?? '')
  for (const [i, { symbol, name, issuer, family, as_of, estimate }] of funds.entries()) {
    const { ex_date, own_by, pay_date, amount, low, high, price, price_date, confidence } = estimate ?? {}
    const figures = { estimate: amount, low, high, ex_date, own_by, pay_date, price, price_date, confidence }
    const expected = Object.entries({ symbol, name, issuer, family, as_of, ...figures })
    const cells = Object.fromEntries(expected.map(([column, value]) => [column, text(value)]))
    expect(rows[i], symbol).toMatchObject(cells)
  }
  const rowOf = (symbol: string) => rows.find((row) => row['symbol'] === symbol)
  expect(rowOf('MSTY')).toMatchObject({ state: 'estimated', frequency: '52' })
  expect(rowOf('FEAT')).toMatchObject({ state: 'payments-missing', estimate: '', ex_date: '' })
  // The figures of May 29, 2026 of the program in returns/reinvestment-needed.test.ts.
  const year = { reinvestment_from: '2025-05-29', reinvestment_to: '2026-05-29' }
  expect(rowOf('MSTY')).toMatchObject({ ...year, reinvestment_result: 'not_enough' })
  expect(rowOf('XDTE')).toMatchObject({ ...year, reinvestment_result: 'enough' })
  expect(rowOf('FEAT')).toMatchObject({ reinvestment_result: 'short_history', reinvestment_from: '' })
  expect(fileOf('XDTE').reinvestment_needed).toMatchObject({ percent: 23.52, payments: 52 })
  for (const row of rows) {
    const { reinvestment_needed: needed } = fileOf(row['symbol'])
    const { percent, from, to } = needed ?? {}
    expect(row, row['symbol']).toMatchObject({
      reinvestment_needed_percent: text(percent),
      reinvestment_from: text(from),
      reinvestment_to: text(to)
    })
  }
})

test('the coming payments of 90 days are those in the files of the funds', async () => {
  const rows = await loadCsv('upcoming')
  const payers = [...new Set(rows.map(({ symbol }) => symbol))].map(fileOf)
  const expected = payers.flatMap(({ symbol, upcoming }) =>
    // May 29 and 90 days.
    upcoming
      .filter(({ ex_date }) => ex_date <= '2026-08-27')
      .map(({ ex_date, own_by, pay_date, state, amount }) =>
        [symbol, ex_date, own_by, pay_date, state, amount ?? ''].join()
      )
  )
  const columns = ['symbol', 'ex_date', 'own_by', 'pay_date', 'state', 'amount'] as const
  expect(rows.map((row) => columns.map((column) => row[column]).join()).sort()).toEqual(expected.sort())
  expect(payers.length).toBeGreaterThan(50)
  const days = rows.map((row) => row['ex_date'])
  expect(days).toEqual(days.toSorted())
})

test("a fund's data, and the list of all, stay below 40 kB compressed", async () => {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 6 }
  for (const [symbol, data] of [
    ...files,
    ['all', (await load('/data/funds.json', 'funds-data')).data] as const
  ])
    expect(brotliCompressSync(JSON.stringify(data), { params }).length, symbol).toBeLessThan(40_000)
})

test("the median errors in the list of funds equal the track record's", async () => {
  const record = await load('/accuracy', 'accuracy')
  const errors = new Map(
    (await load('/funds', 'funds')).funds.map(({ symbol, typicalErrorPercent }) => [
      symbol,
      typicalErrorPercent
    ])
  )
  const shown = record.backtested?.funds ?? []
  expect(shown.length).toBeGreaterThan(55)
  for (const { name, figures } of shown) expect(errors.get(name)).toBeCloseTo(figures.medianErrorPercent, 2)
})

test('the income calculator has the estimate, the frequency and the newest close of each fund', async () => {
  const income = await load('/income-calculator', 'income')
  const estimated = (await load('/funds', 'funds')).funds.filter(({ estimate }) => estimate !== null)
  expect(income.funds.map(({ symbol }) => symbol)).toEqual(estimated.map(({ symbol }) => symbol))
  for (const [i, fund] of income.funds.entries()) {
    const { estimate, figures, name } = estimated[i] ?? {}
    expect(fund).toMatchObject({
      name,
      dividend: estimate?.dividend,
      low: figures?.low,
      frequency_label: estimate?.frequencyLabel
    })
    const { closes, estimate: next } = fileOf(fund.symbol)
    expect(fund.latest_close.date, fund.symbol).toBe(closes.at(-1)?.date)
    expect(fund.latest_close.close, fund.symbol).toBeCloseTo(closes.at(-1)?.close ?? 0, 1)
    expect(fund.payment_frequency, fund.symbol).toBe(next?.frequency)
  }
})
