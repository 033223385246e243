import type { SiteInfo } from '../../../admin-api/contract/pages.ts'
import { type RecordSection, recordCsvPath } from '../../../admin-api/contract/record.ts'

/** The record as search engines want a data set told. */
export function recordDataset(
  site: SiteInfo,
  description: string,
  section: RecordSection | null,
  asOf: string
): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'Dataset',
    name: 'Estimated and paid distributions of option-income ETFs',
    description,
    url: `${site.url}/accuracy`,
    inLanguage: 'en',
    isAccessibleForFree: true,
    license: `${site.url}/terms-of-use`,
    creator: { '@type': 'Organization', name: 'Doubloon', url: `${site.url}/` },
    dateModified: asOf,
    ...(section && { temporalCoverage: `${section.from}/${section.to}` }),
    distribution: {
      '@type': 'DataDownload',
      encodingFormat: 'text/csv',
      contentUrl: site.url + recordCsvPath
    }
  }
}
