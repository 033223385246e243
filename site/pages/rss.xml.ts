import rss from '@astrojs/rss'
import type { APIRoute } from 'astro'
import { feedOf } from '../blog/feed.ts'

export const prerender = false

export const GET: APIRoute = ({ locals: { page, site } }) => {
  if (page.kind !== 'blog-feed') throw new TypeError(`rss.xml is drawn from a blog-feed, got ${page.kind}`)
  return rss(feedOf(page.posts, site.url))
}
