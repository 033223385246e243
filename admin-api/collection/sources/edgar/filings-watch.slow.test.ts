// Shows the same on any database.
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import type { FundNotice } from '../../../contract/funds.ts'
import { type Health, readHealth } from '../../../contract/system.ts'
import { createNotifier } from '../../../notifications/notifier.ts'
import { renderFeed, startApi, type TestApi } from '../../../testing/api.ts'
import { type EdgarServer, makeDocument, startEdgar, supplements } from '../../../testing/edgar-server.ts'
import { hostileAnswers, serve } from '../../../testing/hostile-answers.ts'
import { pages } from '../../../testing/pages.ts'
import { startPushBrowser } from '../../../testing/push-browser.ts'
import { quickLease } from '../../../testing/quick-lease.ts'
import { sendTo } from '../../../testing/yahoo-server.ts'
import { readDaily } from '../../daily-watch.ts'
import { createEdgar, type Edgar, trusts } from './edgar.ts'
import { createFilings } from './filings-watch.ts'

const tidal = 1924868
/** The supplement about TSLY with days of June 2026. */
const filing = { accession: '0001999371-26-002143', filedOn: '2026-06-01' }
const paragraphs = supplements.reverseSplit.paragraphs.map((text) =>
  text
    .replace('February 13, 2024', 'June 1, 2026')
    .replace('February 23, 2024', 'June 12, 2026')
    .replace('February 26, 2024', 'June 15, 2026')
)
const sentence = paragraphs[6]?.split(' After')[0] ?? ''

let server: EdgarServer
let api: TestApi
let now: Date

beforeEach(async () => {
  // Monday evening in New York; the exchange is closed.
  now = new Date('2026-06-02T01:00:00Z')
  server = await startEdgar()
  api = await startApi({ services: { clock: () => now, edgar: server.edgar } })
})
afterEach(async () => {
  await api.close()
  await server.close()
})

function publish(count = 1) {
  const filings = Array.from({ length: count }, (_, i) => ({
    ...filing,
    accession: filing.accession.replace('002143', String(2143 + i).padStart(6, '0'))
  }))
  server.submissions.set(tidal, filings)
  for (const { accession } of filings)
    server.documents.set(accession.replaceAll('-', ''), makeDocument(paragraphs))
}

async function look(edgar: Edgar | null = api.services.edgar): Promise<void> {
  const filings = createFilings({ ...api.services, edgar })
  if (filings !== null) await readDaily(api.services, filings)
}
const findDrafts = () => api.db.selectFrom('fund_notice').selectAll().execute()

async function findQueuedPaths(): Promise<string[]> {
  return (await api.db.selectFrom('page_change').select('path').execute()).map(({ path }) => path)
}

async function readNotices(): Promise<FundNotice[]> {
  const { body } = await api.get('/api/admin/fund-notices', await api.signIn())
  return (body as { notices: FundNotice[] }).notices
}

async function readFilingsHealth() {
  return readHealth.output.parse((await api.get('/api/health')).body) as Health
}

test('a supplement becomes a draft, which changes nothing until the operator confirms it', async () => {
  publish()
  await api.db.deleteFrom('page_change').execute()
  await look()
  const [draft] = await readNotices()
  expect(draft).toMatchObject({
    ticker: 'TSLY',
    kind: 'reverse-split',
    status: 'draft',
    sentence,
    effective_on: '2026-06-15',
    form: '497',
    filed_on: '2026-06-01',
    url: 'https://www.sec.gov/Archives/edgar/data/1924868/000199937126002143/fund-497.htm'
  })
  expect(await pages.load(api.db, '/tsly')).toMatchObject({ notices: [] })
  expect(await pages.load(api.db, '/calendar')).toMatchObject({ notices: [] })
  expect(await findQueuedPaths()).toEqual([])

  const words = 'Ten old shares become one new share.'
  const headers = await api.signIn()
  const path = `/api/admin/fund-notices/${draft?.id}`
  expect(
    (await api.send('PUT', path, { sentence: words, effective_on: '2026-06-15' }, headers)).body
  ).toEqual({
    message: 'The notice of TSLY (reverse split) is published.'
  })
  expect(await pages.load(api.db, '/tsly')).toMatchObject({
    notices: [{ kind: 'reverse-split', sentence: words, effective_on: '2026-06-15' }]
  })
  expect(await pages.load(api.db, '/calendar')).toMatchObject({
    notices: [{ symbol: 'TSLY', kind: 'reverse-split', day: '2026-06-15' }]
  })
  const feed = await pages.load(api.db, '/calendar/tsly.ics')
  expect(feed && (await renderFeed('/calendar/tsly.ics', feed))).toContain('SUMMARY:TSLY: reverse split')
  expect(await findQueuedPaths()).toEqual(expect.arrayContaining(['/tsly', '/calendar', '/calendar.ics']))

  expect((await api.send('DELETE', path, undefined, headers)).status).toBe(200)
  expect(await pages.load(api.db, '/tsly')).toMatchObject({ notices: [] })
  expect(await readNotices()).toEqual([])
  expect((await api.send('PUT', path, { sentence: words, effective_on: '2026-06-15' }, headers)).status).toBe(
    404
  )
})

test('a filing that names several funds makes one draft, and its funds are decided together', async () => {
  publish()
  const symbols = ['MSTY', 'TSLY', 'ULTY']
  server.documents.set(
    filing.accession.replaceAll('-', ''),
    makeDocument([`YieldMax (MSTY), (TSLY), (ULTY)`, ...paragraphs])
  )
  await look()
  const drafts = await readNotices()
  expect(drafts).toMatchObject([{ ticker: 'MSTY', tickers: symbols, status: 'draft' }])
  const headers = await api.signIn()
  const path = `/api/admin/fund-notices/${drafts[0]?.id}`
  const words = { sentence: 'Ten old shares become one new share.', effective_on: '2026-06-15' }
  expect(await api.send('PUT', path, { ...words, funds: 'TSLY, NVDY' }, headers)).toMatchObject({
    status: 400,
    body: { message: 'NVDY is not among the funds of this draft: MSTY, TSLY, ULTY.' }
  })
  expect((await api.send('PUT', path, { ...words, funds: 'tsly, ULTY' }, headers)).body).toEqual({
    message: 'The notice of 2 funds (reverse split) is published.'
  })
  expect(await readNotices()).toMatchObject([
    { ticker: 'TSLY', tickers: ['TSLY'], status: 'confirmed' },
    { ticker: 'ULTY', tickers: ['ULTY'], status: 'confirmed' }
  ])
})

test('a confirmed notice is sent once, to those who asked for notices of the fund', async () => {
  const browser = await startPushBrowser()
  onTestFinished(browser.close)
  await api.close()
  api = await startApi({ services: { clock: () => now, edgar: server.edgar, pushHosts: [browser.host] } })
  const identity = { endpoint: browser.endpoint, auth: browser.keys.auth }
  const choice = { funds: ['TSLY'], declared: false, own_by: false, notices: true }
  const subscription = { ...identity, p256dh: browser.keys.p256dh, ...choice }
  expect((await api.post('/api/notifications/subscribe', subscription)).status).toBe(200)
  expect((await api.post('/api/notifications/read', identity)).body).toEqual({ subscription: choice })
  publish()
  await look()
  const notifier = createNotifier({
    ...api.services,
    contactEmail: 'ahoy@doubloon.example',
    leaseTimes: quickLease
  })
  expect(await notifier.runDue()).toBe(0)
  const [draft] = await readNotices()
  await api.send(
    'PUT',
    `/api/admin/fund-notices/${draft?.id}`,
    { sentence, effective_on: '2026-06-15' },
    await api.signIn()
  )
  expect(await notifier.runDue()).toBe(1)
  expect(browser.received).toEqual([
    {
      title: 'Change on Mon, Jun 15',
      body: 'TSLY reverse split.',
      tag: 'notice 2026-06-15',
      path: '/tsly'
    }
  ])
  expect(await notifier.runDue()).toBe(0)
})

test('each trust is listed once a day, and each filing is read once', async () => {
  publish()
  await look()
  await look()
  const lists = server.asked.filter((path) => path.startsWith('/submissions/'))
  expect(lists).toHaveLength(trusts.length)
  expect(server.asked).toHaveLength(trusts.length + 1)
  expect([...server.agents]).toEqual(['Doubloon operator@doubloon.example'])
  now = new Date('2026-06-02T09:00:00Z')
  await look()
  expect(server.asked).toHaveLength(trusts.length + 1)
  now = new Date('2026-06-02T11:00:00Z')
  await look()
  expect(server.asked).toHaveLength(2 * trusts.length + 1)
  expect(await findDrafts()).toHaveLength(1)
})

test('a day sends at most 20 requests; the other filings are read on the next days', async () => {
  publish(20)
  await look()
  expect(server.asked).toHaveLength(20)
  for (const day of ['2026-06-03T11:00:00Z', '2026-06-04T11:00:00Z']) {
    now = new Date(day)
    await look()
  }
  expect(await findDrafts()).toHaveLength(20)
})

test('of a document of any length only the beginning is read', async () => {
  publish()
  const long = Array.from({ length: 3000 }, () => paragraphs[6] ?? '')
  server.documents.set(
    filing.accession.replaceAll('-', ''),
    makeDocument([...paragraphs.slice(0, 6), ...long])
  )
  await look()
  expect(await findDrafts()).toMatchObject([{ effective_on: '2026-06-12', sentence }])
})

test('forms besides 497 and N-14 and old filings are not read', async () => {
  server.submissions.set(tidal, [
    { ...filing, form: '497K' },
    { ...filing, form: '485BPOS' },
    { accession: '0001999371-26-000001', filedOn: '2026-05-17' }
  ])
  await look()
  expect(server.asked).toHaveLength(trusts.length)
})

test('a poll that ends in an unexpected error is not reported as read', async () => {
  publish()
  const broken: Edgar = {
    listFilings: server.edgar.listFilings,
    readDocument: () => Promise.reject(new TypeError('not foreseen'))
  }
  await expect(look(broken)).rejects.toThrow('not foreseen')
  expect((await readFilingsHealth()).filings).toBe(
    'The last poll ended early; see the log. Filings were last requested on June 1, 2026; the rest is read within 14 days.'
  )
  now = new Date('2026-06-02T11:00:00Z')
  await look()
  expect(await findDrafts()).toHaveLength(1)
  expect((await readFilingsHealth()).filings).toBe('EDGAR: filings were read on June 2, 2026.')
})

test('a document that is missing is reported with its address and does not stop the others', async () => {
  publish(2)
  server.documents.delete('000199937126002143')
  await look()
  expect(await findDrafts()).toHaveLength(1)
  expect((await readFilingsHealth()).filings).toBe(
    'EDGAR answered with an error (404) (https://www.sec.gov/Archives/edgar/data/1924868/000199937126002143/fund-497.htm). Filings were last requested on June 1, 2026; the rest is read within 14 days.'
  )
  const { body } = await api.get('/api/admin/system/connections', await api.signIn())
  expect(body).toMatchObject({ sources: [{ id: 'edgar', status: 'degraded' }] })
  now = new Date('2026-06-02T11:00:00Z')
  await look()
  expect((await readFilingsHealth()).filings).toBe('EDGAR: filings were read on June 2, 2026.')
})

test.each([
  ['a PDF', { headers: { 'content-type': 'application/pdf' }, body: '%PDF-1.7 (TSLY) reverse split' }],
  ['JSON', { body: { text: 'Supplement to the Prospectus. (TSLY) reverse split.' } }]
])('%s in place of a document makes no draft', async (_what, reply) => {
  publish()
  server.documents.set(filing.accession.replaceAll('-', ''), reply)
  await look()
  expect(await findDrafts()).toEqual([])
  expect((await readFilingsHealth()).filings).toMatch(
    /^EDGAR sent another type of document than it announces/
  )
})

const list = '/submissions/CIK0001924868.json'
const changed: [what: string, reply: object | number, reason: string][] = [
  [
    'a refusal',
    403,
    'EDGAR answered with an error (403) (https://data.sec.gov/submissions/CIK0001924868.json).'
  ],
  [
    'HTML',
    { body: '<!DOCTYPE html><title>Maintenance</title>', headers: { 'content-type': 'text/html' } },
    'EDGAR sent another type of document than it announces (https://data.sec.gov/submissions/CIK0001924868.json).'
  ],
  [
    'HTML as JSON',
    { body: '<!DOCTYPE html>' },
    'EDGAR sent an unreadable response (https://data.sec.gov/submissions/CIK0001924868.json).'
  ],
  [
    'another format',
    { body: { filings: [] } },
    'EDGAR sent an unknown format (https://data.sec.gov/submissions/CIK0001924868.json).'
  ]
]

test.each(changed)(
  '%s instead of a list makes the source degraded, and the rest waits',
  async (_what, reply, reason) => {
    publish()
    server.faults.set(list, reply as never)
    await look()
    expect(await findDrafts()).toEqual([])
    expect((await readFilingsHealth()).filings).toBe(
      `${reason} Filings were last requested on June 1, 2026; the rest is read within 14 days.`
    )
    server.faults.clear()
    now = new Date('2026-06-02T11:00:00Z')
    await look()
    expect(await findDrafts()).toHaveLength(1)
  }
)

test('a list that can not be read does not keep the other trusts waiting', async () => {
  server.faults.set(list, { body: '<!DOCTYPE html>' })
  server.submissions.set(1976517, [filing])
  server.documents.set(filing.accession.replaceAll('-', ''), makeDocument(paragraphs))
  await look()
  expect(await findDrafts()).toHaveLength(1)
})

test.each(['1900-01-04', '2999-01-03', '2026-02-30'])(
  'a list with a filing of %s is not believed',
  async (filedOn) => {
    publish()
    server.submissions.get(tidal)?.push({ accession: '0001999371-26-000009', filedOn })
    await look()
    expect(await findDrafts()).toEqual([])
    expect((await readFilingsHealth()).filings).toMatch(
      /^EDGAR (?:sent an unknown format|reports a filing on a day)/
    )
  }
)

test.each(hostileAnswers)('%s ends the poll after one trust', async (_what, makeListener) => {
  let requests = 0
  const send = sendTo(await serve(makeListener({ type: 'application/json', inside: server.url })))
  const edgar = createEdgar('operator@doubloon.example', {
    fetch: (input, init) => {
      requests += 1
      return send(input, init)
    },
    sleep: async () => undefined,
    timeoutMs: 400
  })
  await look(edgar)
  expect(requests).toBeLessThanOrEqual(3)
  expect(server.asked).toEqual([])
  expect((await readFilingsHealth()).filings).toMatch(/^EDGAR .*CIK0001924868\.json\)\./)
})

test('without a contact nothing is read, and the health says so', async () => {
  publish()
  await look(null)
  expect(server.asked).toEqual([])
})
