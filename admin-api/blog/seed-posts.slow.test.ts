import { JSDOM } from 'jsdom'
import { beforeEach, expect, test } from 'vitest'
import { readFirstPosts } from '../../data/posts/read-posts.ts'
import { readDataFolder } from '../../data/read-facts.ts'
import { ownByDay } from '../market-days/market-calendar.ts'
import { emptyBlog } from '../testing/blog-fixture.ts'
import { openTestDatabase } from '../testing/database.ts'
import { forAllTests } from '../testing/fixtures.ts'
import { makePost } from '../testing/make.ts'
import { pages } from '../testing/pages.ts'
import { countWords } from './content/post-text.ts'
import { sanitizeContent } from './content/sanitize-content.ts'
import { seedPosts } from './seed-posts.ts'

const now = new Date('2026-12-01T12:00:00Z')
const posts = readFirstPosts()

const database = forAllTests(() => openTestDatabase('tables'))
beforeEach(() => emptyBlog(database.db))

test('the first posts are three long ones, oldest first', () => {
  expect(posts).toHaveLength(3)
  for (const { content } of posts) expect(countWords(sanitizeContent(content))).toBeGreaterThan(450)
  const days = posts.map(({ published }) => published)
  expect(days).toEqual(days.toSorted())
})

test.each(posts)('the sanitizer removes nothing from "$title"', ({ content }) => {
  expect(asRead(sanitizeContent(content))).toBe(asRead(content))
})

test('a new database starts with these posts, published on their days and queued', async () => {
  await seedPosts(database.db, readFirstPosts, { now, queueChange: pages.queueChange })
  const page = await pages.load(database.db, '/blog')
  if (page?.kind !== 'blog') throw new Error('/blog has another kind')
  expect(page.posts.map(({ title }) => title)).toEqual(posts.map(({ title }) => title).toReversed())
  expect(page.posts.map(({ published_at }) => published_at?.slice(0, 10))).toEqual(
    posts.map(({ published }) => published).toReversed()
  )
  const queued = await database.db.selectFrom('page_change').select('path').execute()
  expect(queued.map(({ path }) => path)).toEqual(
    expect.arrayContaining(['/blog', '/blog/page/1', '/rss.xml', '/sitemap.xml'])
  )
})

test('a demonstration of a day shows no post of a later day', async () => {
  const options = { now, demoDay: '2026-06-10', queueChange: pages.queueChange }
  await seedPosts(database.db, readFirstPosts, options)
  const stored = await database.db.selectFrom('blog_post').select('title').orderBy('id').execute()
  expect(stored.map(({ title }) => title)).toEqual(posts.slice(0, 2).map(({ title }) => title))
})

test("deleted posts don't come back", async () => {
  await seedPosts(database.db, readFirstPosts, { now, queueChange: pages.queueChange })
  await database.db.deleteFrom('blog_post').execute()
  await seedPosts(database.db, readFirstPosts, { now, queueChange: pages.queueChange })
  expect(await database.db.selectFrom('blog_post').selectAll().execute()).toEqual([])
})

test('an existing blog gets nothing added', async () => {
  await database.db.insertInto('blog_post').values(makePost(1)).execute()
  await seedPosts(database.db, readFirstPosts, { now, queueChange: pages.queueChange })
  expect(await database.db.selectFrom('blog_post').select('title').execute()).toEqual([{ title: 'Post 1' }])
})

/** Text as a browser shows it, ignoring spaces and what the sanitizer adds. */
function asRead(html: string): string {
  const { document } = new JSDOM(`<!doctype html><body>${html}`).window
  for (const link of document.querySelectorAll('[rel]')) link.removeAttribute('rel')
  for (const picture of document.querySelectorAll('img')) picture.removeAttribute('loading')
  return document.body.innerHTML.replaceAll(/\s+/g, ' ').trim()
}

test('the days and amounts of the post about the calendar are those of data/', () => {
  const { dividends } = readDataFolder()
  const calendar = new JSDOM(posts.find(({ title }) => title.includes('calendar'))?.content).window.document
  const [week] = calendar.querySelectorAll('table')
  const rows = [...(week?.querySelectorAll('tbody tr') ?? [])].map((row) =>
    [...row.children].map(({ textContent }) => textContent?.trim())
  )
  const format = { weekday: 'short', month: 'short', day: 'numeric', timeZone: 'UTC' } as const
  const shortDay = (day: string) => new Date(day).toLocaleDateString('en-US', format)
  const paid = ['NVDW', 'ULTY', 'MSTY', 'TSYY'].map((symbol) => {
    const payment = dividends.find(
      (row) => row.symbol === symbol && row.ex_date >= '2026-06-01' && row.ex_date <= '2026-06-05'
    )
    if (payment === undefined) throw new Error(`${symbol} paid nothing`)
    const { ex_date, pay_date, amount } = payment
    const days = [ownByDay(ex_date), ex_date, pay_date].map(shortDay)
    return [symbol, ...days, `$${amount.toFixed(4)}`]
  })
  expect(rows).toEqual(paid)
})
