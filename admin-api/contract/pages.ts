/* Paths of pages, and what every page is rendered with besides its model, whose type follows from its loader. */

export type SiteInfo = {
  /** Origin without trailing slash, e.g. https://doubloon.example */
  url: string
  socialUrl: string
  supportUrl: string
  contactEmail: string
  /** Shown on the login page of a demo. */
  demoPassword?: string
}

/** Chapters of the guide with a page of real figures, and the funds on it. */
export const learnChapters = {
  'etf-basics': ['MSTY', 'NVDY', 'XDTE', 'JEPQ'],
  'high-yield-etfs': ['TSLY', 'XDTE', 'QQQY', 'TSYY', 'TSLW', 'YMAX', 'CRSH', 'JEPQ'],
  'covered-calls': ['TSLY'],
  'risks-taxes': ['TSLY'],
  'picking-etfs': ['QDTE', 'JEPQ'],
  'portfolio-building': ['MSTY', 'CONY', 'NVDY', 'TSLY', 'XDTE', 'JEPQ'],
  'advanced-strategies': ['MSTY', 'NVDY', 'TSLY', 'XDTE', 'TSLW', 'JEPQ']
} as const satisfies Record<string, readonly string[]>
export type LearnChapterId = keyof typeof learnChapters

export function pathOfChapter(id: LearnChapterId): `/learn/${string}` {
  return `/learn/${id}`
}

/** Facts of all funds for portfolios. Not a ticker's file: those have no hyphen. */
export const fleetFundsPath = '/data/fleet-funds.json'

/** Password of the admin area of a demo, where nothing can be changed. */
export const demoPassword = 'demo'

/** Origin in the pages' URLs: SITE_URL, or this machine at PORT, where 0 means a port that isn't known yet. */
export function siteUrlOf(environment: Record<string, string | undefined>): string {
  const port = Number(environment['PORT']) || 4321
  return (environment['SITE_URL'] || `http://localhost:${port}`).replace(/\/$/, '')
}

/** Time of rendering; past days are not shown as upcoming. */
export type PageTime = {
  /** The day in New York, YYYY-MM-DD. */
  today: string
  /** The first session whose close is still ahead: own-by dates before it have passed. */
  nextClose: string
  /** The newest day in the data and its age in trading days; null for an age of five or less. */
  oldFigures: { newestDay: string; tradingDays: number } | null
  /** The product runs as of `today` on embedded figures, for demonstrations. */
  isDemo?: true
}

export const fundsPath = '/funds'
export const incomePath = '/income-calculator'
export const portfolioPath = '/fleet'
export const comparePath = '/compare'
/** Redirects to the page of the fund named by `symbol`; used by the search form without JavaScript. */
export const findFundPath = '/api/find-fund'

/** Address that opens the form for a new lot, filled in. */
export function addToPortfolioPath(symbol: string, shares: number): string {
  return `${portfolioPath}?add=${symbol}&shares=${shares}`
}

export function pathOfFamily(id: string): string {
  return `/family/${id}`
}

export function pathOfFund(symbol: string): string {
  return `/${symbol.toLowerCase()}`
}

/** Address for search engines, with the day of its content if known. */
export type SitemapEntry = { path: string; lastModified: string | null }
export const sitemapPath = '/sitemap.xml'
export const robotsPath = '/robots.txt'
export const securityPath = '/.well-known/security.txt'

/** Page for server errors; `reference` is replaced by that of the request. */
export const errorPage = { path: '/500', reference: '{reference}' } as const
export const notFoundPath = '/404'

/** Pages of the admin area, in the order of their menu. */
export const adminPages = [
  { id: 'overview', name: 'Overview', path: '/admin' },
  { id: 'collect', name: 'Collect', path: '/admin/collect' },
  { id: 'review', name: 'Review', path: '/admin/review' },
  { id: 'history', name: 'History', path: '/admin/history' },
  { id: 'funds', name: 'Funds', path: '/admin/funds' },
  { id: 'posts', name: 'Posts', path: '/admin-blog' },
  { id: 'log', name: 'Log', path: '/admin/log' },
  { id: 'settings', name: 'Settings', path: '/admin/settings' }
] as const

export type AdminPageId = (typeof adminPages)[number]['id']
