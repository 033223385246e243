import type { Kysely } from 'kysely'
import { lastFinishedSession } from '../market-days/sessions.ts'
import type { Database } from '../platform/database/schema.ts'
import { writeTransaction } from '../platform/database/write-transaction.ts'
import { usableVolatility } from './checks/check-collected.ts'
import type { SourceParts } from './fetch-funds.ts'
import { MarketDataError } from './sources/market-data.ts'

/**
 * Records the at-the-money implied volatility of what the open funds write options on, once a session. The estimator
 * may use it when a year of it exists, because a shorter history can't be backtested. Never throws: prices and
 * payments are stored by then.
 * @param onProgress gets the current underlying; may throw to abort
 */
export async function recordVolatility(
  { db, market, log }: SourceParts,
  now: Date,
  onProgress: (underlying: string) => Promise<void>
): Promise<void> {
  if (!market.isLive || market.collectAtTheMoney === undefined) return
  const date = lastFinishedSession(now)
  for (const underlying of await findUnrecorded(db, date)) {
    await onProgress(underlying)
    try {
      const found = await market.collectAtTheMoney(underlying)
      const value = usableVolatility(found?.value ?? null)
      if (found === null || value === null) continue
      const row = { underlying, date, value, expiry: found.expiry, source: found.sourceName }
      await writeTransaction(db, async (trx) => {
        await trx
          .insertInto('underlying_volatility')
          .values(row)
          .onConflict((conflict) => conflict.doNothing())
          .execute()
      })
    } catch (error) {
      if (!(error instanceof MarketDataError)) throw error
      log.warn({ underlying, reason: error.message }, 'no implied volatility')
      if (error.blockedForMs !== null || error.isUnreachable) return
    }
  }
}

/** Underlyings of open funds without a value of the day. */
async function findUnrecorded(db: Kysely<Database>, date: string): Promise<string[]> {
  const rows = await db
    .selectFrom('fund')
    .leftJoin('underlying_volatility as known', (join) =>
      join.onRef('known.underlying', '=', 'fund.underlying').on('known.date', '=', date)
    )
    .select('fund.underlying')
    .distinct()
    .where('fund.state', '=', 'open')
    .where('fund.underlying', 'is not', null)
    .where('known.date', 'is', null)
    .orderBy('fund.underlying')
    .execute()
  return rows.flatMap(({ underlying }) => underlying ?? [])
}
