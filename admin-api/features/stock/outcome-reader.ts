import type { Kysely } from 'kysely'
import type { Database } from '../../db/schema.ts'
import { findStockOutcome, type StockOutcome } from '../../db/stock-result.ts'

/** So short that nobody sees old data, so long that a busy second reads each fund a few times only. */
const millisecondsKept = 250

/**
 * Reads what we can tell of a fund. Taking a row from the file costs more than all the rest of a search
 * (the locks of a read transaction), so a row serves all searches of the next moment. Only our own funds
 * are kept, hence at most as many as there are.
 */
export function createOutcomeReader(db: Kysely<Database>): (symbol: string) => Promise<StockOutcome | null> {
  const kept = new Map<string, { readAt: number; outcome: StockOutcome }>()
  return async (symbol) => {
    const now = performance.now()
    const known = kept.get(symbol)
    if (known !== undefined && now - known.readAt < millisecondsKept) return known.outcome
    const outcome = await findStockOutcome(db, symbol)
    if (outcome === null) kept.delete(symbol)
    else kept.set(symbol, { readAt: now, outcome })
    return outcome
  }
}
