import type { Kysely } from 'kysely'
import { calendarPath, feedPath, feedPathOfFund } from '../contract/calendar.ts'
import { findAnswers } from '../estimates/estimates.db.ts'
import { findPresentSymbol, withFormerSymbols } from '../funds/funds.db.ts'
import type { Database } from '../platform/database/schema.ts'
import type { PageKind } from '../publishing/page-kind.ts'
import { loadCalendar, loadFeed, loadFundFeed, paysOn } from './load-calendar-page.ts'

export const calendarPages = [
  {
    path: calendarPath,
    load: loadCalendar,
    dependsOn: {
      figures: () => [calendarPath],
      funds: () => [calendarPath],
      day: () => [calendarPath],
      close: () => [calendarPath]
    },
    sitemap: 'price-day'
  },
  {
    path: feedPath,
    load: loadFeed,
    dependsOn: { figures: () => [feedPath], funds: () => [feedPath], day: () => [feedPath] }
  },
  {
    path: /^\/calendar\/([a-z]{1,5})\.ics$/,
    // Former symbols keep their feed: calendar programs don't follow a redirect page.
    list: listFeeds,
    load: async (db, ticker) => {
      const symbol = ticker.toUpperCase()
      return loadFundFeed(db, (await findPresentSymbol(db, symbol)) ?? symbol)
    },
    dependsOn: {
      figures: async ({ symbols }, trx) => (await withFormerSymbols(trx, symbols)).map(feedPathOfFund),
      funds: (_change, trx) => listFeeds(trx),
      day: (_change, trx) => listFeeds(trx)
    }
  }
] satisfies readonly PageKind[]

/** Feed paths of every paying fund, former symbols included. */
async function listFeeds(db: Kysely<Database>): Promise<string[]> {
  const paying = new Set((await findAnswers(db)).filter(paysOn).map(({ symbol }) => symbol))
  return (await withFormerSymbols(db, paying)).map(feedPathOfFund)
}
