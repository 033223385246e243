import type { FundData } from './open-data.ts'
import type { StockOutcome } from './stock.ts'
import type { WeekFigures, WeekPage } from './weeks.ts'

/**
 * The pictures that stand beside a link to a page where it is shared. The renderer draws them as SVG, and the publisher
 * makes a PNG of it.
 */
export const pictureSize = { width: 1200, height: 630 } as const

/** Of the site itself: a file of the build. */
export const generalPicture = '/og.png'

export function pictureOfFund(symbol: string): string {
  return `/og/${symbol.toLowerCase()}.png`
}

/** @param thursday YYYY-MM-DD, the day the week is named after. */
export function pictureOfWeek(thursday: string): string {
  return `/og/week/${thursday}.png`
}

/** Of the funds that the comparison begins with. */
export const comparisonPicture = '/og/compare.png'

export type ComparePicture = { kind: 'compare-picture'; funds: FundData[] }

export type FundPicture = {
  kind: 'fund-picture'
  symbol: string
  name: string
  outcome: StockOutcome
  /**
   * The latest that were paid at the fund's present frequency, oldest first, at most twelve; dollars a share on today's
   * share basis.
   */
  payments: { exDate: string; amount: number }[]
}

export type WeekPicture = {
  kind: 'week-picture'
  thursday: string
  /** null in a week without a single estimate. */
  figures: WeekFigures | null
  families: WeekPage['families']
}
