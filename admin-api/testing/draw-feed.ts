import { toFeed } from '../../site/calendar/feed-events.ts'
import { writeNewsFeed } from '../../site/calendar/news-feed.ts'
import { writeFeed } from '../../site/calendar/icalendar.ts'
import type { PageModel } from '../contract/pages.ts'

/** Draws the feeds as their routes of the site do, on the day the figures were read; a build is not at hand in these tests. */
export async function drawFeed(path: string, page: PageModel): Promise<string> {
  const place = { siteUrl: 'https://doubloon.example', path, today: '2026-06-01' }
  if (page.kind === 'calendar-feed') return writeFeed(toFeed(page, place))
  if (page.kind === 'chosen-news') return writeNewsFeed(page, place)
  throw new TypeError(`no feed is drawn from ${page.kind}`)
}
