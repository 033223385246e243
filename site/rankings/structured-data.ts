import type { SiteInfo } from '../../admin-api/contract/pages.ts'
import { breadcrumb, dataset } from '../chrome/structured-data.ts'

type RankingFacts = {
  path: string
  /** As in the breadcrumb at the top of the page. */
  shortName: string
  name: string
  description: string
  /** First and last day of the figures. */
  from: string
  to: string
  /** What is measured of each fund. */
  measures: readonly string[]
}

/** Where the page stands on the site, and the data set it shows. */
export function rankingJsonLd(site: SiteInfo, ranking: RankingFacts): object[] {
  const { path, shortName, name, description, from, to, measures } = ranking
  return [
    breadcrumb(site.url, { name: shortName, path }),
    dataset(site, {
      name,
      description,
      path,
      dateModified: to,
      temporalCoverage: `${from}/${to}`,
      variableMeasured: measures
    })
  ]
}
