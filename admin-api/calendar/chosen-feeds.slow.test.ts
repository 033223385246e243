// Shows the same on any database.
import { setTimeout } from 'node:timers/promises'
import ICAL from 'ical.js'
import { JSDOM } from 'jsdom'
import { expect, onTestFinished, test } from 'vitest'
import { countFiguresChange } from '../publishing/figures-revision.db.ts'
import { startApi } from '../testing/api.ts'
import { forAllTests } from '../testing/fixtures.ts'

const api = forAllTests(() => startApi())

async function readEvents(path: string): Promise<ICAL.Event[]> {
  const calendar = new ICAL.Component(ICAL.parse(String((await api.get(path)).body)))
  return calendar.getAllSubcomponents('vevent').map((event) => new ICAL.Event(event))
}

/** Entries as a feed reader sees them, each element by its name. */
async function readEntries(path: string): Promise<Record<string, string>[]> {
  const { window } = new JSDOM(String((await api.get(path)).body), { contentType: 'application/xml' })
  return [...window.document.querySelectorAll('entry')].map((entry) =>
    Object.fromEntries(
      [...entry.children].map(({ localName, textContent }) => [localName, textContent ?? ''])
    )
  )
}

test('the calendar of two funds has the days of both, with amounts', async () => {
  const events = await readEvents('/api/calendar.ics?f=MSTY,ULTY')
  expect(new Set(events.map(({ uid }) => uid.split('-')[0]))).toEqual(new Set(['msty', 'ulty']))
  const titleOf = (uid: string) => events.find((event) => event.uid === uid)?.summary
  expect(titleOf('msty-2026-w23-ex@doubloon')).toBe('MSTY about $0.29, pays Fri (ex-date)')
  expect(titleOf('ulty-2026-w23-pay@doubloon')).toBe('ULTY pays about $0.40 (estimated)')
  expect(titleOf('msty-2026-w22-pay@doubloon')).toBe('MSTY paid $0.2979 a share')
  expect(new Set(events.map(({ uid }) => uid)).size).toBe(events.length)
})

test('the news of two funds has their estimates and payments, each entry once, newest first', async () => {
  const entries = await readEntries('/api/feed?f=MSTY,ULTY')
  expect(entries.map(({ title }) => title).slice(0, 4)).toEqual([
    'MSTY paid $0.2979, 0.5% below the estimate',
    'MSTY about $0.29, pays Fri',
    'ULTY about $0.40, pays Thu',
    'ULTY paid $0.3946, as estimated'
  ])
  const updated = entries.map((entry) => entry['updated'] ?? '')
  expect(updated).toEqual(updated.toSorted().reverse())
  expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length)
  // An error of 33.1 % is outside the range.
  const miss = entries.find(({ title }) => title?.includes('33.1%'))
  expect(miss?.['summary']).toContain('The estimate was $0.4688, outside the 80% range $0.4165 to $0.5452.')
})

test('feeds are cacheable for 15 minutes and revalidate with 304', async () => {
  for (const [path, type] of [
    ['/api/calendar.ics?f=MSTY,ULTY', 'text/calendar; charset=utf-8'],
    ['/api/feed?f=MSTY,ULTY', 'application/atom+xml; charset=utf-8']
  ] as const) {
    const { status, headers } = await api.get(path)
    expect([status, headers.get('content-type')]).toEqual([200, type])
    expect(headers.get('cache-control')).toBe('public, max-age=900')
    expect(headers.get('set-cookie')).toBeNull()
    const again = await api.get(path, {
      'if-none-match': headers.get('etag') ?? '',
      // Otherwise fetch adds 'no-cache' to a conditional request.
      'cache-control': 'max-age=0'
    })
    expect([again.status, again.body]).toEqual([304, ''])
  }
})

test('the same funds have one URL, whatever their order or symbol in the request', async () => {
  for (const requested of ['ULTY,MSTY', 'msty,ulty', 'MSTY,ULTY,MSTY', 'MSTY,,ULTY,', ' MSTY, ULTY']) {
    const { status, headers } = await api.get(`/api/calendar.ics?f=${encodeURIComponent(requested)}`)
    expect([status, headers.get('location')], requested).toEqual([301, '/api/calendar.ics?f=MSTY,ULTY'])
  }
  // Some programs write a comma as %2C.
  expect((await api.get('/api/calendar.ics?f=MSTY%2CULTY')).status).toBe(200)
  const former = { symbol: 'OLDM', present: 'MSTY', renamed_on: '2026-05-01' }
  await api.db.insertInto('former_symbol').values(former).execute()
  const { status, headers } = await api.get('/api/feed?f=ULTY,OLDM')
  expect([status, headers.get('location')]).toEqual([301, '/api/feed?f=MSTY,ULTY'])
})

test('an invalid choice is rejected with a message that names the problem', async () => {
  const many = Array.from({ length: 41 }, (_, i) => `A${String.fromCharCode(65 + (i % 26), 65 + i / 26)}`)
  for (const [query, status, message] of [
    ['', 400, 'Name the funds, separated by commas: f=MSTY,ULTY.'],
    ['?f=', 400, 'Name the funds, separated by commas: f=MSTY,ULTY.'],
    ['?f=MSTY&f=ULTY', 400, 'Name the funds, separated by commas: f=MSTY,ULTY.'],
    ['?f=MSTY,M$TY', 400, "A symbol is 1 to 5 letters, not 'M$TY'."],
    [`?f=${many.join(',')}`, 400, 'A feed holds at most 40 funds; these are 41.'],
    ['?f=MSTY,NOPE', 404, 'NOPE is not one of our funds.'],
    ['?f=NOPE,NADA', 404, 'NADA, NOPE are not among our funds.']
  ] as const) {
    const answer = await api.get(`/api/calendar.ics${query}`)
    expect([answer.status, answer.body], query).toEqual([status, { message }])
    expect(answer.headers.get('cache-control')).toBe('no-store')
  }
})

test('many different choices at once are rendered one at a time, and 503 asks those beyond to retry', async () => {
  let rendering = 0
  let most = 0
  const render = async () => {
    most = Math.max(most, ++rendering)
    await setTimeout(5)
    rendering -= 1
    return ''
  }
  const busy = await startApi({ services: { renderer: { check: async () => undefined, render } } })
  onTestFinished(busy.close)
  const symbols = (await busy.db.selectFrom('estimate').select('symbol').orderBy('symbol').execute()).slice(
    0,
    61
  )
  const choices = symbols.slice(1).map(({ symbol }, i) => `${symbols[i]?.symbol},${symbol}`)
  const answers = await Promise.all(choices.map((choice) => busy.get(`/api/feed?f=${choice}`)))
  expect(most).toBe(1)
  const refused = answers.filter(({ status }) => status === 503)
  expect(refused.length).toBeGreaterThan(0)
  expect(refused[0]?.headers.get('retry-after')).toBe('2')
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 503]))
  expect(choices.length - refused.length).toBeGreaterThanOrEqual(30)
})

test("a fund that stopped paying keeps its past payments and doesn't affect the others", async () => {
  const events = await readEvents('/api/calendar.ics?f=FEAT,MSTY')
  const tentative = events.filter((event) => event.component.getFirstPropertyValue('status') === 'TENTATIVE')
  expect(tentative.length).toBeGreaterThan(0)
  expect(tentative.every(({ uid }) => uid.startsWith('msty'))).toBe(true)
  expect(events.some(({ uid }) => uid.startsWith('feat'))).toBe(true)
})

test('changed figures create a new entry, and changed dates a separate one', async () => {
  const path = '/api/feed?f=ULTY'
  const before = await readEntries(path)
  const old = before.find(({ title }) => title === 'ULTY about $0.40, pays Thu')
  const days = ['amount', 'next_ex_date', 'next_pay_date', 'dates_confirmed_on'] as const
  const original = await api.db
    .selectFrom('estimate')
    .select(days)
    .where('symbol', '=', 'ULTY')
    .executeTakeFirstOrThrow()
  const setEstimate = (changes: typeof original) =>
    api.db.transaction().execute(async (trx) => {
      await trx.updateTable('estimate').set(changes).where('symbol', '=', 'ULTY').execute()
      const { next_ex_date, next_pay_date, ...figures } = changes
      await trx
        .updateTable('coming_payment')
        .set({ ex_date: next_ex_date ?? '', pay_date: next_pay_date ?? '', ...figures })
        .where('symbol', '=', 'ULTY')
        .where('position', '=', 0)
        .execute()
      await countFiguresChange(trx)
    })
  // The other tests read the same estimate.
  onTestFinished(() => setEstimate(original))
  await setEstimate({
    amount: 0.42,
    next_ex_date: '2026-06-04',
    next_pay_date: '2026-06-05',
    dates_confirmed_on: '2026-06-01'
  })
  const after = await readEntries(path)
  const fresh = after.find(({ title }) => title === 'ULTY about $0.42, pays Fri')
  expect(old?.['id']).toMatch(/\/ulty#2026-w23-estimate-/)
  expect(fresh?.['id']).toMatch(/\/ulty#2026-w23-estimate-/)
  expect(fresh?.['id']).not.toBe(old?.['id'])
  expect(after.find(({ id }) => id === old?.['id'])).toBeUndefined()
  const moved = after.find(({ title }) => title?.startsWith('ULTY: ex-date'))
  expect(moved).toMatchObject({
    title: 'ULTY: ex-date Thu, Jun 4, not Wed, Jun 3',
    updated: '2026-06-01T00:00:00Z'
  })
  const paid = (entries: Record<string, string>[]) => entries.filter(({ title }) => title?.includes(' paid '))
  expect(paid(after)).toEqual(paid(before))
})
