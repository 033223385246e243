import type { PageModel, PageOf } from '../../admin-api/contract/page-models.ts'
import { generalPicture } from '../../admin-api/contract/pictures.ts'

/**
 * The model that a page is rendered from.
 * @throws TypeError if it is of another kind, because publisher and route disagree
 */
export function pageModel<Kind extends PageModel['kind']>(
  { page }: App.Locals,
  ...kinds: readonly Kind[]
): PageOf<Kind> {
  const isExpected = (model: PageModel): model is PageOf<Kind> => kinds.some((kind) => kind === model.kind)
  if (isExpected(page)) return page
  throw new TypeError(`this page needs a model of the kind ${kinds.join(' or ')}, got ${page.kind}`)
}

/** Preview picture of a shared link: a PNG of pictureSize. */
export type PagePicture = {
  /** Absolute, without origin. */
  path: string
  alt: string
}

export const sitePicture: PagePicture = {
  path: generalPicture,
  alt: 'A galleon under full sail next to the words: Estimate your ETF dividend treasure'
}
