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
