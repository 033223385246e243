import type { APIRoute } from 'astro'
import { writeWeeksFeed } from '../calendar/weeks/weeks-feed.ts'

export const prerender = false

export const GET: APIRoute = ({ locals: { page, site } }) => {
  if (page.kind !== 'weeks-feed')
    throw new TypeError(`weeks.xml is drawn from a weeks-feed, got ${page.kind}`)
  return new Response(writeWeeksFeed(page.weeks, site.url), {
    headers: { 'Content-Type': 'application/atom+xml' }
  })
}
