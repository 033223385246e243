import rss from '@astrojs/rss'
import type { APIRoute } from 'astro'
import { feedOf } from '../blog/feed.ts'
import { pageModel } from '../chrome/site-info.ts'

export const GET: APIRoute = ({ locals }) => {
  const { site } = locals
  const page = pageModel(locals, 'blog-feed')
  return rss(feedOf(page.posts, site.url))
}
