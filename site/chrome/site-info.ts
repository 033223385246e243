import { type PageModel, type SiteInfo, siteUrlOf } from '../../admin-api/contract/pages.ts'
import { generalPicture } from '../../admin-api/contract/pictures.ts'

/** SiteInfo of static pages, which are built without the publisher. */
const builtSite = readSiteInfo(process.env)

/** The site of a page: from the publisher, or from the environment of the build for a static page. */
export function siteInfoOf(locals: Partial<App.Locals>): SiteInfo {
  return locals.site ?? builtSite
}

/**
 * The model that a page is rendered from.
 * @throws TypeError if it is of another kind, because publisher and route disagree
 */
export function pageModel<Kind extends PageModel['kind']>(
  { page }: App.Locals,
  ...kinds: readonly Kind[]
): Extract<PageModel, { kind: Kind }> {
  const isExpected = (model: PageModel): model is Extract<PageModel, { kind: Kind }> =>
    kinds.some((kind) => kind === model.kind)
  if (isExpected(page)) return page
  throw new TypeError(`this page needs a model of the kind ${kinds.join(' or ')}, got ${page.kind}`)
}

/** Reads the variables as the service does: an empty one counts as missing, and the origin has no trailing slash. */
export function readSiteInfo(environment: Record<string, string | undefined>): SiteInfo {
  return {
    url: siteUrlOf(environment),
    socialUrl: environment['SOCIAL_URL'] || 'https://x.com/doubloon',
    supportUrl: environment['SUPPORT_URL'] || 'https://buymeacoffee.com/doubloon',
    contactEmail: environment['CONTACT_EMAIL'] || 'ahoy@doubloon.example'
  }
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
