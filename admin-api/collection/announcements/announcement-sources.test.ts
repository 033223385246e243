import { afterEach, beforeEach, expect, test } from 'vitest'
import { makeCboeNotice, makeRelease, makeReleaseList } from '../../testing/announcement-pages.ts'
import { type Reply, startYahoo, type YahooServer } from '../../testing/yahoo-server.ts'
import { createCboeNotices } from '../sources/cboe/cboe-notices.ts'
import { createYieldMaxReleases } from '../sources/globenewswire/yieldmax-releases.ts'

let server: YahooServer
let agents: (string | undefined)[]
let replies: Map<RegExp, Reply>
let now: Date

const contact = 'Doubloon (https://doubloon.example; ahoy@doubloon.example)'
const parts = () => ({ fetch: server.fetch, clock: () => now, sleep: async () => undefined })

beforeEach(async () => {
  agents = []
  replies = new Map()
  server = await startYahoo((request) => {
    agents.push(request.headers['user-agent'])
    return [...replies].find(([pattern]) => pattern.test(request.url ?? ''))?.[1] ?? 404
  })
})
afterEach(() => server.close())

const release = (day: string, id: number, slug: string) =>
  `/news-release/${day.replaceAll('-', '/')}/${id}/0/en/${slug}.html`

// The notice of September 5, 2025, a Friday.
test('notices of today and, in the morning, of the session before are read, with the operator in each request', async () => {
  now = new Date('2025-09-08T11:20:00Z')
  const [exDate, payDate] = ['2025-09-08', '2025-09-09']
  replies.set(
    /=2025-09-05$/,
    makeCboeNotice([
      { symbol: 'AAPW', exDate, payDate, amount: '$0.233034' },
      { symbol: 'NVDW', exDate, payDate, amount: '$0.384278' }
    ])
  )
  replies.set(/=2025-09-08$/, makeCboeNotice([]))
  const payment = { name: 'A fund', exDate, payDate, declaredOn: '2025-09-05' }
  expect(await createCboeNotices(contact, parts()).collect()).toMatchObject({
    payments: [
      { ...payment, symbol: 'AAPW', amountAsPaid: 0.233034, returnOfCapital: null },
      { ...payment, symbol: 'NVDW', amountAsPaid: 0.384278, returnOfCapital: null }
    ],
    fault: null
  })
  const page = '/us/equities/notices/dividends/details/?firm_name=Roundhill+Financial+Inc.&declaration_dt='
  expect(server.asked).toEqual([`${page}2025-09-05`, `${page}2025-09-08`])
  expect(agents).toEqual([contact, contact])
  now = new Date('2025-09-08T17:20:00Z')
  await createCboeNotices(contact, parts()).collect()
  expect(server.asked.slice(2)).toEqual([`${page}2025-09-08`])
})

// Figures of the release of October 14, 2025; FEAT paid nothing.
test('a release has days above its table, and the return of capital of each payment', async () => {
  now = new Date('2025-10-14T13:20:00Z')
  const path = release(
    '2025-10-14',
    3166501,
    'YieldMax-ETFs-Announces-Weekly-Distributions-on-ULTY-and-Others'
  )
  replies.set(/search/, makeReleaseList([path, release('2025-10-14', 3166502, 'YieldMax-Launches-a-Fund')]))
  replies.set(
    /3166501/,
    makeRelease({ ex: 'October 15, 2025', pay: 'October 16th, 2025' }, [
      ['FEAT', '$0.0000', '0.00%'],
      ['SLTY', '$0.4610', '96.66%'],
      ['SDTY*', ' -- ', '--']
    ])
  )
  const source = createYieldMaxReleases(contact, parts())
  const name = 'YieldMax Option Income Strategy ETF'
  const payment = { name, exDate: '2025-10-15', payDate: '2025-10-16', declaredOn: '2025-10-14' }
  const address = `https://www.globenewswire.com${path}`
  const first = await source.collect()
  expect(first).toMatchObject({
    payments: [
      { ...payment, symbol: 'FEAT', amountAsPaid: 0, returnOfCapital: { percent: 0, source: address } },
      {
        ...payment,
        symbol: 'SLTY',
        amountAsPaid: 0.461,
        returnOfCapital: { percent: 96.66, source: address }
      }
    ],
    fault: null
  })
  // A release is read once.
  expect(await source.collect()).toEqual({ ...first, isUnchanged: true })
  expect(server.asked).toEqual(['/search/tag/yieldmax', path, '/search/tag/yieldmax'])
})

// Headings and figures of the release of February 12, 2025.
test('a release may have days in columns, and a later one corrects it', async () => {
  now = new Date('2025-02-12T14:20:00Z')
  const table = (amount: string) => ({
    headers: { 'content-type': 'text/html' },
    body: `<html><table><tr><th>ETF Ticker<sup>1</sup></th><th>ETF Name</th><th>Distribution Frequency</th><th>Distribution per share</th><th>Distribution Rate<sup>2,4</sup></th><th>30-Day<p>SEC Yield</p><sup>3</sup></th><th>ROC<sup>5</sup></th><th>Ex-Date &amp; Record Date</th><th>Payment Date</th></tr>
      <tr><td>MSTY</td><td>YieldMax MSTR Option Income Strategy ETF</td><td>Every 4 weeks</td><td>${amount}</td><td>100.07%</td><td>0.00%</td><td>33.44%</td><td>2/13/25</td><td>2/14/25</td></tr></table></html>`
  })
  const paths = [1, 2, 3].map((id) =>
    release('2025-02-12', id, 'YieldMax-ETFs-Announces-Distributions-on-MSTY')
  )
  replies.set(/search/, makeReleaseList([...paths, release('2025-02-07', 9, 'YieldMax-Distributions')]))
  replies.set(/\/1\/0\/en/, table('$2.2016'))
  replies.set(/\/2\/0\/en/, table('$2.0216'))
  replies.set(/\/3\/0\/en/, {
    headers: {},
    body: '<html><p>Distributions are paid weekly from now on.</p></html>'
  })
  const source = createYieldMaxReleases(contact, parts())
  expect((await source.collect()).fault).toMatch(/^YieldMax releases: a page has an unknown format/)
  const { payments } = await source.collect()
  expect(payments).toMatchObject([
    { symbol: 'MSTY', exDate: '2025-02-13', payDate: '2025-02-14', amountAsPaid: 2.0216 }
  ])
})

test.each([
  ['another heading', (body: string) => body.replace('Distribution Amount', 'Amount')],
  ['another cell in a row', (body: string) => body.replace('<td>Weekly', '<td>new</td><td>Weekly')],
  ['an amount in another form', (body: string) => body.replace('$0.23', '0,23')],
  ['an impossible amount', (body: string) => body.replace('$0.23', '$999999999')],
  ['a day in another form', (body: string) => body.replace('2025-09-08', '08.09.2025')],
  ['a day of 1900', (body: string) => body.replace('2025-09-08', '1900-09-08')],
  ['February 30', (body: string) => body.replace('2025-09-08', '2025-02-30')],
  ['February 30 in words', (body: string) => body.replace('2025-09-08', 'February 30, 2025')],
  ['February 30 in slashes', (body: string) => body.replace('2025-09-08', '2/30/25')],
  ['JSON', () => '{"alerts":[]}']
])('a page with %s is refused as a whole', async (_what, change) => {
  now = new Date('2025-09-05T21:20:00Z')
  const notice = makeCboeNotice([
    { symbol: 'AAPW', exDate: '2025-09-08', payDate: '2025-09-09', amount: '$0.23' }
  ])
  if (typeof notice !== 'object' || notice === null) throw new Error('no page')
  replies.set(/cboe|details/, { ...notice, body: change(String(notice.body)) })
  await expect(createCboeNotices(contact, parts()).collect()).rejects.toThrow(
    'Cboe notices: a page has an unknown format, so nothing of it is used.'
  )
})

test('a site that refuses is asked once, and a page without releases is a changed one', async () => {
  now = new Date('2025-10-14T13:20:00Z')
  const source = createYieldMaxReleases(contact, parts())
  replies.set(/search/, 503)
  await expect(source.collect()).rejects.toThrow('YieldMax releases: the site answered with an error (503).')
  expect(server.asked).toHaveLength(1)
  replies.clear()
  replies.set(/search/, { headers: {}, body: '<html>Please prove that you are human.</html>' })
  await expect(source.collect()).rejects.toThrow('unknown format')
})
