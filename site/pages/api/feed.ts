import type { APIRoute } from 'astro'
import { readChosenNews } from '../../../admin-api/contract/chosen-feeds.ts'
import { writeNewsFeed } from '../../calendar/news-feed.ts'

export const prerender = false

export const GET: APIRoute = ({ locals: { page, site, time } }) => {
  if (page.kind !== 'chosen-news')
    throw new TypeError(`this feed is drawn from chosen-news, got ${page.kind}`)
  return new Response(writeNewsFeed(page, { siteUrl: site.url, today: time.today }), {
    headers: { 'Content-Type': readChosenNews.mediaType ?? '' }
  })
}
