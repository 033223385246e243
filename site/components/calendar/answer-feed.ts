import { writeFeed } from '../../lib/icalendar.ts'
import { toFeed } from './feed-events.ts'

/** The feed that lives at `path`; there is none of a fund that never paid, nor of one we do not know. */
export function answerFeed({ page, site }: App.Locals, path: string): Response {
  if (page?.kind !== 'calendar-feed') return new Response('There is no such feed.', { status: 404 })
  return new Response(writeFeed(toFeed(page, site.url, path)), {
    headers: { 'content-type': 'text/calendar; charset=utf-8' }
  })
}
