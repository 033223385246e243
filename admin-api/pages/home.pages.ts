import { loadCalendar } from '../calendar/load-calendar-page.ts'
import { findClosedWeeks, loadWeek } from '../calendar/weeks/load-weeks.ts'
import { portfolioPath } from '../contract/pages.ts'
import type { PaymentMove } from '../contract/weeks.ts'
import { findAnswers } from '../estimates/estimates.db.ts'
import { toFundSummary } from '../estimates/stock-outcome.ts'
import { findNewestPriceDay } from '../funds/funds.db.ts'
import { findHomeFunds } from '../funds/home-funds.ts'
import { addDays, mondayOf } from '../market-days/days.ts'
import type { IsoDay } from '../market-days/types.ts'
import { roundTo } from '../numbers/format-numbers.ts'
import type { Db } from '../platform/database/schema.ts'
import type { PageKind } from '../publishing/page-kind.ts'

const path = '/'
const shownTickers = 3
/** Best-known first. */
const wellKnown = ['MSTY', 'TSLY', 'CONY', 'NVDY', 'ULTY', 'PLTY', 'YMAX']

export const homePage = {
  path,
  load: async (db) => {
    const asOf = await findNewestPriceDay(db)
    if (asOf === null) return null
    const funds = (await findAnswers(db)).map(toFundSummary)
    const estimated = new Set(funds.filter(({ estimate }) => estimate !== null).map(({ symbol }) => symbol))
    return {
      kind: 'home' as const,
      asOf,
      /** Symbols of the funds listed first. */
      featured: (await findHomeFunds(db)).filter((symbol) => estimated.has(symbol)),
      /** Well-known funds, shown until the browser has fetched the popular ones. */
      suggestedTickers: wellKnown.filter((symbol) => estimated.has(symbol)).slice(0, shownTickers),
      funds,
      news: await loadNews(db, asOf)
    }
  },
  dependsOn: {
    figures: 'all',
    funds: 'all',
    'home-funds': 'all',
    record: ({ scored }) => (scored.length === 0 ? [] : [path]),
    day: 'all',
    close: 'all'
  },
  sitemap: 'price-day'
} satisfies PageKind

/**
 * News of the weeks around the newest day of the data: payments with an own-by, ex- or pay date in its week or the one
 * after it, and the newest weekly report with the largest changes; null before the first.
 */
async function loadNews(db: Db, asOf: IsoDay) {
  const monday = mondayOf(asOf)
  const sunday = addDays(monday, 13)
  const payments = ((await loadCalendar(db))?.payments ?? []).filter(
    ({ ownBy, payDate }) => payDate >= monday && ownBy <= sunday
  )
  const thursday = (await findClosedWeeks(db)).at(-1)
  const week = thursday === undefined ? null : await loadWeek(db, thursday)
  return {
    payments,
    report: week && {
      thursday: week.thursday,
      figures: week.figures,
      rise: toMove(week.rises[0]),
      cut: toMove(week.cuts[0])
    }
  }
}

export type HomeNews = Awaited<ReturnType<typeof loadNews>>

function toMove(move: PaymentMove | undefined) {
  return move === undefined
    ? null
    : { symbol: move.entry.symbol, changePercent: roundTo(2, move.changePercent) }
}

const shownFunds = 3

/** Frame of My Fleet: the day of the data and examples. The rest is calculated in the browser. */
export const portfolioPage = {
  path: portfolioPath,
  load: async (db) => {
    const asOf = await findNewestPriceDay(db)
    if (asOf === null) return null
    const funds = (await findAnswers(db)).map(toFundSummary)
    const example = wellKnown.flatMap((symbol) =>
      funds.filter((fund) => fund.symbol === symbol && fund.estimate)
    )
    return { kind: 'portfolio' as const, asOf, example: example.slice(0, shownFunds) }
  },
  dependsOn: { figures: 'all', funds: 'all', day: 'all' },
  sitemap: 'price-day'
} satisfies PageKind
