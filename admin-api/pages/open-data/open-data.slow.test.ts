import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import type { FundData } from '../../contract/open-data.ts'
import { writeTransaction } from '../../platform/database/write-transaction.ts'
import { startApi } from '../../testing/api.ts'
import { forAllTests } from '../../testing/fixtures.ts'
import { pages } from '../../testing/pages.ts'
import { readQueuedPaths } from '../../testing/read-queued-paths.ts'

const api = forAllTests(() => startApi())

async function loadFund(ticker: string): Promise<FundData> {
  const page = await pages.load(api.db, `/data/${ticker}.json`)
  if (page?.kind !== 'fund-data') throw new Error(`${ticker} has no data`)
  return page.data
}

/** Rows of `/data/NAME.csv`. */
async function loadCsv(name: string): Promise<Record<string, string>[]> {
  const page = await pages.load(api.db, `/data/${name}.csv`)
  if (page?.kind !== 'csv') throw new Error(`there is no ${name}.csv`)
  return parse(page.csv, { columns: true, record_delimiter: '\r\n' })
}

test('the files have the estimate that a search returns', async () => {
  const { body } = await api.post('/api/stock/search', { symbol: 'MSTY' })
  const { estimate, as_of, no_estimate } = await loadFund('msty')
  expect(body).toMatchObject({
    dividend: estimate?.amount,
    low: estimate?.low,
    high: estimate?.high,
    next_ex_date: estimate?.ex_date,
    next_pay_date: estimate?.pay_date,
    as_of
  })
  expect(no_estimate).toBeNull()
  const { cut = 0, same = 0, raise = 0 } = estimate?.change_chances ?? {}
  expect(body).toMatchObject({ change_chances: { cut, same, raise } })
  expect(cut + same + raise).toBeCloseTo(1, 9)
  expect((await loadCsv('funds')).find(({ symbol }) => symbol === 'MSTY')).toMatchObject({
    cut_chance: String(cut),
    same_chance: String(same),
    raise_chance: String(raise)
  })
  const all = await pages.load(api.db, '/data/funds.json')
  if (all?.kind !== 'funds-data') throw new Error('/data/funds.json has another kind')
  expect(all.data.funds).toHaveLength(66)
  expect(all.data.funds.find(({ symbol }) => symbol === 'MSTY')).toMatchObject({
    estimate,
    data: '/data/msty.json',
    payments_csv: '/data/msty-payments.csv'
  })
})

/** data/dividends.csv, data/prices.csv and data/splits.csv: MSTY had a 1-for-5 reverse split on December 8, 2025. */
test('a fund has the payments, closes and splits of data/', async () => {
  const { payments, closes, splits } = await loadFund('msty')
  const rows = await api.db.selectFrom('payment').selectAll().where('symbol', '=', 'MSTY').execute()
  expect(payments).toHaveLength(rows.length)
  expect(payments.map(({ ex_date }) => ex_date)).toEqual(rows.map(({ ex_date }) => ex_date).sort())
  expect(splits).toEqual([{ date: '2025-12-08', old_shares: 5, new_shares: 1, is_inferred: false }])
  expect((await loadFund('amdy')).splits[0]?.is_inferred).toBe(true)
  expect(closes.at(-1)?.date).toBe('2026-05-29')
  // Before the split a share was worth a fifth of today's.
  const [first] = payments
  expect(first?.amount).toBeCloseTo((first?.amount_as_paid ?? 0) * 5, 5)
})

test('past estimates are on the share basis of the payments, with their real errors', async () => {
  for (const ticker of ['msty', 'ulty', 'tsly']) {
    const { payments, past_estimates } = await loadFund(ticker)
    expect(past_estimates.length).toBeGreaterThan(40)
    for (const past of past_estimates) {
      const payment = payments.find(({ ex_date }) => ex_date === past.ex_date)
      expect(past.actual, `${ticker} ${past.ex_date}`).toBe(payment?.amount)
      if (Math.abs(past.error_percent) === 300) continue
      const error = (100 * (past.amount - past.actual)) / past.actual
      // Amounts have 4 decimals, so they are off by half of the last one at most; rebased closes have 4 decimals,
      // too.
      expect(Math.abs(past.error_percent - error)).toBeLessThan(0.05 + 0.01 / past.actual)
    }
  }
})

test('a fund whose payments are missing is not called closed, and keeps its file', async () => {
  const { state, state_since, estimate, no_estimate, payments } = await loadFund('feat')
  expect([state, state_since, estimate]).toEqual(['open', null, null])
  expect(no_estimate).toContain('Payments of FEAT are missing here')
  expect(payments.length).toBeGreaterThan(0)
})

test('the CSV has the payments of the JSON', async () => {
  for (const ticker of ['msty', 'feat']) {
    const { symbol, payments } = await loadFund(ticker)
    const asText = payments.map(
      ({ amount, amount_as_paid, is_residual, return_of_capital: roc, ...days }) => ({
        symbol,
        ...days,
        amount: String(amount),
        amount_as_paid: amount_as_paid === null ? '' : String(amount_as_paid),
        is_residual: is_residual ? 'yes' : 'no',
        roc_percent: String(roc?.percent ?? ''),
        roc_kind: roc?.kind ?? 'unknown',
        roc_of: roc?.of ?? ''
      })
    )
    expect(await loadCsv(`${ticker}-payments`)).toEqual(asText)
  }
})

test('a former symbol has the same file, and new figures update it', async () => {
  await api.db
    .insertInto('former_symbol')
    .values({ symbol: 'OLDY', present: 'MSTY', renamed_on: '2026-01-05' })
    .execute()
  expect(await loadFund('oldy')).toEqual(await loadFund('msty'))
  expect((await loadFund('oldy')).former_symbols).toEqual(['OLDY'])
  expect(await loadCsv('oldy-payments')).toEqual(await loadCsv('msty-payments'))
  expect(await pages.list(api.db)).toEqual(expect.arrayContaining(['/data/oldy.json', '/oldy']))
  expect(await pages.load(api.db, '/data/none.json')).toBeNull()
  await api.db.deleteFrom('page_change').execute()
  const symbols = new Set(['MSTY'])
  await writeTransaction(api.db, (trx) => pages.queueChange(trx, { kind: 'figures', symbols }, new Date()))
  const queued = (await readQueuedPaths(api.db)).filter((path) => /^\/data\/[^/]+$/.test(path))
  expect(queued.sort()).toEqual([
    '/data/fleet-funds.json',
    '/data/funds.csv',
    '/data/funds.json',
    '/data/msty-payments.csv',
    '/data/msty.json',
    '/data/oldy-payments.csv',
    '/data/oldy.json',
    '/data/upcoming.csv'
  ])
})

test('the comparison has the data of well-known funds and is rendered again when one of them changes', async () => {
  const page = await pages.load(api.db, '/compare')
  if (page?.kind !== 'compare') throw new Error('/compare has another kind')
  expect(page.funds).toEqual(await Promise.all(['msty', 'cony', 'ulty'].map(loadFund)))
  const isQueuedFor = async (symbol: string) => {
    await api.db.deleteFrom('page_change').execute()
    const change = { kind: 'figures', symbols: new Set([symbol]) } as const
    await writeTransaction(api.db, (trx) => pages.queueChange(trx, change, new Date()))
    return (await readQueuedPaths(api.db)).includes('/compare')
  }
  expect([await isQueuedFor('ULTY'), await isQueuedFor('XDTE')]).toEqual([true, false])
})

test('a corrected ex-date basis or split updates the files', async () => {
  const { db, refresh, close } = await startApi({ content: ['MSTY', 'QQQT', 'XDTE'] })
  await refresh()
  await db
    .updateTable('dividend_history')
    .set({ ex_date_basis: 'derived' })
    .where('symbol', '=', 'XDTE')
    .execute()
  expect(await refresh()).toEqual(['XDTE'])
  await db.updateTable('split').set({ new_shares: 2 }).where('symbol', '=', 'MSTY').execute()
  expect(await refresh()).toEqual(['MSTY'])
  await close()
})
