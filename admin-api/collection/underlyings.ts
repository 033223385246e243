import type { Kysely } from 'kysely'
import type { Job } from '../estimates/job.ts'
import { addDays, earlierOf } from '../market-days/days.ts'
import { lastFinishedSession } from '../market-days/sessions.ts'
import type { UnderlyingCloseTable, UnderlyingVolatilityTable } from '../platform/database/schema/facts.ts'
import type { Database } from '../platform/database/schema.ts'
import { usableVolatility } from './checks/check-collected.ts'
import type { SourceParts } from './fetch-funds.ts'
import { type MarketData, MarketDataError, UnknownFundError } from './sources/market-data.ts'

/** Closes of underlyings as reported; `rebased`: the whole history of those whose share basis changed. */
export type UnderlyingFacts = {
  closes: UnderlyingCloseTable[]
  rebased: string[]
  volatility: UnderlyingVolatilityTable[]
}

/** Days fetched again, to notice a split. */
const overlapDays = 10
/** Fraction. Closes of one day differ by more only if the shares were split or a source corrected itself. */
const largestDifference = 0.005

/**
 * Fetches what the open funds write options on, once a session: the closes since the newest stored one in one request,
 * and the implied volatility at the money. The estimator may use the latter when a year of it exists, because a shorter
 * history can't be backtested. Failures are logged, because prices and payments are stored by then.
 * @param onProgress gets the current underlying; may throw to abort
 */
export async function fetchUnderlyings(
  { db, market, log }: SourceParts,
  now: Date,
  onProgress: (underlying: string) => Promise<void>
): Promise<UnderlyingFacts> {
  const facts: UnderlyingFacts = { closes: [], rebased: [], volatility: [] }
  if (!market.isLive) return facts
  const date = lastFinishedSession(now)
  for (const underlying of await findUnderlyings(db, date)) {
    await onProgress(underlying.symbol)
    try {
      if (underlying.newestClose === null || underlying.newestClose < date)
        await fetchCloses(db, market, underlying, facts).catch((error: unknown) => {
          if (!(error instanceof UnknownFundError)) throw error
        })
      if (!underlying.hasVolatility) await fetchVolatility(market, underlying.symbol, date, facts)
    } catch (error) {
      if (!(error instanceof MarketDataError)) throw error
      log.warn({ underlying: underlying.symbol, reason: error.message }, 'an underlying was not collected')
      if (error.blockedForMs !== null || error.isUnreachable) break
    }
  }
  return facts
}

/** Stores what was fetched and renders what shows it. */
export const saveUnderlyings: Job<UnderlyingFacts, null> = {
  name: 'save-underlyings',
  run: async ({ write, queueChange, now }, { closes, rebased, volatility }) =>
    write(async (trx) => {
      if (rebased.length > 0)
        await trx.deleteFrom('underlying_close').where('underlying', 'in', rebased).execute()
      // PostgreSQL allows 65,535 bound values in a statement.
      for (let start = 0; start < closes.length; start += 5000)
        await trx
          .insertInto('underlying_close')
          .values(closes.slice(start, start + 5000))
          .onConflict((conflict) =>
            conflict.columns(['underlying', 'date']).doUpdateSet((row) => ({
              close: row.ref('excluded.close'),
              source: row.ref('excluded.source')
            }))
          )
          .execute()
      if (volatility.length > 0)
        await trx
          .insertInto('underlying_volatility')
          .values(volatility)
          .onConflict((conflict) => conflict.doNothing())
          .execute()
      const symbols = new Set([...closes, ...volatility].map(({ underlying }) => underlying))
      if (symbols.size > 0) await queueChange(trx, { kind: 'underlyings', symbols }, now)
      return null
    })
}

type Underlying = {
  symbol: string
  /** The earliest day with a close of a fund on it. */
  firstDay: string
  newestClose: string | null
  hasVolatility: boolean
}

async function fetchCloses(
  db: Kysely<Database>,
  { collectCloses }: MarketData,
  { symbol, firstDay, newestClose }: Underlying,
  facts: UnderlyingFacts
): Promise<void> {
  if (collectCloses === undefined) return
  const since = newestClose === null ? firstDay : addDays(newestClose, -overlapDays)
  let { closes, sourceName } = await collectCloses(symbol, since)
  const stored = await db
    .selectFrom('underlying_close')
    .select(['date', 'close'])
    .where('underlying', '=', symbol)
    .where('date', '>=', since)
    .execute()
  const known = new Map(stored.map(({ date, close }) => [date, close]))
  const isRebased = closes.some(
    ({ date, close }) => Math.abs(close / (known.get(date) ?? close) - 1) > largestDifference
  )
  if (isRebased) {
    closes = (await collectCloses(symbol, firstDay)).closes
    facts.rebased.push(symbol)
  }
  const isUsable = ({ close }: { close: number }) => close > 0 && Number.isFinite(close)
  facts.closes.push(
    ...closes.filter(isUsable).map((close) => ({ underlying: symbol, ...close, source: sourceName }))
  )
}

async function fetchVolatility(
  market: MarketData,
  underlying: string,
  date: string,
  facts: UnderlyingFacts
): Promise<void> {
  const found = await market.collectAtTheMoney?.(underlying)
  const value = usableVolatility(found?.value ?? null)
  if (found == null || value === null) return
  facts.volatility.push({ underlying, date, value, expiry: found.expiry, source: found.sourceName })
}

/** Underlyings of open funds that lack something of the session. */
async function findUnderlyings(db: Kysely<Database>, date: string): Promise<Underlying[]> {
  const funds = await db
    .selectFrom('fund')
    .select(['underlying', 'first_price_day'])
    .where('state', '=', 'open')
    .where('underlying', 'is not', null)
    .orderBy('underlying')
    .execute()
  const newest = await db
    .selectFrom('underlying_close')
    .select((eb) => ['underlying', eb.fn.max<string>('date').as('date')] as const)
    .groupBy('underlying')
    .execute()
  const recorded = await db
    .selectFrom('underlying_volatility')
    .select('underlying')
    .where('date', '=', date)
    .execute()
  const newestOf = new Map(newest.map((row) => [row.underlying, row.date]))
  const withVolatility = new Set(recorded.map(({ underlying }) => underlying))
  return [...Map.groupBy(funds, ({ underlying }) => underlying ?? '')]
    .map(([symbol, ofFunds]) => ({
      symbol,
      firstDay: ofFunds.map((fund) => fund.first_price_day).reduce(earlierOf),
      newestClose: newestOf.get(symbol) ?? null,
      hasVolatility: withVolatility.has(symbol)
    }))
    .filter(({ newestClose, hasVolatility }) => newestClose === null || newestClose < date || !hasVolatility)
}
