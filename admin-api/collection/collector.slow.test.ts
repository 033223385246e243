import { beforeEach, expect, test } from 'vitest'
import { readFactsOfFund, readSymbols } from '../../data/read-facts.ts'
import { addDays } from '../market-days/days.ts'
import { readMeta } from '../platform/database/meta.db.ts'
import { startApi } from '../testing/api.ts'
import { makeMarket, reportStored } from '../testing/fake-market.ts'
import { forEachTest } from '../testing/fixtures.ts'
import { readQueuedPaths } from '../testing/read-queued-paths.ts'
import { createEmbeddedMarketData, embeddedMarketData } from './sources/embedded.ts'
import type { CollectedFund } from './sources/market-data.ts'

/** Friday after the close, a week after the newest stored day. */
const friday = new Date('2026-06-05T21:00:00Z')
let now = friday

let answers: Record<string, CollectedFund | Error>

const api = forEachTest(() => {
  answers = {}
  now = friday
  return startApi({
    content: ['MSTY', 'SMCY'],
    services: { market: makeMarket(answers), clock: () => now }
  })
})
beforeEach(async () => {
  await api.db.deleteFrom('page_change').execute()
  answers['MSTY'] = await reportStored(api.db, 'MSTY')
  answers['SMCY'] = await reportStored(api.db, 'SMCY')
})

test('embedded figures are collected fund by fund, without reading all of them', async () => {
  const requested: string[][] = []
  const market = createEmbeddedMarketData(
    () => {
      throw new Error('all figures were read')
    },
    () => '',
    {
      readSymbols,
      readFactsOfFund: (...fund) => {
        requested.push(fund)
        return readFactsOfFund(...fund)
      }
    }
  )
  const { prices, payments } = await market.collectFund('MSTY', '2026-06-01')
  const own = embeddedMarketData.readFacts()
  const isRecent = (row: { symbol: string }, day: string) => row.symbol === 'MSTY' && day >= '2026-06-01'
  expect(prices).toHaveLength(own.prices.filter((row) => isRecent(row, row.date)).length)
  expect(payments).toHaveLength(own.dividends.filter((row) => isRecent(row, row.ex_date)).length)
  expect(requested).toEqual([['MSTY', '2026-06-01']])
})

const collect = async (symbol = 'MSTY') => (await api.services.collector.collectOne(symbol)).entry

/** Payment and close of MSTY on its next regular day, at the rate of the week before. */
function addNews({ amount = 0.3, close = 20.1, exDate = '2026-06-04' } = {}): void {
  const fetched = answers['MSTY']
  if (fetched === undefined || fetched instanceof Error) throw new Error('MSTY is answered by beforeEach')
  answers['MSTY'] = {
    ...fetched,
    prices: [...fetched.prices, { date: '2026-06-01', close: 20 }, { date: '2026-06-04', close }],
    payments: [...fetched.payments, { exDate, payDate: null, amount }]
  }
}

async function readPayment(exDate: string) {
  return api.db
    .selectFrom('dividend_history')
    .selectAll()
    .where('symbol', '=', 'MSTY')
    .where('ex_date', '=', exDate)
    .executeTakeFirst()
}

async function readEntries(kind: 'estimate' | 'payment') {
  return api.db.selectFrom('manual_entry').selectAll().where('kind', '=', kind).orderBy('id').execute()
}

async function readLogs() {
  return api.db.selectFrom('admin_log').selectAll().orderBy('id').execute()
}

test('unchanged data changes no figure and leaves the estimate as a pending entry', async () => {
  const entry = await collect()
  const estimate = await api.db
    .selectFrom('estimate')
    .selectAll()
    .where('symbol', '=', 'MSTY')
    .executeTakeFirstOrThrow()
  expect(entry).toMatchObject({
    symbol: 'MSTY',
    kind: 'estimate',
    status: 'pending',
    collection_date: '2026-06-05',
    estimated_amount: estimate.amount,
    ex_date: estimate.next_ex_date,
    payment_date: estimate.next_pay_date,
    frequency: 'WEEKLY'
  })
  expect(await readQueuedPaths(api.db)).toEqual([])
  expect(await readMeta(api.db, 'market-data')).toBe('Public records')
})

test('a new payment and new closes are stored, used for the estimate and shown', async () => {
  addNews()
  const entry = await collect()
  expect(await readPayment('2026-06-04')).toMatchObject({
    amount: 0.3,
    payment_date: '2026-06-05',
    payment_date_basis: 'derived',
    sources: 'Test market'
  })
  expect(entry.ex_date).toBe('2026-06-11')
  expect(await readQueuedPaths(api.db)).toContain('/msty')
  expect(await readMeta(api.db, 'market-data')).toBe('Test market')
})

test('collecting twice stores nothing twice and replaces the pending entry', async () => {
  addNews()
  const first = await collect()
  await api.db.deleteFrom('page_change').execute()
  const second = await collect()
  expect(second.id).toBe(first.id)
  expect(await readEntries('estimate')).toHaveLength(1)
  expect(await readQueuedPaths(api.db)).toEqual([])
})

test('an odd payment is quarantined once with its reason, is not published, and survives an edit', async () => {
  addNews({ amount: 6 })
  await collect()
  const [held] = await readEntries('payment')
  expect(held).toMatchObject({ ex_date: '2026-06-04', payment_date: '2026-06-05', amount: 6 })
  // The fund page mentions it.
  expect(await readQueuedPaths(api.db)).toContain('/msty')
  expect(held?.reason).toMatch(
    /^MSTY usually pays about \$0\.\d{4} for 7 days; \$6\.0000 is reported for the ex-date June 4, 2026, /
  )
  expect(await readPayment('2026-06-04')).toBeUndefined()

  await api.db
    .updateTable('manual_entry')
    .set({ payment_date: '2026-06-08', ex_date: '2026-06-05' })
    .where('kind', '=', 'payment')
    .execute()
  await collect()
  expect(await readEntries('payment')).toMatchObject([{ id: held?.id, payment_date: '2026-06-08' }])
  expect((await readLogs()).filter(({ action }) => action === 'DATA_INCONSISTENCY')).toHaveLength(1)

  await deleteEntry(held?.id)
  await collect()
  const again = (await readEntries('payment')).at(-1)
  expect(again?.reason).toBe(`${held?.reason} It was quarantined before, and deleted.`)

  // A payment deleted once is never accepted automatically.
  const sentences = (await readLogs())
    .filter(({ action }) => action === 'DATA_INCONSISTENCY')
    .map(({ message }) => message)
    .toSorted()
  expect(sentences).toEqual([
    `Quarantined for you to decide: ${again?.reason}`,
    `Quarantined: ${held?.reason} It is accepted automatically once something confirms it, or you can decide now.`
  ])

  correctNews(0.3)
  await collect()
  expect(await readStatuses()).toEqual(['rejected', 'superseded'])
  expect(await readPayment('2026-06-04')).toMatchObject({ amount: 0.3 })
})

test("clearing the log doesn't delete decisions", async () => {
  addNews({ amount: 6 })
  await collect()
  const [held] = await readEntries('payment')
  await deleteEntry(held?.id)
  await api.db.deleteFrom('admin_log').execute()
  await collect()
  expect((await readEntries('payment')).at(-1)?.reason).toContain('It was quarantined before, and deleted.')
})

test('an approval is still known after its entry was deleted', async () => {
  addNews({ amount: 6 })
  await collect()
  const [held] = await readEntries('payment')
  await api.post(
    `/api/admin/manual-entries/${held?.id}/approve`,
    { confirm_unusual: true },
    await api.signIn()
  )
  await deleteEntry(held?.id)
  correctNews(5)
  await collect()
  expect(await readStatuses()).toEqual(['cleared', 'pending'])
  const again = (await readEntries('payment')).at(-1)
  expect(again?.reason).toBe(
    'The payment of MSTY with ex-date June 4, 2026 is reported as $5.0000, but $6.0000 is stored. $6.0000 was approved for this day before.'
  )
})

test('an amount corrected by the operator stays although the source still reports the wrong one', async () => {
  addNews({ amount: 6 })
  await collect()
  const [held] = await readEntries('payment')
  const path = `/api/admin/manual-entries/${held?.id}/approve`
  expect(await api.post(path, { amount: 0.3 }, await api.signIn())).toMatchObject({ status: 200 })
  await collect()
  await collect()
  expect(await readPayment('2026-06-04')).toMatchObject({
    amount: 0.3,
    sources: 'held back, corrected by the operator'
  })
  expect(await readStatuses()).toEqual(['rejected', 'approved'])
  expect((await readEntries('payment')).at(-1)?.reason).toBe(
    `$6.0000 was reported and corrected to $0.3000. ${held?.reason}`
  )
  // A third amount is quarantined again.
  correctNews(5)
  await collect()
  expect(await readStatuses()).toEqual(['rejected', 'approved', 'pending'])
})

test('a quarantined payment with a new amount becomes a new entry, so nobody approves unseen figures', async () => {
  addNews({ amount: 6 })
  await collect()
  correctNews(7)
  await collect()
  expect(await readStatuses()).toEqual(['superseded', 'pending'])
  const [old] = await readEntries('payment')
  const operator = await api.signIn()
  const { body } = await api.get('/api/admin/manual-entries', operator)
  expect(body).toMatchObject({ entries: [{ kind: 'payment', actual_dividend: 7 }, { kind: 'estimate' }] })
  const answer = await api.post(`/api/admin/manual-entries/${old?.id}/approve`, {}, operator)
  expect(answer).toMatchObject({ status: 404, body: { message: 'This entry no longer exists.' } })
})

test("approving a quarantined payment two days from another one doesn't change the other", async () => {
  addNews()
  await collect()
  const answer = answers['MSTY']
  if (answer === undefined || answer instanceof Error) throw new Error('MSTY is answered by beforeEach')
  const second = { exDate: '2026-06-02', payDate: null, amount: 0.29 }
  answers['MSTY'] = { ...answer, payments: [...answer.payments, second] }
  await collect()
  const [held] = await readEntries('payment')
  expect(held).toMatchObject({ ex_date: '2026-06-02', ex_date_basis: 'source' })
  await api.post(`/api/admin/manual-entries/${held?.id}/approve`, {}, await api.signIn())
  expect(await readPayment('2026-06-04')).toMatchObject({ amount: 0.3 })
  expect(await readPayment('2026-06-02')).toMatchObject({ amount: 0.29, payment_date: '2026-06-03' })
})

async function deleteEntry(id: number | undefined): Promise<void> {
  await api.send('DELETE', `/api/admin/manual-entries/${id}`, {}, await api.signIn())
}

async function readStatuses(): Promise<string[]> {
  return (await readEntries('payment')).map(({ status }) => status)
}

function correctNews(amount: number): void {
  const fetched = answers['MSTY']
  if (fetched === undefined || fetched instanceof Error) throw new Error('MSTY is answered by beforeEach')
  const payments = fetched.payments.map((payment) =>
    payment.exDate === '2026-06-04' ? { ...payment, amount } : payment
  )
  answers['MSTY'] = { ...fetched, payments }
}

test('a stored payment reported with another amount is quarantined with both figures', async () => {
  const stored = await readPayment('2026-05-28')
  const fetched = await reportStored(api.db, 'MSTY')
  answers['MSTY'] = {
    ...fetched,
    payments: fetched.payments.map((payment) =>
      payment.exDate === '2026-05-28' ? { ...payment, amount: payment.amount * 1.01 } : payment
    )
  }
  await collect()
  const [held] = await readEntries('payment')
  expect(held?.reason).toContain(`but $${stored?.amount?.toFixed(4)} is stored`)
  expect((await readPayment('2026-05-28'))?.amount).toBe(stored?.amount)
})

test('a contradiction is settled once the source confirms the stored payment, however old', async () => {
  const stored = await reportStored(api.db, 'MSTY')
  const prices = [...stored.prices, { date: '2026-07-10', close: 20 }]
  const payments = stored.payments.map((payment, i) => (i === 0 ? { ...payment, amount: 12.34 } : payment))
  now = new Date('2026-07-10T21:00:00Z')
  answers['MSTY'] = { ...stored, prices, payments }
  await collect()
  expect(await readEntries('payment')).toMatchObject([{ status: 'pending', amount: 12.34 }])

  // Its newest close is from July, the payment from May.
  answers['MSTY'] = { ...stored, prices }
  await collect()
  expect(await readEntries('payment')).toMatchObject([{ status: 'superseded' }])
})

test('implied volatility replaces realized volatility', async () => {
  const fetched = await reportStored(api.db, 'MSTY')
  answers['MSTY'] = { ...fetched, impliedVolatility: 0.9 }
  const entry = await collect()
  expect(entry.implied_volatility).toBe(0.9)
  const estimate = await api.db
    .selectFrom('estimate')
    .selectAll()
    .where('symbol', '=', 'MSTY')
    .executeTakeFirstOrThrow()
  expect(estimate.volatility_source).toBe('options')
  const yearlyYield = ((estimate.amount ?? 0) * 52) / (estimate.price ?? 1)
  expect(estimate.k_factor).toBeCloseTo(yearlyYield / 0.9, 2)
})

test('a response without a valid close is refused completely, with one sentence', async () => {
  const fetched = await reportStored(api.db, 'MSTY')
  answers['MSTY'] = { ...fetched, prices: [{ date: '2026-06-01', close: Number.NaN }] }
  await expect(collect()).rejects.toThrow(
    "The data reported for MSTY can't be right: the close of June 1, 2026 is NaN."
  )
  expect(await readEntries('estimate')).toEqual([])
})

test("a failing fund doesn't stop the others of its group", async () => {
  const outcome = await api.services.collector.collectGroup('yieldmax-group-d')
  expect(outcome.results.map(({ ticker }) => ticker)).toEqual(['MSTY', 'SMCY'])
  expect(outcome.errors).toContainEqual({ ticker: 'AMZY', message: 'AMZY is not reported.' })
  expect(outcome.errors).toHaveLength(7)
  const logs = await readLogs()
  expect(logs.at(-1)).toMatchObject({
    level: 'ERROR',
    action: 'BULK_OPERATION',
    category: 'MANUAL_ENTRY',
    message:
      'Collected YieldMax Group D: 2 funds estimated, 7 failed; 0 new closes, 0 new payments, 0 quarantined.'
  })
  expect(logs.filter(({ symbol }) => symbol === 'AMZY')).toHaveLength(1)
})

test('collecting a fund without an estimate fails with the reason', async () => {
  answers['FEAT'] = await reportStored(api.db, 'FEAT')
  await expect(collect('FEAT')).rejects.toThrow(
    /^Payments of FEAT are missing here: .* so there is no estimate\.$/
  )
})

test('an open fund without an expected payment is no failure', async () => {
  await api.db.deleteFrom('dividend_history').where('symbol', '=', 'SMCY').execute()
  const stored = await reportStored(api.db, 'SMCY')
  answers['SMCY'] = { ...stored, payments: [] }
  await api.refresh()
  const outcome = await api.services.collector.collectGroup('yieldmax-group-d')
  const message = 'No payment of SMCY is known, so there is no estimate.'
  expect(outcome.no_estimate).toEqual([{ ticker: 'SMCY', message }])
  expect(outcome.errors.map(({ ticker }) => ticker)).not.toContain('SMCY')
  const logs = await readLogs()
  expect(logs.filter(({ symbol, level }) => symbol === 'SMCY' && level === 'ERROR')).toEqual([])
  expect(logs.at(-1)?.message).toContain('7 failed, 1 without an estimate (SMCY); ')
  await expect(collect('SMCY')).rejects.toThrow(message)
  expect((await readLogs()).at(-1)).toMatchObject({ level: 'INFO', symbol: 'SMCY' })
})

test('a storage failure rolls back only its own fund', async () => {
  addNews()
  const fetched = await reportStored(api.db, 'SMCY')
  // Two splits on one day have the same key, so storing the second fails.
  const split = { date: '2026-05-20', oldShares: 2, newShares: 1 }
  const back = { date: '2026-05-20', oldShares: 1, newShares: 2 }
  answers['SMCY'] = {
    ...fetched,
    prices: [...fetched.prices, { date: '2026-06-01', close: fetched.prices.at(-1)?.close ?? 1 }],
    splits: [split, back]
  }
  const { results, errors } = await api.services.collector.collectGroup('yieldmax-group-d')
  expect(results.map(({ ticker }) => ticker)).toEqual(['MSTY'])
  expect(errors.find(({ ticker }) => ticker === 'SMCY')?.message).toContain('could not be stored')
  expect(api.logged.join()).toMatch(/unique constraint/i)
  const stored = await api.db.selectFrom('split').select('date').where('symbol', '=', 'SMCY').execute()
  expect(stored).toEqual([])
})

test('a stopping service discards requests in progress', async () => {
  addNews()
  const collecting = api.services.collector.collectGroup('yieldmax-group-d')
  const refused = expect(collecting).rejects.toThrow('The service is stopping, so nothing was collected.')
  await api.services.collector.stop()
  await refused
  expect(await readPayment('2026-06-04')).toBeUndefined()
})

test("news of one fund doesn't make the others look inactive", async () => {
  const fetched = answers['MSTY']
  if (fetched === undefined || fetched instanceof Error) throw new Error('MSTY is answered by beforeEach')
  // Nearly half a year later, with a payment every week since.
  const weeks = Array.from({ length: 25 }, (_, week) => addDays('2026-06-04', 7 * week))
  now = new Date('2026-11-27T21:00:00Z')
  answers['MSTY'] = {
    ...fetched,
    prices: [...fetched.prices, ...weeks.map((date) => ({ date, close: 20 }))],
    payments: [...fetched.payments, ...weeks.map((exDate) => ({ exDate, payDate: null, amount: 0.3 }))]
  }
  await collect()
  const rows = await api.db.selectFrom('estimate').select(['symbol', 'status', 'as_of']).execute()
  expect(rows.find(({ symbol }) => symbol === 'SMCY')).toMatchObject({
    status: 'estimated',
    as_of: '2026-05-29'
  })
  expect(rows.find(({ symbol }) => symbol === 'MSTY')?.as_of).toBe('2026-11-19')
})
