import { calendarPath, feedPath, feedPathOfFund } from '../contract/calendar.ts'
import { paysOn } from '../estimates/coming-payments.ts'
import { findAnswers } from '../estimates/estimates.db.ts'
import { kindOfFundFile } from '../publishing/fund-files.ts'
import type { PageKind } from '../publishing/page-kind.ts'
import { loadCalendar, loadFeed, loadFundFeed } from './load-calendar-page.ts'

export const calendarPages = [
  {
    path: calendarPath,
    load: loadCalendar,
    dependsOn: { figures: 'all', 'fund-notice': 'all', funds: 'all', day: 'all', close: 'all' },
    sitemap: 'price-day'
  },
  {
    path: feedPath,
    load: loadFeed,
    dependsOn: { figures: 'all', 'fund-notice': 'all', funds: 'all', day: 'all' }
  },
  // All paying funds have a feed.
  kindOfFundFile({
    path: /^\/calendar\/([a-z]{1,5})\.ics$/,
    pathOf: feedPathOfFund,
    load: loadFundFeed,
    listSymbols: async (db) => (await findAnswers(db)).filter(paysOn).map(({ symbol }) => symbol),
    dependsOn: { 'fund-notice': ({ symbol }) => [feedPathOfFund(symbol)], day: 'all' }
  })
] satisfies readonly PageKind[]
