import type { APIRoute } from 'astro'
import { writeWeeksFeed } from '../calendar/weeks/weeks-feed.ts'
import { pageModel } from '../chrome/site-info.ts'

export const GET: APIRoute = ({ locals }) => {
  const { site } = locals
  const page = pageModel(locals, 'weeks-feed')
  return new Response(writeWeeksFeed(page.weeks, site.url), {
    headers: { 'Content-Type': 'application/atom+xml' }
  })
}
