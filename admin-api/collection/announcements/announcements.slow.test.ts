// Shows the same on any database.
import { beforeEach, expect, test, vi } from 'vitest'
import { readConnections } from '../../contract/system.ts'
import { findComingPayments, findComingPaymentsOf } from '../../estimates/coming-payments.db.ts'
import { findAnswers } from '../../estimates/estimates.db.ts'
import { toStockOutcome } from '../../estimates/stock-outcome.ts'
import { startNotifier } from '../../notifications/notifier.ts'
import { findLeadTimes } from '../../payments/first-seen.db.ts'
import { findRocOfFund } from '../../payments/return-of-capital.db.ts'
import { makeRelease, makeReleaseList } from '../../testing/announcement-pages.ts'
import { startApi } from '../../testing/api.ts'
import { makeMarket, reportStored } from '../../testing/fake-market.ts'
import { forEachTest } from '../../testing/fixtures.ts'
import { makePayment } from '../../testing/make.ts'
import { makeDividends, type NasdaqDividend, startNasdaq } from '../../testing/nasdaq-server.ts'
import { startPushBrowser } from '../../testing/push-browser.ts'
import { quickLease } from '../../testing/quick-lease.ts'
import { readQueuedPaths } from '../../testing/read-queued-paths.ts'
import { type Reply, startYahoo } from '../../testing/yahoo-server.ts'
import { createYieldMaxReleases } from '../sources/globenewswire/yieldmax-releases.ts'
import type { CollectedFund } from '../sources/market-data.ts'
import { collectAnnouncements } from './collect-announcements.ts'

/** MSTY went ex on Thursdays and paid about 0.30, last on May 28, 2026. */
const [tuesdayEvening, morning, wednesdayEvening, thursdayMorning, thursdayNoon, thursdayEvening] = [
  new Date('2026-06-02T22:15:00Z'),
  new Date('2026-06-03T13:25:00Z'),
  new Date('2026-06-03T22:15:00Z'),
  new Date('2026-06-04T11:25:00Z'),
  new Date('2026-06-04T17:25:00Z'),
  new Date('2026-06-04T22:15:00Z')
]
const path =
  '/news-release/2026/06/03/3300001/0/en/YieldMax-ETFs-Announces-Weekly-Distributions-for-Group-2-ETFs.html'

let now: Date
let answers: Record<string, CollectedFund>
let base: CollectedFund
/** Replies of the newswire to requests for the list, and for a release. */
let list: Reply
let release: Reply

const newswire = forEachTest(() =>
  startYahoo((request) => (request.url?.startsWith('/search/') === true ? list : release))
)
const nasdaq = forEachTest(() => startNasdaq())
const browser = forEachTest(startPushBrowser)
const api = forEachTest(() => {
  now = tuesdayEvening
  answers = {}
  const parts = { fetch: newswire.fetch, clock: () => now, sleep: async () => undefined }
  return startApi({
    content: ['MSTY'],
    services: {
      market: makeMarket(answers),
      secondSource: nasdaq.nasdaq.second,
      announcements: [createYieldMaxReleases('Doubloon', parts)],
      clock: () => now,
      pushHosts: [browser.host]
    }
  })
})
beforeEach(async () => {
  const retired = { state: 'retired', state_since: '2026-06-01', state_cause: 'operator' } as const
  await api.db.updateTable('fund').set(retired).where('symbol', '!=', 'MSTY').execute()
  base = await reportStored(api.db, 'MSTY')
})

/** At this time the newswire has a release with this amount of MSTY and its return of capital. */
async function announce(at: Date, amount: string, roc = '33.44%', ex = 'June 4, 2026') {
  now = at
  list = makeReleaseList([path])
  release = makeRelease({ ex, pay: 'June 5, 2026' }, [['MSTY', amount, roc]])
  await collectAnnouncements(api.services)
}

/** All funds are collected on this evening; the market and Nasdaq report these payments of MSTY. */
async function collect(at: Date, payments: readonly [string, number][], listed: readonly NasdaqDividend[]) {
  now = at
  nasdaq.wait(3_600_000)
  const day = at.toISOString().slice(0, 10)
  answers['MSTY'] = {
    ...base,
    prices: [...base.prices, { date: day, close: base.prices.at(-1)?.close ?? 1 }],
    payments: [...base.payments, ...payments.map(([exDate, amount]) => ({ exDate, amount, payDate: null }))]
  }
  nasdaq.dividends.splice(0, nasdaq.dividends.length, makeDividends(listed))
  await api.services.collector.collectGroup('all')
}

const readDeclared = () =>
  api.db.selectFrom('declared_payment').select(['ex_date', 'amount', 'source_name']).execute()
const readQuarantined = () =>
  api.db
    .selectFrom('manual_entry')
    .select(['status', 'amount', 'reason', 'contradicted_by'])
    .where('kind', '=', 'payment')
    .orderBy('id')
    .execute()
const readHealth = async () => {
  const { body } = await api.get('/api/admin/system/connections', await api.signIn())
  const [site] = readConnections.output.parse(body).sources
  return site && { status: site.status, detail: site.detail }
}

test('an announced payment is shown, timed and sent once, before any other source has it', async () => {
  await collect(tuesdayEvening, [], [])
  const { endpoint, keys } = browser
  const subscription = { ...keys, endpoint, funds: ['MSTY'], declared: true, own_by: false }
  await api.post('/api/notifications/subscribe', subscription)
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const stopNotifier = startNotifier({
    ...api.services,
    contactEmail: 'ahoy@doubloon.example',
    leaseTimes: quickLease
  })
  try {
    await vi.advanceTimersByTimeAsync(1)
    await announce(morning, '$0.3100')
    await vi.advanceTimersByTimeAsync(59_000)
    await expect.poll(() => browser.received.length).toBe(1)
    const [row] = await findAnswers(api.db, ['MSTY'])
    const declared = {
      amount: 0.31,
      declared_on: '2026-06-03',
      source: 'YieldMax releases',
      seen_on: '2026-06-03'
    }
    expect(row && toStockOutcome(row)).toMatchObject({
      stock: { declared, next_ex_date: '2026-06-04', next_pay_date: '2026-06-05' }
    })
    const sameByNasdaq = {
      exDate: '2026-06-04',
      amount: 0.31,
      declaredOn: '2026-06-03',
      payDate: '2026-06-05'
    }
    await collect(wednesdayEvening, [], [sameByNasdaq])
    expect(await readDeclared()).toEqual([
      { ex_date: '2026-06-04', amount: 0.31, source_name: 'YieldMax releases' }
    ])
    await collect(thursdayEvening, [['2026-06-04', 0.31]], [sameByNasdaq])
    await vi.advanceTimersByTimeAsync(120_000)
    expect(browser.received).toHaveLength(1)
    expect(await readDeclared()).toEqual([])
    // From 9:25 a.m. on Wednesday to 9:30 a.m. on Thursday.
    expect((await findLeadTimes(api.db)).leadTimes).toMatchObject([
      { ex_date: '2026-06-04', amount: 0.31, source_name: 'YieldMax releases', hours: 24.1 }
    ])
  } finally {
    vi.useRealTimers()
    await stopNotifier()
  }
})

// The publisher writes queued pages at once, so what a visitor, a feed reader and My Fleet see follows in seconds.
test('accepting an announced payment queues its page, feeds and data files, and freezes it in the record', async () => {
  await collect(tuesdayEvening, [], [])
  await api.db.deleteFrom('page_change').execute()
  await announce(morning, '$0.3100')
  const queued = await readQueuedPaths(api.db)
  expect(queued).toEqual(
    expect.arrayContaining([
      '/msty',
      '/calendar',
      '/calendar.ics',
      '/calendar/msty.ics',
      '/data/msty.json',
      '/fund-index.json'
    ])
  )
  const first = await api.db.selectFrom('page_change').select('path').where('goes_first', '=', 1).execute()
  expect(first.map((change) => change.path).sort()).toEqual([
    '/calendar',
    '/calendar.ics',
    '/calendar/msty.ics',
    '/data/fleet-funds.json',
    '/data/msty-payments.csv',
    '/data/msty.json',
    '/msty',
    '/og/msty.png'
  ])
  const frozen = await api.db
    .selectFrom('estimate_record')
    .select(['ex_date', 'made_at'])
    .where('symbol', '=', 'MSTY')
    .where('origin', '=', 'live')
    .orderBy('made_at', 'desc')
    .executeTakeFirst()
  expect(frozen).toMatchObject({ ex_date: '2026-06-04' })
  const [row] = await findAnswers(api.db, ['MSTY'])
  expect(row && toStockOutcome(row)).toMatchObject({ stock: { declared: { amount: 0.31 } } })
})

test('the return of capital of an announced payment is its 19a notice, unless the operator entered one', async () => {
  const source = `https://www.globenewswire.com${path}`
  await announce(morning, '$0.3100')
  const notice = { ex_date: '2026-06-04', percent: 33.44, source }
  expect((await findRocOfFund(api.db, 'MSTY')).notices.at(-1)).toEqual(notice)
  const queued = await api.db.selectFrom('page_change').select('path').execute()
  expect(queued.map((change) => change.path)).toContain('/return-of-capital')
  await api.db
    .updateTable('return_of_capital')
    .set({ roc_percent: 50, written_by: 'operator' })
    .where('ex_date_or_year', '=', '2026-06-04')
    .execute()
  await announce(wednesdayEvening, '$0.3100')
  expect((await findRocOfFund(api.db, 'MSTY')).notices.at(-1)).toEqual({ ...notice, percent: 50 })
})

test.each([
  ['an amount of ten times the usual', '$3.1000', 'June 4, 2026', 'is 14'],
  ['zero', '$0.0000', 'June 4, 2026', 'reported as zero'],
  ['an unusual day', '$0.3100', 'June 8, 2026', 'Monday'],
  ['a day too far ahead', '$0.3100', 'December 31, 2099', 'ahead']
])(
  '%s is quarantined once, not shown, and its return of capital is not stored',
  async (_, amount, ex, reason) => {
    const before = await findRocOfFund(api.db, 'MSTY')
    await announce(morning, amount, '33.44%', ex)
    await announce(wednesdayEvening, amount, '33.44%', ex)
    expect(await readDeclared()).toEqual([])
    expect(await findRocOfFund(api.db, 'MSTY')).toEqual(before)
    const entries = await readQuarantined()
    expect(entries).toMatchObject([{ status: 'pending', amount: Number(amount.slice(1)) }])
    if (reason !== 'is 14') expect(entries[0]?.reason).toContain(reason)
  }
)

test.each(['release', 'Nasdaq'])(
  'two sources that disagree go to Review, also if the %s is first',
  async (first) => {
    const byNasdaq = { exDate: '2026-06-04', amount: 0.33, declaredOn: '2026-06-03' }
    const second = () => collect(wednesdayEvening, [], [byNasdaq])
    if (first === 'Nasdaq') await second()
    await announce(first === 'Nasdaq' ? thursdayMorning : morning, '$0.3100')
    if (first === 'release') await second()
    const sentence = 'MSTY, ex-date June 4, 2026: YieldMax releases reports $0.3100, Nasdaq $0.3300.'
    const entry = { status: 'pending', amount: 0.31, reason: sentence, contradicted_by: 'Nasdaq' }
    expect(await readQuarantined()).toEqual([entry])
    expect(await readDeclared()).toEqual([])
    // The dispute is not repeated.
    await announce(thursdayNoon, '$0.3100')
    await collect(thursdayEvening, [], [byNasdaq])
    expect(await readQuarantined()).toEqual([entry])
    // The market's payment is compared with the other figure as well.
    await collect(thursdayEvening, [['2026-06-04', 0.33]], [byNasdaq])
    expect((await readQuarantined()).filter(({ status }) => status === 'pending')).toEqual([])
  }
)

test('a fund that is added after its announcement has the declared amount with the next poll, which is due at once', async () => {
  now = morning
  list = makeReleaseList([path])
  release = makeRelease({ ex: 'June 4, 2026', pay: 'June 5, 2026' }, [['YSPC', '$0.3100', '48.70%']])
  await collectAnnouncements(api.services)
  answers['YSPC'] = base
  const added = await api.post('/api/admin/fund-proposals/YSPC', {}, await api.signIn())
  expect([added.status, await readDeclared()]).toEqual([201, []])
  now = new Date(morning.getTime() + 30_000)
  await collectAnnouncements(api.services)
  expect(await readDeclared()).toEqual([
    { ex_date: '2026-06-04', amount: 0.31, source_name: 'YieldMax releases' }
  ])
})

test('a payment that the market reports with another amount than announced waits in Review', async () => {
  await announce(morning, '$0.3100')
  await collect(thursdayEvening, [['2026-06-04', 0.36]], [])
  expect(await readQuarantined()).toMatchObject([
    { status: 'pending', amount: 0.36, contradicted_by: 'YieldMax releases' }
  ])
})

test('a source is read every three minutes while announcements are due, otherwise hourly, and at most sixty times a day', async () => {
  const lists = () => newswire.asked.filter((asked) => asked.startsWith('/search/')).length
  const poll = async (from: string, minutes: number) => {
    const before = lists()
    for (let half = 0; half <= 2 * minutes; half += 1) {
      now = new Date(Date.parse(from) + half * 30_000)
      await collectAnnouncements({ ...api.services, random: () => 0.5 })
    }
    return lists() - before
  }
  await collect(tuesdayEvening, [], [])
  list = makeReleaseList(['/news-release/2026/01/05/1/0/en/YieldMax-ETFs-Announces-Distributions.html'])
  // From 8:50 a.m. on the session before the ex-date; nothing was announced yet.
  expect(await poll('2026-06-03T12:50:00Z', 29)).toBe(10)
  list = makeReleaseList([path])
  release = makeRelease({ ex: 'June 4, 2026', pay: 'June 5, 2026' }, [['MSTY', '$0.3100', '33.44%']])
  expect(await poll('2026-06-03T13:20:00Z', 29)).toBe(1)
  expect(await readDeclared()).toHaveLength(1)
  // Declared, so the window is closed.
  expect(await poll('2026-06-03T14:25:00Z', 115)).toBe(2)
  for (let hour = 0; hour < 24; hour += 1)
    await poll(`2026-06-04T${String(hour).padStart(2, '0')}:00:00Z`, 59)
  const { globenewswire } = await api.services.use.read()
  expect(globenewswire.requests).toBeLessThanOrEqual(60)
  const offline = { ...api.services, market: { isLive: false } }
  const before = lists()
  now = new Date('2026-06-09T13:25:00Z')
  await collectAnnouncements(offline)
  expect(lists()).toBe(before)
  expect(api.logged.join()).not.toContain('announcements')
})

test('after sixty requests of a day nothing more is requested until the next one', async () => {
  const use = api.services.use.countFetch('globenewswire', async () => new Response(''))
  now = morning
  for (let i = 0; i < 60; i += 1) await use('https://www.globenewswire.com/')
  await announce(morning, '$0.3100')
  expect(newswire.asked).toEqual([])
  await announce(new Date('2026-06-04T13:25:00Z'), '$0.3100', '33.44%', 'June 5, 2026')
  expect(newswire.asked.length).toBeGreaterThan(0)
})

test('a changed page is degraded with its reason and logged once, and so is a site without news for long', async () => {
  const name = 'YieldMax releases'
  expect(await readHealth()).toMatchObject({ status: 'unread' })
  list = makeReleaseList([path])
  release = { headers: {}, body: '<html><p>Distributions have a page of their own.</p></html>' }
  for (const at of [morning, wednesdayEvening]) {
    now = at
    await collectAnnouncements(api.services)
  }
  expect(await readHealth()).toEqual({
    status: 'degraded',
    detail: `${name}: a page has an unknown format, so nothing of it is used. Other sources still report these payments.`
  })
  expect(api.logged.filter((line) => line.includes('announcements are missing'))).toHaveLength(1)
  await announce(new Date('2026-06-04T13:25:00Z'), '$0.3100', '33.44%', 'June 5, 2026')
  expect(await readHealth()).toMatchObject({ status: 'ok' })
  list = makeReleaseList(['/news-release/2026/01/05/1/0/en/YieldMax-ETFs-Announces-Distributions.html'])
  now = new Date('2026-06-15T13:25:00Z')
  await collectAnnouncements(api.services)
  expect(await readHealth()).toMatchObject({
    status: 'degraded',
    detail: expect.stringMatching(
      /^YieldMax releases: nothing was announced after June 4, 2026; its pages may have/
    )
  })
})

test('one payment that two sources date differently is shown once, on the day of the issuer', async () => {
  await collect(tuesdayEvening, [], [])
  const byNasdaq = { exDate: '2026-06-05', amount: 0.31, declaredOn: '2026-06-03', payDate: '2026-06-08' }
  const dayOfNasdaq =
    'Nasdaq reports the payment of MSTY, $0.3100, with ex-date June 5, 2026; YieldMax releases has June 4, 2026, which is shown.'
  for (const order of ['issuer first', 'list first']) {
    await api.db.deleteFrom('declared_payment').execute()
    await api.db.deleteFrom('manual_entry').execute()
    if (order === 'list first') await collect(wednesdayEvening, [], [byNasdaq])
    await announce(order === 'list first' ? thursdayMorning : morning, '$0.3100')
    if (order === 'issuer first') await collect(wednesdayEvening, [], [byNasdaq])
    expect(await readDeclared(), order).toEqual([
      { ex_date: '2026-06-04', amount: 0.31, source_name: 'YieldMax releases' }
    ])
    expect(await readQuarantined(), order).toMatchObject([{ status: 'pending', reason: dayOfNasdaq }])
    const coming = (await findComingPayments(api.db, ['MSTY'], '2026-06-12')).get('MSTY') ?? []
    expect(
      coming.map(({ ex_date, own_by }) => [ex_date, own_by]),
      order
    ).toEqual([
      ['2026-06-04', '2026-06-03'],
      ['2026-06-11', '2026-06-10']
    ])
  }
})

test('a declared day that differs from the approved one waits in Review: the issuer’s is shown, that of a list is not', async () => {
  await collect(tuesdayEvening, [], [])
  const approve = async () => {
    await api.db.deleteFrom('declared_payment').execute()
    await api.db.deleteFrom('manual_entry').execute()
    await api.db
      .insertInto('dividend_history')
      .values(
        makePayment({ symbol: 'MSTY', ex_date: '2026-06-05', payment_date: '2026-06-08', amount: null })
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
  const findNext = async () => {
    const [next] = await findComingPaymentsOf(api.db, 'MSTY')
    return [next?.state, next?.ex_date, next?.own_by]
  }
  await approve()
  await announce(morning, '$0.3100')
  expect(await findNext()).toEqual(['declared', '2026-06-04', '2026-06-03'])
  expect(await readQuarantined()).toMatchObject([
    {
      status: 'pending',
      reason:
        'You approved the ex-date June 5, 2026 for the payment of MSTY; YieldMax releases announces June 4, 2026, $0.3100, which is shown.'
    }
  ])
  await announce(wednesdayEvening, '$0.3100')
  expect(await readQuarantined()).toHaveLength(1)

  await approve()
  const listed = { exDate: '2026-06-04', amount: 0.31, declaredOn: '2026-06-03', payDate: '2026-06-05' }
  await collect(wednesdayEvening, [], [listed])
  expect(await findNext()).toEqual(['estimated', '2026-06-05', '2026-06-04'])
  expect(await readQuarantined()).toMatchObject([
    {
      status: 'pending',
      reason:
        'Nasdaq reports the payment of MSTY, $0.3100, with ex-date June 4, 2026; you approved June 5, 2026, which is shown.'
    }
  ])
})
