import { getRssString } from '@astrojs/rss'
import { expect, test } from 'vitest'
import { makePost } from '../testing/make-post.ts'
import { feedOf } from './feed.ts'

const siteUrl = 'https://doubloon.example'
const post = makePost({
  id: 3,
  title: 'Rates & <risks>\u0000',
  content:
    '<p>See <a href="/msty">MSTY</a> ]]> &amp; more</p><figure><img src="/blog-images/a.webp" alt=""></figure>',
  updated_at: '2026-11-18T08:00:00.000Z'
})

async function parse(posts: (typeof post)[]): Promise<Document> {
  const xml = await getRssString(feedOf(posts, siteUrl))
  const parsed = new DOMParser().parseFromString(xml, 'application/xml')
  expect(parsed.querySelector('parsererror')?.textContent).toBeUndefined()
  return parsed
}

test('the feed is valid XML with full posts and absolute URLs', async () => {
  const feed = await parse([post])
  expect(feed.querySelector('item > title')?.textContent).toBe('Rates & <risks>')
  expect(feed.querySelector('item > link')?.textContent).toBe(`${siteUrl}/blog/entry-3`)
  expect(feed.getElementsByTagName('content:encoded')[0]?.textContent).toBe(
    `<p>See <a href="${siteUrl}/msty">MSTY</a> ]]> &amp; more</p><figure><img src="${siteUrl}/blog-images/a.webp" alt=""></figure>`
  )
})

test('the feed links to itself and has the date of the newest change', async () => {
  const feed = await parse([makePost({ id: 1 }), post])
  const self = feed.getElementsByTagName('atom:link')[0]
  expect(self?.getAttribute('href')).toBe(`${siteUrl}/rss.xml`)
  expect(self?.getAttribute('rel')).toBe('self')
  expect(feed.querySelector('channel > link')?.textContent).toBe(`${siteUrl}/blog`)
  expect(feed.querySelector('lastBuildDate')?.textContent).toBe('Wed, 18 Nov 2026 08:00:00 GMT')
})

test('a post keeps its guid when its URL changes', async () => {
  const guidOf = async (slug: string) =>
    (await parse([makePost({ id: 3, slug })])).querySelector('guid')?.outerHTML
  expect(await guidOf('new-name')).toBe(await guidOf('old-name'))
  expect(await guidOf('x')).toContain('isPermaLink="false"')
})

test('the same posts give the same feed, and without posts it is empty', async () => {
  expect(await getRssString(feedOf([post], siteUrl))).toBe(await getRssString(feedOf([post], siteUrl)))
  expect((await parse([])).querySelector('item, lastBuildDate')).toBeNull()
})
