import { beforeEach, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { draftWeekPost, type Post, readEmailCopy } from '../contract/blog.ts'
import { startApi } from '../testing/api.ts'
import { forEachTest } from '../testing/fixtures.ts'
import { pages } from '../testing/pages.ts'
import { readQueuedPaths } from '../testing/read-queued-paths.ts'

const now = new Date('2026-06-01T12:00:00Z')
const path = '/api/blog/week-draft'
const api = forEachTest(() =>
  startApi({ content: ['MSTY', 'CONY', 'NVDY', 'TSLW', 'QDTE'], services: { clock: () => now } })
)
let operator: Record<string, string>
beforeEach(async () => {
  operator = await api.signIn()
})

async function draft(input: object = {}) {
  const { status, body } = await api.post(path, input, operator)
  expect(status, JSON.stringify(body)).toBe(200)
  return z.parse(draftWeekPost.output, body)
}

async function publish({ id, ...post }: Post): Promise<void> {
  const { status } = await api.send('PUT', `/api/blog/posts/${id}`, { ...post, published: true }, operator)
  expect(status).toBe(200)
}

async function readShown(slug: string): Promise<string> {
  const page = await pages.load(api.db, `/blog/${slug}`)
  if (page?.kind !== 'blog-post') throw new Error(`${slug} is not public`)
  return page.post.content
}

test('the draft of the week begins with misses, has its figures and picture, and is made once', async () => {
  const { post, is_new } = await draft()
  expect(is_new).toBe(true)
  expect(post).toMatchObject({
    title: 'The week of May 25, 2026: misses first',
    published: false,
    tags: ['Weekly report'],
    feature_image: '/og/week/2026-05-28.png'
  })
  const week = await pages.load(api.db, '/week/2026-05-28')
  if (week?.kind !== 'week' || week.figures === null) throw new Error('the week has no figures')
  const { payments, inRange } = week.figures
  expect(post.content).toMatch(/^<h2>Where we missed<\/h2>/)
  expect(post.content).toContain(
    `<a href="/week/2026-05-28#in-range">${inRange} of ${payments} payments</a> landed in our range`
  )
  // TSLW paid 0.2169 after 0.31293.
  expect(post.content).toContain(
    '<a href="/week/2026-05-28#tslw-change">TSLW paid $0.2169 after $0.3129 (−31%)</a>'
  )
  const again = await draft()
  expect([again.is_new, again.post.id]).toEqual([false, post.id])
  expect((await api.get(`/blog/${post.slug}`)).status).toBe(404)
  const both = await Promise.all([draft({ week: '2026-05-21' }), draft({ week: '2026-05-21' })])
  expect(new Set(both.map((each) => each.post.id)).size).toBe(1)
})

test('a corrected payment corrects the published post and its e-mail, and queues both', async () => {
  const { post } = await draft()
  await publish(post)
  const before = await readShown(post.slug)
  const msty = /#msty(?:-change)?">[^<]*/.exec(before)?.[0]
  await api.db.deleteFrom('page_change').execute()
  const corrected = await api.send(
    'PUT',
    '/api/admin/dividend-history',
    {
      ticker: 'MSTY',
      payment_date: '2026-05-29',
      collection_date: '2026-05-29',
      estimated_dividend: 0.3,
      actual_dividend: 0.9,
      frequency: 'WEEKLY',
      confirm_unusual: true
    },
    operator
  )
  expect(corrected.status, JSON.stringify(corrected.body)).toBe(200)
  expect(await readQueuedPaths(api.db)).toEqual(expect.arrayContaining([`/blog/${post.slug}`, '/rss.xml']))
  const after = await readShown(post.slug)
  expect(after).not.toBe(before)
  expect(msty === undefined || !after.includes(msty)).toBe(true)
  const week = await pages.load(api.db, '/week/2026-05-28')
  const figures = week?.kind === 'week' ? week.figures : null
  expect(after).toContain(`#in-range">${figures?.inRange} of ${figures?.payments} payments<`)
  const { body } = await api.get(`/api/blog/posts/${post.slug}/email`, operator)
  const email = z.parse(readEmailCopy.output, body)
  expect(email.text).toContain(`${figures?.inRange} of ${figures?.payments} payments (http`)
  expect(email.html).not.toMatch(/(?:href|src)="[/#]|<script|class=/)
  expect(email.html).toContain('/og/week/2026-05-28.png"')
})

test('weeks without a report, drafts and visitors get a sentence each', async () => {
  expect(await api.post(path, { week: '2026-07-02' }, operator)).toMatchObject({
    status: 409,
    body: {
      message: 'The week of June 29, 2026 has no report: it has no payments, or some are still to come.'
    }
  })
  expect(await api.post(path, { week: 'soon' }, operator)).toMatchObject({ status: 400 })
  const { post } = await draft()
  expect(await api.get(`/api/blog/posts/${post.slug}/email`, operator)).toMatchObject({
    status: 409,
    body: { message: 'Publish this post first: the e-mail links to it.' }
  })
  expect((await api.post(path, {})).status).toBe(401)
  expect((await api.get(`/api/blog/posts/${post.slug}/email`)).status).toBe(401)
})

test('without payments there is no week to draft', async () => {
  await api.db.deleteFrom('dividend_history').execute()
  await api.refresh()
  expect(await api.post(path, {}, operator)).toMatchObject({
    status: 409,
    body: { message: 'No week with payments is finished yet. Collect payments first.' }
  })
})
