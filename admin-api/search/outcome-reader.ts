import type { Kysely } from 'kysely'
import type { StockOutcome } from '../contract/stock.ts'
import { findEstimateOfFund } from '../estimates/current-estimates.db.ts'
import type { Database } from '../platform/database/schema.ts'
import { toStockOutcome } from '../estimates/stock-outcome.ts'

/** Short enough that no visitor notices, long enough that under load each fund is read four times a second. */
const millisecondsKept = 250

/**
 * Reads a fund's estimate, or the reason why there is none. Reading a row costs more than the rest of a search (the
 * locks of a read transaction), so one read serves all searches of the next moment. Only our own funds are kept,
 * hence at most as many as there are.
 */
export function createOutcomeReader(db: Kysely<Database>): (symbol: string) => Promise<StockOutcome | null> {
  const kept = new Map<string, { readAt: number; outcome: StockOutcome }>()
  return async (symbol) => {
    const now = performance.now()
    const known = kept.get(symbol)
    if (known !== undefined && now - known.readAt < millisecondsKept) return known.outcome
    const row = await findEstimateOfFund(db, symbol)
    if (row === undefined) {
      kept.delete(symbol)
      return null
    }
    const outcome = toStockOutcome(row)
    kept.set(symbol, { readAt: now, outcome })
    return outcome
  }
}
