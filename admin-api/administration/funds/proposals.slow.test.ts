import { beforeEach, expect, test } from 'vitest'
import { saveAnnouncements } from '../../collection/announcements/collect-announcements.ts'
import { readFundList } from '../../collection/fund-list-watch.ts'
import { noteListing } from '../../collection/proposals.db.ts'
import type { CollectedFund } from '../../collection/sources/market-data.ts'
import { saveHoldings } from '../../collection/sources/roundhill/holdings-archive.ts'
import { addProposedFund, readFundProposals } from '../../contract/fund-proposals.ts'
import { addDays } from '../../market-days/days.ts'
import { addSessions } from '../../market-days/market-calendar.ts'
import { writeMetaValue } from '../../platform/database/meta.db.ts'
import { startApi } from '../../testing/api.ts'
import { makeMarket } from '../../testing/fake-market.ts'
import { forEachTest } from '../../testing/fixtures.ts'
import { makeHoldingsFile } from '../../testing/holdings-file.ts'
import { readQueuedPaths } from '../../testing/read-queued-paths.ts'

const path = '/api/admin/fund-proposals'
let now: Date
let answers: Record<string, CollectedFund | Error>
let listed: { symbol: string; name: string }[]
let headers: Record<string, string>
const api = forEachTest(() => {
  now = new Date('2026-06-02T14:00:00Z')
  answers = {}
  listed = []
  return startApi({
    content: ['JPMO', 'MSTY', 'NVDY', 'NVDW'],
    services: { market: makeMarket(answers), clock: () => now, listFunds: async () => listed }
  })
})
beforeEach(async () => {
  headers = await api.signIn()
})

const read = async () => readFundProposals.output.parse((await api.get(path, headers)).body)
const name = 'YieldMax SPCX Option Income Strategy ETF'

/** YieldMax announces payments of a fund that nobody added. */
async function announce(exDate: string, at: string): Promise<void> {
  now = new Date(at)
  const payment = { symbol: 'YSPC', name, exDate, payDate: null, declaredOn: null, amountAsPaid: 0.4 }
  await api.services.runJob(saveAnnouncements, [
    { name: 'YieldMax releases', payments: [payment], fault: null }
  ])
}

async function add(body: object = {}) {
  const { status, body: answer } = await api.post(`${path}/YSPC`, body, headers)
  expect(status, JSON.stringify(answer)).toBe(201)
  return addProposedFund.output.parse(answer)
}

/** Weeks of closes and weekly payments until Thursday, May 28, 2026. */
function makeHistory(weeks: number, everyWeeks = 1): CollectedFund {
  const sessions = Array.from({ length: 5 * weeks }, (_, i) => addSessions('2026-05-29', i + 1 - 5 * weeks))
  const thursdays = Array.from({ length: weeks }, (_, i) => addDays('2026-05-28', 7 * (i + 1 - weeks)))
  return {
    prices: sessions.map((date, i) => ({ date, close: 20 + (i % 7) / 10 })),
    payments: thursdays
      .filter((day) => sessions.includes(day))
      .filter((_, i) => (weeks - 1 - i) % everyWeeks === 0)
      .map((exDate, i) => ({ exDate, payDate: null, amount: 0.3 + (i % 3) / 100 })),
    splits: [],
    impliedVolatility: null
  }
}

test('announcements of an unknown symbol become one proposal, counted by payment, however often they are read', async () => {
  await announce('2026-06-04', '2026-06-03T13:00:00Z')
  await announce('2026-06-04', '2026-06-03T14:00:00Z')
  await announce('2026-06-11', '2026-06-10T13:00:00Z')
  headers = await api.signIn()
  expect((await read()).proposals).toEqual([
    {
      ticker: 'YSPC',
      kind: 'add',
      sentence: 'YSPC: YieldMax, 2 announcements since June 3, 2026 (YieldMax releases).',
      issuer: 'YieldMax',
      name
    }
  ])
  expect((await api.get(path)).status).toBe(401)
})

test('one click adds a proposed fund with history, family, underlying, estimate and backtest, and publishes it', async () => {
  await announce('2026-06-04', '2026-06-02T14:00:00Z')
  answers['YSPC'] = makeHistory(30)
  await api.db.deleteFrom('page_change').execute()
  const added = await add()
  expect(added.found).toEqual({
    name,
    family: 'yieldmax-single',
    underlying: 'SPCX',
    payments_a_year: 52
  })
  expect(added.estimate).toMatchObject({ ex_date: '2026-06-04' })
  expect(added.backtest?.payments).toBeGreaterThan(10)
  expect(added.message).toMatch(
    /^YSPC was added with 150 closes and \d+ payments, and is published\.(?: \d payments? looks? odd and waits? below\.)? First estimate: \$0\.\d+, between .* Backtest: median error \d+% over \d+ payments\.$/
  )
  expect(await readQueuedPaths(api.db)).toEqual(expect.arrayContaining(['/yspc', '/', '/funds']))
  expect((await read()).proposals).toEqual([])
})

test('a fund that pays as no family of its issuer does needs one from the operator, and nothing is added before', async () => {
  await announce('2026-06-04', '2026-06-02T14:00:00Z')
  answers['YSPC'] = makeHistory(40, 13)
  const refused = await api.post(`${path}/YSPC`, {}, headers)
  expect([refused.status, refused.body]).toEqual([
    409,
    { message: expect.stringMatching(/Choose its family below, or add one .* Nothing was added\.$/) }
  ])
  expect(await api.db.selectFrom('fund').select('symbol').where('symbol', '=', 'YSPC').execute()).toEqual([])
  expect((await add({ family: 'yieldmax-portfolio' })).found.family).toBe('yieldmax-portfolio')
})

test('an estimate of a new family starts wide and says that few payments are known', async () => {
  await announce('2026-06-04', '2026-06-02T14:00:00Z')
  answers['YSPC'] = makeHistory(4)
  const family = {
    name: 'YieldMax, new',
    setting: 'premium',
    rules: [],
    frequency: 'weekly',
    pay_lag: 1,
    price_lag: 2,
    ex_closed: 'next',
    announcement_closed: 'next',
    payment_slips: 'stay',
    skips_bank_holidays: false,
    top_rate: null,
    about: 'A new family of funds with a new way of paying.'
  }
  await api.send('PUT', '/api/admin/families/yieldmax-new', family, headers)
  const { estimate } = await add({ family: 'yieldmax-new' })
  expect(estimate).not.toBeNull()
  if (estimate === null) return
  expect((estimate.high - estimate.low) / estimate.amount).toBeGreaterThan(0.9)
  const row = await api.db
    .selectFrom('estimate')
    .select('reasons')
    .where('symbol', '=', 'YSPC')
    .executeTakeFirst()
  expect(row?.reasons).toMatch(/few payments/i)
})

test('symbols of a daily file are counted, but proposed only when a name says that they pay option income', async () => {
  const own = { symbol: 'NVDW', netAssets: 148_357_191.93, sharesOutstanding: 2_700_000 }
  const etf = { symbol: 'MAGS', netAssets: 3_577_333_386, sharesOutstanding: 55_110_000 }
  const unknown = { symbol: 'RKLW', netAssets: 60_000_000, sharesOutstanding: 1_500_000 }
  const { body } = makeHoldingsFile('2026-06-02', [own, etf, unknown]) as { body: string }
  await api.services.runJob(saveHoldings, { text: body, session: '2026-06-01' })
  expect(await read()).toMatchObject({ proposals: [], others: ['MAGS', 'RKLW'] })
  listed = [
    { symbol: 'RKLW', name: 'Roundhill RKLB WeeklyPay ETF' },
    { symbol: 'WEEK', name: 'Roundhill Weekly T-Bill ETF' },
    { symbol: 'OTHR', name: 'Another Issuer Option Income ETF' },
    ...Array.from({ length: 1000 }, (_, i) => ({ symbol: `Z${i}`, name: 'An ETF' }))
  ]
  await readFundList(api.services)
  await readFundList(api.services)
  expect(await read()).toMatchObject({
    proposals: [
      {
        ticker: 'RKLW',
        sentence: 'RKLW: Roundhill, listed since June 2, 2026 (Roundhill and the exchange’s list).'
      }
    ],
    others: ['MAGS']
  })
})

test('a dismissed proposal does not come back, and only the operator may decide', async () => {
  await announce('2026-06-04', '2026-06-02T14:00:00Z')
  const { cookie = '' } = headers
  expect((await api.send('DELETE', `${path}/YSPC`, undefined, { cookie })).status).toBe(403)
  expect((await api.post(`${path}/YSPC`, {})).status).toBe(401)
  expect((await api.send('DELETE', `${path}/YSPC`, undefined, headers)).status).toBe(200)
  await announce('2026-06-11', '2026-06-02T15:00:00Z')
  expect((await read()).proposals).toEqual([])
  expect((await api.post(`${path}/YSPC`, {}, headers)).status).toBe(404)
})

test('a fund off the list for four weeks that paid nothing for three periods is proposed for closing', async () => {
  const symbols = ['JPMO', 'MSTY', 'NVDY', 'NVDW']
  const listAt = async (day: string, onList: readonly string[]) => {
    await noteListing(api.db, { symbols, listed: new Set(onList) }, day)
    await writeMetaValue(api.db, 'fund-list', { askedOn: day, readOn: day })
    now = new Date(`${day}T14:00:00Z`)
    headers = await api.signIn()
  }
  const others = ['MSTY', 'NVDY', 'NVDW']
  await api.db.deleteFrom('return_of_capital').where('ex_date_or_year', '>', '2026-05-29').execute()
  await listAt('2026-06-02', symbols)
  await listAt('2026-06-29', others)
  expect((await read()).proposals).toEqual([])
  await listAt('2026-06-30', others)
  expect((await read()).proposals).toMatchObject([
    {
      ticker: 'JPMO',
      kind: 'close',
      sentence: expect.stringMatching(
        /^JPMO: off the exchange’s list since June 2, 2026, and nothing paid since May 2\d, 2026/
      )
    }
  ])
  // A notice of a later payment says that payments are missing here.
  await api.db
    .insertInto('return_of_capital')
    .values({
      symbol: 'JPMO',
      ex_date_or_year: '2026-06-18',
      kind: '19a',
      roc_percent: 50,
      source: 'https://issuer.example/notice.pdf',
      written_by: 'data'
    })
    .execute()
  expect((await read()).proposals).toEqual([])
  await api.db.deleteFrom('return_of_capital').where('ex_date_or_year', '=', '2026-06-18').execute()
  expect((await api.post(`${path}/JPMO/close`, {}, headers)).status).toBe(200)
  const fund = await api.db
    .selectFrom('fund')
    .select(['state', 'state_cause'])
    .where('symbol', '=', 'JPMO')
    .executeTakeFirst()
  expect(fund).toEqual({ state: 'closed', state_cause: 'operator' })
  expect((await read()).proposals).toEqual([])
})
