import { loadCalendar } from '../calendar/load-calendar-page.ts'
import { findClosedWeeks, loadWeek, loadWeeksFeed } from '../calendar/weeks/load-weeks.ts'
import { isChosen } from '../collection/sources/source-switches.ts'
import type { HomeNews, HomePage, PortfolioPage } from '../contract/page-models.ts'
import { portfolioPath } from '../contract/pages.ts'
import type { PaymentMove } from '../contract/weeks.ts'
import { findAnswers } from '../estimates/estimates.db.ts'
import { toFundSummary, toStockOutcome } from '../estimates/stock-outcome.ts'
import { findHomeFunds } from '../funds/home-funds.ts'
import { findNewestPriceDay } from '../funds/newest-day.db.ts'
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
  load: async (db): Promise<HomePage | null> => {
    const asOf = await findNewestPriceDay(db)
    if (asOf === null) return null
    const answers = await findAnswers(db)
    const funds = answers.map(toFundSummary)
    const estimated = new Set(funds.filter(({ estimate }) => estimate !== null).map(({ symbol }) => symbol))
    const suggestedTickers = wellKnown.filter((symbol) => estimated.has(symbol)).slice(0, shownTickers)
    const first = answers.find(({ symbol }) => symbol === suggestedTickers[0])
    const outcome = first && toStockOutcome(first)
    return {
      kind: 'home',
      asOf,
      featured: (await findHomeFunds(db)).filter((symbol) => estimated.has(symbol)),
      suggestedTickers,
      funds,
      example: outcome?.status === 'estimated' ? outcome.stock : null,
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

async function loadNews(db: Db, asOf: IsoDay): Promise<HomeNews> {
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
    },
    weeks: (await loadWeeksFeed(db)).weeks
  }
}

function toMove(move: PaymentMove | undefined) {
  return move === undefined
    ? null
    : { symbol: move.entry.symbol, changePercent: roundTo(2, move.changePercent) }
}

const shownFunds = 3

export const portfolioPage = {
  path: portfolioPath,
  load: async (db): Promise<PortfolioPage | null> => {
    const asOf = await findNewestPriceDay(db)
    if (asOf === null) return null
    const funds = (await findAnswers(db)).map(toFundSummary)
    const example = wellKnown.flatMap((symbol) =>
      funds.filter((fund) => fund.symbol === symbol && fund.estimate)
    )
    return {
      kind: 'portfolio',
      asOf,
      example: example.slice(0, shownFunds),
      offersCloses: await isChosen(db, 'closes')
    }
  },
  dependsOn: { figures: 'all', funds: 'all', day: 'all', sources: 'all' },
  sitemap: 'price-day'
} satisfies PageKind
