// Shows the same on any database.
import { beforeEach, expect, test, vi } from 'vitest'
import { loadCalendar } from '../calendar/load-calendar-page.ts'
import { findComingPaymentsOf } from '../estimates/coming-payments.db.ts'
import { findAnswers } from '../estimates/estimates.db.ts'
import { toStockOutcome } from '../estimates/stock-outcome.ts'
import { startNotifier } from '../notifications/notifier.ts'
import { findLeadTimes } from '../payments/first-seen.db.ts'
import { startApi } from '../testing/api.ts'
import { makeMarket, reportStored } from '../testing/fake-market.ts'
import { forEachTest } from '../testing/fixtures.ts'
import { makePayment } from '../testing/make.ts'
import { makeDividends, type NasdaqDividend, startNasdaq } from '../testing/nasdaq-server.ts'
import { startPushBrowser } from '../testing/push-browser.ts'
import { quickLease } from '../testing/quick-lease.ts'
import type { CollectedFund } from './sources/market-data.ts'

/** MSTY went ex on Thursdays and paid about 0.30, last on May 28, 2026. */
const evenings = {
  tuesday: new Date('2026-06-02T22:15:00Z'),
  wednesday: new Date('2026-06-03T22:15:00Z'),
  thursday: new Date('2026-06-04T22:15:00Z'),
  friday: new Date('2026-06-05T22:15:00Z')
}

const hourMs = 3_600_000

let now: Date
let answers: Record<string, CollectedFund>
let base: CollectedFund

const fixture = forEachTest(() => startNasdaq())
const browser = forEachTest(startPushBrowser)
const api = forEachTest(() => {
  answers = {}
  now = evenings.tuesday
  return startApi({
    content: ['MSTY'],
    services: {
      market: makeMarket(answers),
      secondSource: fixture.nasdaq.second,
      clock: () => now,
      pushHosts: [browser.host]
    }
  })
})
beforeEach(async () => {
  await api.db
    .updateTable('fund')
    .set({ state: 'retired', state_since: '2026-06-01', state_cause: 'operator' })
    .where('symbol', '!=', 'MSTY')
    .execute()
  base = await reportStored(api.db, 'MSTY')
})

/** Nasdaq's payment of MSTY with ex-date June 4. */
const declared: NasdaqDividend = {
  exDate: '2026-06-04',
  amount: 0.3,
  declaredOn: '2026-06-03',
  payDate: '2026-06-05'
}
const redirect = { status: 302, headers: { location: 'https://elsewhere.example/' }, body: '' }

/** All funds are collected on this evening; the sources report these payments of MSTY, or the second one is broken. */
async function collect(
  at: Date,
  payments: readonly [string, number][],
  rows: readonly NasdaqDividend[] | 'broken'
) {
  now = at
  const day = at.toISOString().slice(0, 10)
  answers['MSTY'] = {
    ...base,
    prices: [...base.prices, { date: day, close: base.prices.at(-1)?.close ?? 1 }],
    payments: [...base.payments, ...payments.map(([exDate, amount]) => ({ exDate, amount, payDate: null }))]
  }
  fixture.wait(hourMs)
  fixture.dividends.splice(0, fixture.dividends.length, rows === 'broken' ? redirect : makeDividends(rows))
  await api.services.collector.collectGroup('all')
}

const readPaid = () =>
  api.db
    .selectFrom('payment')
    .select(['ex_date', 'amount', 'sources', 'agreement'])
    .where('symbol', '=', 'MSTY')
    .where('ex_date', '>', '2026-05-28')
    .execute()

const readQuarantined = () =>
  api.db
    .selectFrom('manual_entry')
    .select(['status', 'reason', 'contradicted_by'])
    .where('kind', '=', 'payment')
    .orderBy('id')
    .execute()

/** The figures of the estimate card. */
async function readStock() {
  const [row] = await findAnswers(api.db, ['MSTY'])
  const outcome = row && toStockOutcome(row)
  if (outcome?.status !== 'estimated') throw new Error('MSTY has no estimate')
  return outcome.stock
}

test('an announcement is timed when it is first seen, and sent within a minute, once, with its change', async () => {
  await collect(evenings.tuesday, [], [])
  expect(await findLeadTimes(api.db)).toEqual({ since: evenings.tuesday.toISOString(), leadTimes: [] })
  const { endpoint, keys } = browser
  await api.post('/api/notifications/subscribe', {
    ...keys,
    endpoint,
    funds: ['MSTY'],
    declared: true,
    own_by: false
  })
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const stopNotifier = startNotifier({
    ...api.services,
    contactEmail: 'ahoy@doubloon.example',
    leaseTimes: quickLease
  })
  try {
    await vi.advanceTimersByTimeAsync(1)
    const last = base.payments.at(-1)?.amount ?? 0
    const amount = Math.round(1.1 * last * 1e4) / 1e4
    const announced = { ...declared, amount }
    await collect(evenings.wednesday, [], [announced])
    // The notifier has just run, so this is the longest wait.
    await vi.advanceTimersByTimeAsync(59_000)
    await expect.poll(() => browser.received.length).toBe(1)
    const body = `MSTY $${amount.toFixed(4)} (+10.0%). Ex-date Thu, Jun 4.`
    expect(browser.received).toMatchObject([{ title: 'Payment announced', body }])
    // Stored as paid on the next evening, with the same amount.
    await collect(evenings.thursday, [['2026-06-04', amount]], [announced])
    await vi.advanceTimersByTimeAsync(120_000)
    expect(browser.received).toHaveLength(1)
    // From 6:15 p.m. on Wednesday to 9:30 a.m. on Thursday.
    expect((await findLeadTimes(api.db)).leadTimes).toMatchObject([
      { ex_date: '2026-06-04', amount, source_name: 'Nasdaq', hours: 15.3 }
    ])
  } finally {
    vi.useRealTimers()
    await stopNotifier()
  }
})

test('a payment that both sources report is stored even if odd, and the log has the reason', async () => {
  await collect(evenings.wednesday, [['2026-06-03', 3]], [{ ...declared, exDate: '2026-06-03', amount: 3 }])
  expect(await readPaid()).toEqual([
    { ex_date: '2026-06-03', amount: 3, sources: 'Test market; Nasdaq', agreement: 'yes' }
  ])
  // Marked, because both may be wrong.
  expect(await readQuarantined()).toMatchObject([{ status: 'pending', contradicted_by: null }])
  const { message } = await api.db
    .selectFrom('admin_log')
    .select('message')
    .where('action', '=', 'APPROVE')
    .executeTakeFirstOrThrow()
  expect(message).toContain('$3.0000, because Nasdaq reports the same. The ex-date June 3, 2026 of MSTY')
})

test('a disputed payment is quarantined with both figures, even if not odd or a source fails later', async () => {
  const sentence = 'MSTY, ex-date June 4, 2026: Test market reports $0.3000, Nasdaq $0.4500.'
  await collect(evenings.thursday, [['2026-06-04', 0.3]], [{ ...declared, amount: 0.45 }])
  expect(await readPaid()).toEqual([])
  expect(await readQuarantined()).toEqual([
    { status: 'pending', reason: sentence, contradicted_by: 'Nasdaq' }
  ])
  await collect(evenings.friday, [['2026-06-04', 0.3]], 'broken')
  await api.services.collector.collectOne('MSTY')
  expect(await readPaid()).toEqual([])
  expect(await readQuarantined()).toMatchObject([{ status: 'pending', reason: sentence }])
  await collect(evenings.friday, [['2026-06-04', 0.3]], [declared])
  expect(await readPaid()).toMatchObject([{ ex_date: '2026-06-04', amount: 0.3, agreement: 'yes' }])
  expect(await readQuarantined()).toMatchObject([{ status: 'superseded' }])
})

test('a quarantined payment records a contradiction and is accepted when the sources agree', async () => {
  await collect(evenings.wednesday, [['2026-06-03', 3]], [])
  expect(await readQuarantined()).toMatchObject([{ status: 'pending', contradicted_by: null }])
  const row = { ...declared, exDate: '2026-06-03' }
  await collect(evenings.thursday, [], [row])
  const [held] = await readQuarantined()
  expect(held).toMatchObject({ status: 'pending', contradicted_by: 'Nasdaq' })
  expect(held?.reason).toMatch(
    /^MSTY, ex-date June 3, 2026: Test market reports \$3\.0000, Nasdaq \$0\.3000\. /
  )
  await collect(evenings.friday, [], [{ ...row, amount: 3 }])
  expect(await readPaid()).toMatchObject([{ ex_date: '2026-06-03', amount: 3 }])
})

test('a payment that the operator deleted is not stored again, whichever source reports it', async () => {
  await collect(evenings.wednesday, [['2026-06-03', 3]], [])
  const { id } = await api.db
    .selectFrom('manual_entry')
    .select('id')
    .where('kind', '=', 'payment')
    .executeTakeFirstOrThrow()
  await api.send('DELETE', `/api/admin/manual-entries/${id}`, undefined, await api.signIn())
  await collect(evenings.thursday, [['2026-06-03', 3]], [{ ...declared, exDate: '2026-06-03', amount: 3 }])
  expect(await readPaid()).toEqual([])
  expect(await readQuarantined()).toMatchObject([{ status: 'rejected' }, { status: 'pending' }])
})

test('a payment missing from the second source has no effect; only full collections query that source', async () => {
  await collect(evenings.thursday, [['2026-06-04', 0.3]], [])
  expect(await readPaid()).toMatchObject([{ ex_date: '2026-06-04', sources: 'Test market' }])
  expect(fixture.asked).toHaveLength(1)
  await api.services.collector.collectOne('MSTY')
  expect(fixture.asked).toHaveLength(1)
})

test("a failure is one log line, doesn't stop the collection, and keeps declared payments", async () => {
  await collect(evenings.tuesday, [], [{ ...declared, amount: 0.31 }])
  await collect(evenings.wednesday, [], 'broken')
  expect(api.logged.filter((line) => line.includes('second source'))).toHaveLength(1)
  expect(api.logged.join()).toContain('Nasdaq redirects to another address.')
  expect(await readStock()).toMatchObject({ as_of: '2026-06-03', declared: { seen_on: '2026-06-02' } })
  const operator = await api.signIn()
  expect((await api.get('/api/admin/system/connections', operator)).body).toMatchObject({
    second_source: {
      status: 'degraded',
      detail:
        'Payments of MSTY could not be collected: Nasdaq redirects to another address. It was last queried on June 3, 2026; collection continues without it.'
    }
  })
  // /api/health reports the fault and stays ok.
  await api.db.deleteFrom('page_change').execute()
  expect((await api.get('/api/health')).body).toMatchObject({
    status: 'ok',
    reasons: [],
    second_source: expect.stringContaining('Nasdaq redirects')
  })
})

test.each([
  { name: 'a shifted decimal point', exDate: '2026-06-04', amount: 29.79, reason: '$29.7900' },
  { name: 'an ex-date on a Saturday', exDate: '2026-06-06', amount: 0.31, reason: 'a day without trading' },
  {
    name: 'an ex-date off the schedule',
    exDate: '2026-06-09',
    amount: 0.31,
    reason: 'June 9, 2026 of MSTY is'
  }
])("a declared payment with $name waits in Review and isn't shown", async ({ exDate, amount, reason }) => {
  await collect(evenings.tuesday, [], [{ ...declared, exDate, amount, payDate: '2026-06-10' }])
  expect(await readStock()).toMatchObject({ declared: null, next_ex_date: '2026-06-04' })
  const [waiting] = await readQuarantined()
  expect(waiting).toMatchObject({ status: 'pending', contradicted_by: null })
  expect(waiting?.reason).toContain(reason)
  // The list repeats it, which confirms nothing.
  await collect(evenings.wednesday, [], [{ ...declared, exDate, amount, payDate: '2026-06-10' }])
  expect(await readQuarantined()).toMatchObject([{ status: 'pending' }])
  expect(await readPaid()).toEqual([])
})

test('a capital gain that Yahoo may have counted twice: the reading of the second source is stored', async () => {
  const report = async (at: Date, listed: number) => {
    await collect(at, [], [{ ...declared, amount: listed }])
    const gain = { exDate: '2026-06-04', payDate: null, amount: 0.36, otherAmount: 0.42 }
    const { prices, payments } = answers['MSTY'] ?? base
    answers['MSTY'] = { ...base, prices, payments: [...payments, gain] }
    fixture.wait(hourMs)
    await api.services.collector.collectGroup('all')
    return (await readPaid()).map(({ amount, agreement }) => `${amount} ${agreement}`)
  }
  expect(await report(evenings.thursday, 0.36)).toEqual(['0.36 yes'])
  await api.db.deleteFrom('dividend_history').where('ex_date', '=', '2026-06-04').execute()
  expect(await report(evenings.friday, 0.42)).toEqual(['0.42 yes'])
  expect(await readQuarantined()).toEqual([])
})

test('a list that corrects an odd amount is shown with the corrected one', async () => {
  await collect(evenings.tuesday, [], [{ ...declared, amount: 29.79 }])
  await collect(evenings.wednesday, [], [{ ...declared, amount: 0.2979 }])
  expect(await readStock()).toMatchObject({ declared: { amount: 0.2979 } })
  expect(await readQuarantined()).toMatchObject([{ status: 'superseded' }])
})

test('an approved day stays, the day of a list waits in Review, and the payment is listed once', async () => {
  await collect(evenings.tuesday, [], [])
  await api.db
    .insertInto('dividend_history')
    .values({
      ...makePayment({ symbol: 'MSTY', ex_date: '2026-06-05', payment_date: '2026-06-08' }),
      amount: null,
      amount_as_paid: null,
      collection_date: '2026-06-02',
      sources: 'operator'
    })
    .execute()
  await collect(evenings.wednesday, [], [declared])
  expect(await readStock()).toMatchObject({ next_ex_date: '2026-06-05', own_by: '2026-06-04' })
  const days = (await findComingPaymentsOf(api.db, 'MSTY')).map(({ ex_date }) => ex_date)
  expect(days.filter((day) => day < '2026-06-09')).toEqual(['2026-06-05'])
  expect(await readQuarantined()).toHaveLength(1)
})

test('a declared payment is on the card and in the calendar until it is stored', async () => {
  await collect(evenings.tuesday, [], [])
  expect(await readStock()).toMatchObject({ declared: null, next_ex_date: '2026-06-04' })
  const before = await api.db
    .selectFrom('estimate')
    .selectAll()
    .where('symbol', '=', 'MSTY')
    .executeTakeFirst()
  // On a Wednesday, against its schedule.
  const row = { exDate: '2026-06-03', amount: 0.31, declaredOn: '2026-06-02', payDate: '2026-06-04' }
  await collect(evenings.tuesday, [], [row])
  expect(await readStock()).toMatchObject({
    dividend: Number(before?.amount?.toFixed(4)),
    declared: { amount: 0.31, declared_on: '2026-06-02', source: 'Nasdaq', seen_on: '2026-06-02' },
    next_ex_date: '2026-06-03',
    next_pay_date: '2026-06-04'
  })
  // The record has the method's own amount, with each ex-date that was shown.
  const frozen = await api.db
    .selectFrom('estimate_record')
    .select(['ex_date', 'amount'])
    .where('symbol', '=', 'MSTY')
    .where('origin', '=', 'live')
    .where('as_of', '=', '2026-06-02')
    .orderBy('version')
    .execute()
  expect(frozen).toEqual([
    { ex_date: '2026-06-04', amount: before?.amount },
    { ex_date: '2026-06-03', amount: before?.amount }
  ])
  const calendar = await loadCalendar(api.db)
  const ahead = calendar?.payments.filter(({ symbol, exDate }) => symbol === 'MSTY' && exDate > '2026-06-02')
  expect(ahead?.slice(0, 2)).toMatchObject([
    { exDate: '2026-06-03', isOnRecord: true, amount: 0.31, declaredBy: { source: 'Nasdaq' } },
    // Its amount follows from the fund's rate, as coming-payments.test.ts expects.
    { isOnRecord: false, isProjected: true, declaredBy: null }
  ])
  const queued = await api.db.selectFrom('page_change').select('path').execute()
  expect(queued.map(({ path }) => path)).toEqual(expect.arrayContaining(['/msty', '/calendar']))

  await collect(evenings.wednesday, [['2026-06-03', 0.31]], [row])
  expect(await readStock()).toMatchObject({ declared: null, latest_ex_date: '2026-06-03' })
  expect(await api.db.selectFrom('declared_payment').selectAll().execute()).toEqual([])
})
