import { type LearnChapterId, learnChapters, pathOfChapter } from '../../admin-api/contract/pages.ts'

/** Texts of the page of a chapter. */
type ChapterPage = {
  /** Place of its section in the guide. */
  chapter: number
  heading: string
  title: string
  description: string
  lead: string
}

const texts: Record<LearnChapterId, ChapterPage> = {
  'etf-basics': {
    chapter: 2,
    heading: 'What an ex-date does to the price',
    title: 'What an ex-date does to the price, measured on four funds',
    description:
      'How MSTY, NVDY, XDTE and JEPQ moved on their ex-dates of the past year, next to what they paid and to all other days.',
    lead: 'On its ex-date a share should fall by what it pays. Here is a year of ex-dates, measured.'
  },
  'high-yield-etfs': {
    chapter: 3,
    heading: 'One year of eight funds',
    title: 'One year of eight option-income ETFs: yield, price and return',
    description:
      'A fund of each kind over the past year: what it paid, how its price changed, what was left in total, and the two yields that describe it.',
    lead: 'A fund of each kind, the same twelve months: payments, price, and what was left of both.'
  },
  'covered-calls': {
    chapter: 4,
    heading: 'What a capped fund kept of Tesla’s months',
    title: 'TSLY next to Tesla: what a covered-call fund keeps',
    description:
      'All months of TSLY and Tesla, grouped by how Tesla did: how much of its rises and of its falls arrived at the fund.',
    lead: 'The gain is capped, the loss is not. TSLY and Tesla show by how much, month by month.'
  },
  'risks-taxes': {
    chapter: 5,
    heading: 'A year of return of capital, in dollars',
    title: 'Return of capital in dollars: 100 shares of TSLY through 2025',
    description:
      '100 shares of TSLY through 2025: what was paid, how much of it was return of capital by the final figure, and what the cost basis was afterward.',
    lead: 'What 100 shares of TSLY were paid in 2025, what of it was taxed, and what became of the cost basis.'
  },
  'picking-etfs': {
    chapter: 6,
    heading: 'Two funds on one index, six questions',
    title: 'QDTE or JEPQ: two Nasdaq income funds, six questions',
    description:
      'The six questions of the guide, answered with figures for QDTE and JEPQ, two income funds on the Nasdaq-100.',
    lead: 'QDTE and JEPQ sell options on the same 100 stocks. The six questions tell them apart.'
  },
  'portfolio-building': {
    chapter: 7,
    heading: 'Which funds move together',
    title: 'Which option-income funds move together',
    description:
      'Correlations of the weekly returns of six funds over the past year, and how much of their payments it took to keep their value.',
    lead: 'Six tickers aren’t six positions if they rise and fall in the same weeks.'
  },
  'advanced-strategies': {
    chapter: 9,
    heading: 'Buying for the payment',
    title: 'Buying before the ex-date and selling on it: a year of trades',
    description:
      'What buying at the close before each ex-date and selling at its close would have brought in a year, for six funds, before costs and taxes.',
    lead: 'Buy before the ex-date, collect, sell. A year of such trades, before costs and taxes.'
  }
}

/** Pages in the order of their chapters. */
export const chapterPages = (Object.keys(learnChapters) as LearnChapterId[]).map((id) => ({
  id,
  path: pathOfChapter(id),
  ...texts[id]
}))
