import type { SiteInfo } from '../../admin-api/contract/pages.ts'
import { breadcrumb, dataset } from '../chrome/structured-data.ts'

type RankingFacts = {
  path: string
  /** Name in the breadcrumb. */
  shortName: string
  name: string
  description: string
  /** First and last day of the figures. */
  from: string
  to: string
  /** Measured quantities. */
  measures: readonly string[]
  /** Path of the call that returns it. */
  call: string
}

/** Structured data: breadcrumb and data set. */
export function rankingJsonLd(site: SiteInfo, ranking: RankingFacts): object[] {
  const { path, shortName, name, description, from, to, measures, call } = ranking
  return [
    breadcrumb(site.url, { name: shortName, path }),
    dataset(site, {
      name,
      description,
      path,
      files: [call],
      dateModified: to,
      temporalCoverage: `${from}/${to}`,
      variableMeasured: measures
    })
  ]
}
