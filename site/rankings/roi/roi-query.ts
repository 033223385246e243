import type { RoiEntry } from '../../../admin-api/contract/rankings.ts'
import { call } from '../../lib/call.ts'
import { logFailure } from '../../lib/log.ts'
import { createQuery } from '../../lib/query.ts'

export const freshMs = 5 * 60_000

export const roiRankings = createQuery((_key, signal) => call('GET /api/roi-rankings', {}, { signal }), {
  freshMs,
  retries: 2,
  onFailure: ({ message }) => logFailure('ROI rankings', `Failed to fetch ROI rankings: ${message}`)
})

/** An answer may have lain in a cache while the page was written anew. */
export function newerRankings(answered: readonly RoiEntry[] | null, onPage: readonly RoiEntry[]) {
  if (answered === null || (answered[0]?.as_of ?? '') < (onPage[0]?.as_of ?? '')) return onPage
  return answered
}
