import type { RecordSection } from '../../admin-api/accuracy/record-section.ts'
import type { SiteInfo } from '../../admin-api/contract/pages.ts'
import { recordCsvPath } from '../../admin-api/contract/record.ts'
import { dataset } from '../chrome/structured-data.ts'

/** The track record as a schema.org Dataset. */
export function recordDataset(
  site: SiteInfo,
  description: string,
  section: RecordSection | null,
  asOf: string
): object {
  return dataset(site, {
    name: 'Estimated and paid distributions of option-income ETFs',
    description,
    path: '/accuracy',
    dateModified: asOf,
    files: [recordCsvPath],
    ...(section && { temporalCoverage: `${section.from}/${section.to}` })
  })
}
