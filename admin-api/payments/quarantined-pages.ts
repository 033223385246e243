import type { Trx } from '../platform/database/schema.ts'
import type { QueueChange } from '../publishing/page-kind.ts'
import { findAllInReview } from './manual-entries.db.ts'

/** Runs a change and queues the page of each fund whose payments in review it changed, because the page lists them. */
export async function queueQuarantined<Result>(
  trx: Trx,
  { queueChange, now }: { queueChange: QueueChange; now: Date },
  change: () => Promise<Result>
): Promise<Result> {
  const before = await listByFund(trx)
  const result = await change()
  const after = await listByFund(trx)
  for (const symbol of new Set([...before.keys(), ...after.keys()])) {
    if (before.get(symbol) !== after.get(symbol)) await queueChange(trx, { kind: 'fund-edited', symbol }, now)
  }
  return result
}

/** Payments in review of each fund as text, to be compared. */
async function listByFund(trx: Trx): Promise<Map<string, string>> {
  const entries = await findAllInReview(trx)
  const bySymbol = Map.groupBy(entries, ({ symbol }) => symbol)
  return new Map([...bySymbol].map(([symbol, listed]) => [symbol, JSON.stringify(listed)]))
}
