import type { APIRoute } from 'astro'
import { readChosenNews } from '../../../admin-api/contract/chosen-feeds.ts'
import { writeNewsFeed } from '../../calendar/news-feed.ts'
import { pageModel } from '../../chrome/site-info.ts'

export const GET: APIRoute = ({ locals }) => {
  const { site, time } = locals
  const page = pageModel(locals, 'chosen-news')
  return new Response(writeNewsFeed(page, { siteUrl: site.url, today: time.today }), {
    headers: { 'Content-Type': readChosenNews.mediaType ?? '' }
  })
}
