import { readHolderCloses } from '../contract/holder-closes.ts'
import { limitRequests, type RequestLimits } from '../platform/http/rate-limit.ts'
import type { Routes } from '../platform/http/route.ts'
import { createHolderCloses, type HolderClosesParts } from './holder-closes.ts'

/** Somebody with several accounts asks a few times a day. */
export const holderClosesLimits: RequestLimits = { perSecond: 0.2, burst: 5, perHour: 30 }

/** Closes of symbols that visitors hold: read without a session, and stored by no cache on the way. */
export function addHolderClosesRoutes(
  { router, route }: Routes,
  parts: HolderClosesParts,
  limits: RequestLimits
): void {
  const closes = createHolderCloses(parts)
  router.get(readHolderCloses.path, limitRequests(limits))
  route(readHolderCloses, ({ symbols }) => closes.read([...new Set(symbols.split(','))]))
}
