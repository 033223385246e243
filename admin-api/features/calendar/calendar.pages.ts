import { calendarPath, feedPath, feedPathOfFund } from '../../contract/calendar.ts'
import type { PageKind } from '../../page-kind.ts'
import { findPayingSymbols } from './calendar.db.ts'
import { loadCalendar, loadFeed, loadFundFeed } from './load-calendar-page.ts'

export const calendarPages: readonly PageKind[] = [
  {
    path: calendarPath,
    list: () => [calendarPath],
    load: loadCalendar,
    dependsOn: { figures: () => [calendarPath] },
    sitemap: 'price-day'
  },
  {
    path: feedPath,
    list: () => [feedPath],
    load: loadFeed,
    dependsOn: { figures: () => [feedPath] }
  },
  {
    path: /^\/calendar\/([a-z]{1,5})\.ics$/,
    list: async (db) => (await findPayingSymbols(db)).map(feedPathOfFund),
    load: (db, ticker) => loadFundFeed(db, ticker.toUpperCase()),
    dependsOn: { figures: ({ symbols }) => [...symbols].map(feedPathOfFund) }
  }
]
