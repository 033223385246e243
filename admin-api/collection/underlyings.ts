import { isDeepStrictEqual } from 'node:util'
import { noteChangedFacts } from '../estimates/changed-facts.ts'
import { deriveFigures } from '../estimates/derive-figures.ts'
import type { Job } from '../estimates/job.ts'
import { marketVolatilityIndex } from '../estimator/estimator.ts'
import { addDays, compareText, earlierOf } from '../market-days/days.ts'
import { lastFinishedSession } from '../market-days/sessions.ts'
import { findMarketVolatility } from '../payments/fund-histories.db.ts'
import { countRows, upsertRows } from '../platform/database/rows.ts'
import type { UnderlyingCloseTable, UnderlyingVolatilityTable } from '../platform/database/schema/facts.ts'
import type { Db } from '../platform/database/schema.ts'
import { writeTransaction } from '../platform/database/write-transaction.ts'
import { usableVolatility } from './checks/check-collected.ts'
import type { SourceParts } from './fetch-funds.ts'
import { fetchManyCloses, isSameClose, overlapDays } from './many-closes.ts'
import { embeddedMarketData } from './sources/embedded.ts'
import {
  type MarketData,
  MarketDataError,
  type SymbolCloses,
  UnknownFundError
} from './sources/market-data.ts'
import { isServerError, serverErrorsUntilDown } from './sources/rate-limited-fetch.ts'

/** Closes of underlyings as reported; `rebased`: the whole history of those whose share basis changed. */
export type UnderlyingFacts = {
  closes: UnderlyingCloseTable[]
  rebased: string[]
  volatility: UnderlyingVolatilityTable[]
}

/** Requests for expiry days and one chain, and for a cookie and a crumb the first time. */
const requestsPerChain = 4
/** Coins have no listed options. */
const coinSuffix = '-USD'

/**
 * Fetches the underlyings of open funds: the closes since the newest stored one, 20 in a request, and, as far as
 * requests are left, the implied volatility at the money of those that waited longest. The estimator may use the latter
 * once there is a year of it, because a shorter history can't be backtested. Failures are only logged, because prices
 * and payments are already stored.
 * @param onProgress gets what is being collected; may throw to abort
 */
export async function fetchUnderlyings(
  parts: SourceParts,
  now: Date,
  {
    onProgress,
    mayAsk = () => true
  }: { onProgress: (current: string) => Promise<void>; mayAsk?: (requests: number) => boolean }
): Promise<UnderlyingFacts> {
  const facts: UnderlyingFacts = { closes: [], rebased: [], volatility: [] }
  const { market, log } = parts
  if (!market.isLive) return facts
  const date = lastFinishedSession(now)
  const underlyings = await findUnderlyings(parts.db)
  const behind = underlyings.filter(({ newestClose }) => newestClose === null || newestClose < date)
  const wanted = behind.map((underlying) => ({ symbol: underlying.symbol, since: sinceOf(underlying) }))
  const closesOf = await fetchManyCloses(parts, wanted, onProgress)

  let serverErrors = 0
  /** @returns whether to continue */
  async function attempt(symbol: string, work: () => Promise<void>): Promise<boolean> {
    await onProgress(symbol)
    try {
      await work()
      serverErrors = 0
    } catch (error) {
      if (!(error instanceof MarketDataError)) {
        if (error instanceof UnknownFundError) return true
        throw error
      }
      log.warn({ underlying: symbol, reason: error.message }, 'an underlying was not collected')
      serverErrors = isServerError(error) ? serverErrors + 1 : 0
      if (error.blockedForMs !== null || error.isUnreachable) return false
      if (serverErrors === serverErrorsUntilDown) return false
    }
    return true
  }

  const isFound = ({ symbol }: Underlying) => closesOf.has(symbol)
  for (const underlying of [...behind.filter(isFound), ...behind.filter((one) => !isFound(one))]) {
    const many = closesOf.get(underlying.symbol)
    if (many === undefined && !mayAsk(1)) break
    const mayContinue = await attempt(underlying.symbol, () =>
      addCloses(parts, underlying, { given: many, mayAsk }, facts)
    )
    if (!mayContinue) return facts
  }
  const turns = underlyings
    .filter(({ symbol, volatilityOn }) => volatilityOn !== date && !symbol.endsWith(coinSuffix))
    .toSorted((a, b) => compareText(turnOf(a, date), turnOf(b, date)))
  for (const { symbol } of turns) {
    if (!mayAsk(requestsPerChain)) break
    if (!(await attempt(symbol, () => fetchVolatility(market, symbol, date, facts)))) break
  }
  return facts
}

/**
 * Day of the last recorded volatility. A symbol without any counts as recorded a week ago, so that symbols without
 * options don't take every turn.
 */
function turnOf({ volatilityOn }: Underlying, date: string): string {
  return volatilityOn ?? addDays(date, -7)
}

function sinceOf({ newestClose, firstDay }: Underlying): string {
  return newestClose === null ? firstDay : addDays(newestClose, -overlapDays)
}

/** Stores fetched underlyings and queues the pages that show them. */
export const saveUnderlyings: Job<UnderlyingFacts, null> = {
  name: 'save-underlyings',
  turn: 'last',
  run: async (parts, { closes, rebased, volatility }) => {
    const { db, queueChange, now } = parts
    await writeTransaction(db, async (trx) => {
      // Estimates of premium that is paid monthly use these closes, unlike those of other underlyings.
      const isOfMarket = closes.some(({ underlying }) => underlying === marketVolatilityIndex)
      const before = isOfMarket ? await findMarketVolatility(trx) : []
      if (rebased.length > 0)
        await trx.deleteFrom('underlying_close').where('underlying', 'in', rebased).execute()
      await upsertRows(trx, 'underlying_close', ['underlying', 'date'], closes)
      if (volatility.length > 0)
        await trx
          .insertInto('underlying_volatility')
          .values(volatility)
          .onConflict((conflict) => conflict.doNothing())
          .execute()
      const symbols = new Set([...closes, ...volatility].map(({ underlying }) => underlying))
      if (symbols.size > 0) await queueChange(trx, { kind: 'underlyings', symbols }, now)
      if (isOfMarket && !isDeepStrictEqual(await findMarketVolatility(trx), before))
        await noteChangedFacts(trx, { now, closes: false })
    })
    await deriveFigures(parts)
    return null
  }
}

type Underlying = Awaited<ReturnType<typeof findUnderlyings>>[number]

/** Adds the given closes or requests them; a history on another share basis is replaced by a complete one. */
async function addCloses(
  { db, log, market: { collectCloses } }: SourceParts,
  underlying: Underlying,
  { given, mayAsk }: { given: SymbolCloses | undefined; mayAsk: (requests: number) => boolean },
  facts: UnderlyingFacts
): Promise<void> {
  if (collectCloses === undefined) return
  const { symbol, firstDay } = underlying
  const since = sinceOf(underlying)
  let { closes, sourceName } = given ?? (await collectCloses(symbol, since))
  const rows = await db
    .selectFrom('underlying_close')
    .select(['date', 'close'])
    .where('underlying', '=', symbol)
    .where('date', '>=', since)
    .execute()
  const closeOn = new Map(rows.map(({ date, close }) => [date, close]))
  const isRebased = closes.some(({ date, close }) => !isSameClose(close, closeOn.get(date)))
  if (isRebased) {
    if (!mayAsk(1)) return
    closes = (await collectCloses(symbol, firstDay)).closes
    const history = db.selectFrom('underlying_close').where('underlying', '=', symbol)
    if (closes.length < (await countRows(history))) {
      log.warn({ underlying: symbol, closes: closes.length }, 'a history on a new share basis is incomplete')
      return
    }
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
  const atTheMoney = await market.collectAtTheMoney?.(underlying)
  const value = usableVolatility(atTheMoney?.value ?? null)
  if (atTheMoney == null || value === null) return
  facts.volatility.push({ underlying, date, value, expiry: atTheMoney.expiry, source: atTheMoney.sourceName })
}

/** Underlyings of open funds, those with the oldest closes first. Only rows of live sources count: data/ may begin late. */
async function findUnderlyings(db: Db) {
  const funds = await db
    .selectFrom('fund')
    .select(['underlying', 'first_price_day'])
    .where('underlying', 'is not', null)
    // Estimates of other funds need the index, too.
    .where((eb) => eb.or([eb('state', '=', 'open'), eb('underlying', '=', marketVolatilityIndex)]))
    .orderBy('underlying')
    .execute()
  const newestIn = async (table: 'underlying_close' | 'underlying_volatility') => {
    const rows = await db
      .selectFrom(table)
      .select((eb) => ['underlying', eb.fn.max<string>('date').as('date')] as const)
      .where('source', '!=', embeddedMarketData.name)
      .groupBy('underlying')
      .execute()
    return new Map(rows.map((row) => [row.underlying, row.date]))
  }
  const closeOf = await newestIn('underlying_close')
  const volatilityOf = await newestIn('underlying_volatility')
  return [...Map.groupBy(funds, ({ underlying }) => underlying ?? '')]
    .map(([symbol, ofFunds]) => ({
      symbol,
      /** The earliest day with a close of one of its funds. */
      firstDay: ofFunds.map((fund) => fund.first_price_day).reduce(earlierOf),
      /** Null until a live source has reported any. */
      newestClose: closeOf.get(symbol) ?? null,
      /** Session of the newest volatility. */
      volatilityOn: volatilityOf.get(symbol) ?? null
    }))
    .toSorted((a, b) => compareText(a.newestClose ?? '', b.newestClose ?? ''))
}
