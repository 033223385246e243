import { calendarPath, feedPath, feedPathOfFund } from '../contract/calendar.ts'
import { paysOn } from '../estimates/coming-payments.ts'
import { findAnswers } from '../estimates/estimates.db.ts'
import { findDeclared } from '../payments/declared-payments.db.ts'
import type { Db } from '../platform/database/schema.ts'
import { kindOfFundFile } from '../publishing/fund-files.ts'
import type { PageKind } from '../publishing/page-kind.ts'
import { loadCalendar, loadFeed, loadFundFeed } from './load-calendar-page.ts'

export const calendarPages = [
  {
    path: calendarPath,
    load: loadCalendar,
    dependsOn: {
      figures: 'all',
      declared: 'all',
      'fund-notice': 'all',
      funds: 'all',
      day: 'all',
      close: 'all'
    },
    sitemap: 'price-day'
  },
  {
    path: feedPath,
    load: loadFeed,
    dependsOn: { figures: 'all', declared: 'all', 'fund-notice': 'all', funds: 'all', day: 'all' }
  },
  // All paying funds have a feed, and others while a payment is announced.
  kindOfFundFile({
    path: /^\/calendar\/([a-z]{1,5})\.ics$/,
    pathOf: feedPathOfFund,
    load: loadFundFeed,
    listSymbols: listFundsWithFeed,
    dependsOn: { 'fund-notice': ({ symbol }) => [feedPathOfFund(symbol)], day: 'all' }
  })
] satisfies readonly PageKind[]

async function listFundsWithFeed(db: Db): Promise<string[]> {
  const announced = Map.groupBy(await findDeclared(db), ({ symbol }) => symbol)
  return (await findAnswers(db))
    .filter((fund) => paysOn(fund) || announced.get(fund.symbol)?.some(({ ex_date }) => ex_date > fund.as_of))
    .map(({ symbol }) => symbol)
}
