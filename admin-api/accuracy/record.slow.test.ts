import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { recordCsvColumns, recordCsvPath, type WorkedExample } from '../contract/record.ts'
import { recordHubPath } from '../contract/signed-record.ts'
import { addToRecord, findRecord } from '../estimates/estimate-record.db.ts'
import { findAnswers } from '../estimates/estimates.db.ts'
import { toStockOutcome } from '../estimates/stock-outcome.ts'
import { methodVersion } from '../estimator/estimator.ts'
import { dollars, percent } from '../numbers/format-numbers.ts'
import { listScored } from '../signed-record/counted-estimates.ts'
import { startApi } from '../testing/api.ts'
import { forAllTests } from '../testing/fixtures.ts'
import { makeFrozen, makeFund } from '../testing/make.ts'
import { pages } from '../testing/pages.ts'

const api = forAllTests(() => startApi())

async function loadAccuracy() {
  const page = await pages.load(api.db, '/accuracy')
  if (page?.kind !== 'accuracy') throw new Error('the accuracy page is of another kind')
  return page
}

async function loadExample(): Promise<WorkedExample> {
  const page = await pages.load(api.db, '/method')
  if (page?.kind !== 'method' || page.example === null) throw new Error('there is no example')
  return page.example
}

test('the file is a CSV download with one line for each row of the record', async () => {
  const { status, headers, body } = await api.get(recordCsvPath)
  expect(status).toBe(200)
  expect(headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present')
  expect(headers.get('content-disposition')).toBe('attachment; filename="doubloon-estimates.csv"')
  expect(headers.get('cache-control')).toBe('public, max-age=300')
  const rows: string[][] = parse(String(body))
  expect(rows[0]).toEqual([...recordCsvColumns])
  const { count } = await api.db
    .selectFrom('estimate_record')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  expect(rows).toHaveLength(count + 1)
})

test('a client without gzip gets the same text uncompressed', async () => {
  const packed = await api.get(recordCsvPath, { 'accept-encoding': 'gzip' })
  const plain = await api.get(recordCsvPath, { 'accept-encoding': 'identity' })
  expect(packed.headers.get('content-encoding')).toBe('gzip')
  expect(plain.headers.get('content-encoding')).toBeNull()
  expect(plain.body).toBe(packed.body)
})

test('an unscored row has empty last columns, and values are quoted where needed', async () => {
  const empty = await startApi({ content: 'tables' })
  await empty.db.insertInto('fund').values(makeFund()).execute()
  await addToRecord(empty.db, [makeFrozen({ rule: 'mix, "weighed"' })])
  const { body } = await empty.get(recordCsvPath)
  await empty.close()
  expect(String(body).split('\r\n').slice(1)).toEqual([
    'MSTY,yieldmax-single,2026-06-04,live,yes,2026-05-29,2026-06-01T12:00:00.000Z,test,"mix, ""weighed""",0.5,0.4,0.6,20,2026-05-29,0.5,,,,,,,,,,,,0',
    ''
  ])
})

test('the accuracy page has the backtest by year, family and fund, and the number of waiting live estimates', async () => {
  const { backtested, live, waiting, asOf } = await loadAccuracy()
  expect(asOf).toBe('2026-05-29')
  expect(live).toBeNull()
  expect(waiting).toBeGreaterThan(50)
  if (backtested === null) throw new Error('there is no backtest')
  expect(backtested.methodVersions).toEqual([methodVersion])
  for (const parts of [backtested.years, backtested.families, backtested.funds]) {
    expect(parts.reduce((sum, { figures }) => sum + figures.n, 0)).toBe(backtested.overall.n)
  }
  expect(backtested.families.map(({ key }) => key)).toEqual([
    'yieldmax-single',
    'yieldmax-portfolio',
    'graniteshares',
    'roundhill-weeklypay',
    'roundhill-other',
    'defiance'
  ])
  // The archive has every year, the newest first, and its skill is that of the summary.
  const [newest, ...earlier] = backtested.years
  expect(newest).toMatchObject({ key: '2026', skill: backtested.verification?.overall.skill })
  expect(earlier.map(({ key }) => Number(key))).toEqual(earlier.map((_, i) => 2025 - i))
  expect(backtested.worst).toHaveLength(5)
})

test('every fund with an estimate has its own row, because its card links to it', async () => {
  const names = new Set((await loadAccuracy()).backtested?.funds.map(({ name }) => name))
  const rows = await api.db
    .selectFrom('estimate')
    .select('symbol')
    .where('status', '=', 'estimated')
    .execute()
  expect(rows.filter(({ symbol }) => !names.has(symbol))).toEqual([])
})

test('card, reasons and record agree on confidence, counts and range of every fund', async () => {
  const { confidence } = await loadAccuracy()
  const backtested = listScored(await findRecord(api.db), 'replayed')
  const stocks = (await findAnswers(api.db)).flatMap((row) => {
    const outcome = toStockOutcome(row)
    return outcome.status === 'estimated' ? [outcome.stock] : []
  })
  expect(stocks.length).toBeGreaterThan(50)
  expect(Object.keys(confidence).sort()).toEqual(stocks.map(({ symbol }) => symbol).sort())
  for (const { symbol, weight, low, high, reasons } of stocks) {
    expect(confidence[symbol], symbol).toBe(weight)
    const text = reasons.join(' ')
    expect(text, symbol).toContain(`Confidence: ${percent(weight, 0)}. `)
    expect(text, symbol).toContain(
      text.includes('range of')
        ? `The range of ${dollars(low)} to ${dollars(high)}`
        : `between ${dollars(low)} and ${dollars(high)}.`
    )
    const [, close, count] = /%\. (\d+) of our last (\d+) \w+ estimates/.exec(text) ?? []
    if (count === undefined) continue
    const latest = backtested.filter((row) => row.symbol === symbol).slice(-Number(count))
    // The record holds amounts rounded to 0.0001, which may change the result for an error of 10 %.
    const within = (slack: number) =>
      latest.filter(({ amount, actual }) => Math.abs(amount - actual) <= 0.1 * actual + slack).length
    expect(Number(close), symbol).toBeGreaterThanOrEqual(within(-0.000_05))
    expect(Number(close), symbol).toBeLessThanOrEqual(within(0.000_05))
  }
})

test('the worked example matches the stored estimate, and its figures add up', async () => {
  const { stock, payments, rules, entries, figures } = await loadExample()
  const stored = await api.db
    .selectFrom('estimate')
    .selectAll()
    .where('symbol', '=', 'MSTY')
    .executeTakeFirst()
  expect(stock).toMatchObject({
    symbol: 'MSTY',
    dividend: stored?.amount,
    next_ex_date: stored?.next_ex_date
  })
  expect(rules[0]).toMatchObject({ rule: stored?.rule, isLeading: true })
  // 0.2979 over the close of May 26, two sessions before May 28 (data/prices.csv: 22.77).
  expect(payments[0]).toMatchObject({ exDate: '2026-05-28', amount: 0.2979, price: 22.77 })
  expect(payments[0]?.yieldPercent).toBeCloseTo(1.3083, 4)
  expect(rules.length).toBeGreaterThan(3)
  expect(rules.filter(({ isLeading }) => isLeading)).toHaveLength(1)
  const amounts = rules.map(({ amount }) => amount)
  expect(stock.dividend).toBeGreaterThanOrEqual(Math.min(...amounts))
  expect(stock.dividend).toBeLessThanOrEqual(Math.max(...amounts))
  for (const { sentence, amount } of rules) expect(sentence).toContain(amount.toFixed(4))
  expect(entries.map(({ exDate }) => exDate)).toEqual(
    entries
      .map(({ exDate }) => exDate)
      .toSorted()
      .toReversed()
  )
  expect(figures).toEqual(
    (await loadAccuracy()).backtested?.funds.find(({ name }) => name === 'MSTY')?.figures
  )
})

test('the method page lists funds without an estimate, with the reason', async () => {
  const page = await pages.load(api.db, '/method')
  if (page?.kind !== 'method') throw new Error('the method is of another kind')
  expect(page.estimated + page.silent.length).toBe(66)
  expect(page.silent.map(({ symbol }) => symbol)).toContain('FEAT')
})

test('an empty database has neither page; a database with prices but no estimates has both', async () => {
  const empty = await startApi({ content: 'tables' })
  expect(await pages.load(empty.db, '/accuracy')).toBeNull()
  await empty.db.insertInto('fund').values(makeFund()).execute()
  await empty.db
    .insertInto('price')
    .values({ symbol: 'MSTY', date: '2026-05-29', close: 20, basis: 'stored' })
    .execute()
  expect(await pages.load(empty.db, '/accuracy')).toMatchObject({ backtested: null, live: null, waiting: 0 })
  expect(await pages.load(empty.db, '/method')).toMatchObject({ example: null, estimated: 0 })
  await empty.close()
})

test('a scorer of its own on hub.csv and the payments gives our weighted interval scores', async () => {
  const hub = await pages.load(api.db, recordHubPath)
  if (hub?.kind !== 'csv') throw new Error('hub.csv is of another kind')
  const record: Record<string, string>[] = parse(String((await api.get(recordCsvPath)).body), {
    columns: true
  })
  const paid = record.filter(({ counts, actual }) => counts === 'yes' && actual !== '')
  const observed = new Map(
    paid.map(({ symbol, paid_ex_date, actual }) => [`${symbol} ${paid_ex_date}`, actual])
  )
  const rows: Record<string, string>[] = parse(hub.csv, { columns: true })
  expect(
    rows.every(
      ({ output_type, model_id }) =>
        `${output_type} ${model_id}` === 'quantile doubloon-backtested' || model_id === 'doubloon-live'
    )
  ).toBe(true)
  expect(rows.find(({ model_id }) => model_id === 'doubloon-live')).toMatchObject({
    reference_date: '2026-05-29'
  })
  // The mean of twice the quantile scores (Bracher et al. 2021, equation 3), relative to the payment.
  const scores = new Map<string, number>()
  for (const { location, target_end_date, output_type_id, value, horizon, reference_date } of rows) {
    expect(Date.parse(target_end_date ?? '') - Date.parse(reference_date ?? '')).toBe(
      Number(horizon) * 86_400_000
    )
    const payment = `${location} ${target_end_date}`
    const [actual, level] = [Number(observed.get(payment)), Number(output_type_id)]
    if (!observed.has(payment) || actual === 0) continue
    const miss = actual - Number(value)
    const score = (2 / 7) * Math.max(level * miss, (level - 1) * miss)
    scores.set(payment, (scores.get(payment) ?? 0) + score / actual)
  }
  const { verification } = (await loadAccuracy()).backtested ?? {}
  const same = (verification?.funds ?? []).filter(({ key, figures }) => {
    const own = [...scores].filter(([payment]) => payment.startsWith(`${key} ${verification?.year}`))
    // Payments of young funds and those without a price are in the file, but have no simple rule to compare with.
    if (own.length !== figures.n) return false
    const mean = own.reduce((sum, [, score]) => sum + Math.min(3, score), 0) / own.length
    expect(mean, key).toBeCloseTo(figures.score, 9)
    return true
  })
  expect(same.length).toBeGreaterThan(55)
})
