import type { FundSummary } from '../../admin-api/estimates/stock-outcome.ts'

/** Text in lists for funds without an estimate. */
export const missingEstimate: Readonly<Record<FundSummary['state'], string>> = {
  open: 'No estimate',
  closed: 'Closed',
  retired: 'Not covered'
}
