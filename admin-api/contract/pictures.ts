import type { FundData } from './open-data.ts'
import type { StockOutcome } from './stock.ts'
import type { WeekFigures, WeekPage } from './weeks.ts'

/** Size of share images, in pixels. The renderer creates them as SVG, and the publisher converts them to PNG. */
export const pictureSize = { width: 1200, height: 630 } as const

/** Share image of the site, a file of the build. */
export const generalPicture = '/og.png'

export function pictureOfFund(symbol: string): string {
  return `/og/${symbol.toLowerCase()}.png`
}

/** @param thursday YYYY-MM-DD, the day the week is named after. */
export function pictureOfWeek(thursday: string): string {
  return `/og/week/${thursday}.png`
}

/** Drawings for posts without an image of their own. */
export const postDrawings = 4

export function pathOfPostDrawing(drawing: number): string {
  return `/og/post/${drawing}.png`
}

/** The image of a post, also used as its share image: uploaded, or one of the drawings. */
export function pictureOfPost({ id, feature_image }: { id: number; feature_image: string | null }): string {
  return feature_image ?? pathOfPostDrawing(1 + (id % postDrawings))
}

/** Share image of the default comparison. */
export const comparisonPicture = '/og/compare.png'

export type ComparePicture = { kind: 'compare-picture'; funds: FundData[] }

export type FundPicture = {
  kind: 'fund-picture'
  symbol: string
  name: string
  outcome: StockOutcome
  /** The latest twelve at the current frequency, oldest first; dollars a share on today's share basis. */
  payments: { exDate: string; amount: number }[]
}

/** `drawing` counts from 1. */
export type PostDrawing = { kind: 'post-drawing'; drawing: number }

export type WeekPicture = {
  kind: 'week-picture'
  thursday: string
  /** Null in a week without any estimate. */
  figures: WeekFigures | null
  families: WeekPage['families']
}
