import type { FundSummary } from '../../admin-api/contract/funds-page.ts'

/** What stands in a list in the place of a fund's estimate, when there is none. */
export const missingEstimate: Readonly<Record<FundSummary['state'], string>> = {
  open: 'No estimate',
  closed: 'Closed',
  retired: 'Not followed'
}
