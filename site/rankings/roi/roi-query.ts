import type { RoiEntry, RoiMonths } from '../../../admin-api/contract/rankings.ts'
import { call } from '../../lib/call.ts'
import { logFailure } from '../../lib/log.ts'
import { createQuery } from '../../lib/query.ts'

export const freshMs = 5 * 60_000

export const roiRankings = createQuery(
  (months: RoiMonths, signal) => call('GET /api/roi-rankings', { months }, { signal }),
  {
    freshMs,
    retries: 2,
    onFailure: ({ message }) => logFailure('ROI rankings', `Failed to fetch ROI rankings: ${message}`)
  }
)

/** Returns the newer rankings: a cached response may be older than the page. */
export function newerRankings(response: readonly RoiEntry[] | null, onPage: readonly RoiEntry[]) {
  if (response === null || (response[0]?.as_of ?? '') < (onPage[0]?.as_of ?? '')) return onPage
  return response
}
