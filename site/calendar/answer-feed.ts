import { toFeed } from './feed-events.ts'
import { writeFeed } from './icalendar.ts'

/** The feed at `path`; 404 for unknown funds and those that never paid. */
export function answerFeed({ page, site, time }: App.Locals, path: string): Response {
  if (page?.kind !== 'calendar-feed') return new Response('There is no such feed.', { status: 404 })
  return new Response(writeFeed(toFeed(page, { siteUrl: site.url, path, today: time.today })), {
    headers: { 'content-type': 'text/calendar; charset=utf-8' }
  })
}
