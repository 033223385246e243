import { addDays, daysBetween, weekdayOf } from '../market-days/days.ts'
import { addSessions } from '../market-days/market-calendar.ts'
import { lastFinishedSession } from '../market-days/sessions.ts'
import { findAllQuarantined } from '../payments/manual-entries.db.ts'
import type { Db } from '../platform/database/schema.ts'
import { type CheckedFund, checkCollected } from './checks/check-collected.ts'
import type { Second } from './collection-context.ts'
import type { SourceParts } from './fetch-funds.ts'
import { fetchManyCloses, isSameClose, overlapDays } from './many-closes.ts'

/** Minimum number of days until a quiet fund's next ex-date. */
const quietDays = 4
/** Sessions after an ex-date in which sources still correct the payment. */
const sessionsToCorrect = 3
/** A larger move in one session may be a split, which only a chart reports. */
const largestMove = 1.25
/** Maximum days between two sources' ex-dates of one payment. */
const samePaymentDays = 3
/** Days of the second source's payments to check; more than a fund can be without a chart. */
const daysOfNews = 14

/**
 * Newest closes of funds that expect no payment soon, 20 in a request, so that a full collection needs fewer charts.
 * Anything unusual needs a chart: a quarantined payment, a missed session, closes that differ from the stored ones.
 * Each weekday a fifth of the funds gets one anyway.
 */
export async function fetchQuietFunds(
  { db, market, log }: SourceParts,
  tickers: readonly string[],
  now: Date,
  onProgress: (current: string) => Promise<void>
): Promise<Map<string, CheckedFund>> {
  const quiet = new Map<string, CheckedFund>()
  if (market.collectManyCloses === undefined) return quiet
  const session = lastFinishedSession(now)
  const symbols = (await findQuiet(db, tickers, session)).filter(
    (symbol) => hashOf(symbol) % 5 !== weekdayOf(session) - 1
  )
  if (symbols.length === 0) return quiet
  const since = addDays(session, -overlapDays)
  const closesOf = await fetchManyCloses(
    { market, log },
    symbols.map((symbol) => ({ symbol, since })),
    onProgress
  )
  const rows = await db
    .selectFrom('price')
    .select(['symbol', 'date', 'close'])
    .where('symbol', 'in', symbols)
    .where('date', '>=', since)
    .execute()
  const storedOn = new Map(rows.map(({ symbol, date, close }) => [`${symbol} ${date}`, close]))
  for (const [symbol, { closes, sourceName }] of closesOf) {
    if (!continues(closes, (date) => storedOn.get(`${symbol} ${date}`), session)) continue
    const fetched = { prices: closes, payments: [], splits: [], impliedVolatility: null, sourceName }
    quiet.set(symbol, checkCollected(symbol, fetched, session))
  }
  return quiet
}

/**
 * Funds that need a chart after all, because the second source reports a payment that isn't stored, or no payment
 * at all, as for a fund that it doesn't cover. Without its response, all funds need one.
 */
export async function findUnsettled(
  db: Db,
  symbols: readonly string[],
  second: Second | null,
  today: string
): Promise<string[]> {
  if (second === null || second.fault !== null) return [...symbols]
  const since = addDays(today, -daysOfNews)
  const paidRows = await db
    .selectFrom('dividend_history')
    .select(['symbol', 'ex_date'])
    .where('symbol', 'in', symbols)
    .where('ex_date', '>=', addDays(since, -samePaymentDays))
    .execute()
  const isStored = (symbol: string, exDate: string) =>
    paidRows.some(
      (row) => row.symbol === symbol && Math.abs(daysBetween(row.ex_date, exDate)) <= samePaymentDays
    )
  const news = second.payments.filter(({ exDate }) => exDate > since && exDate <= today)
  const unstored = new Set(news.flatMap(({ symbol, exDate }) => (isStored(symbol, exDate) ? [] : [symbol])))
  const covered = new Set(second.payments.map(({ symbol }) => symbol))
  return symbols.filter((symbol) => !covered.has(symbol) || unstored.has(symbol))
}

/** Funds up to date since the session before, without a payment that is expected, declared, corrected or in doubt. */
async function findQuiet(db: Db, tickers: readonly string[], session: string): Promise<string[]> {
  const soon = addDays(session, quietDays)
  const rows = await db
    .selectFrom('fund')
    .innerJoin('estimate', 'estimate.symbol', 'fund.symbol')
    .select(['fund.symbol', 'estimate.next_ex_date', 'estimate.ex_date_first', 'estimate.latest_ex_date'])
    .where('fund.state', '=', 'open')
    .where('estimate.status', '=', 'estimated')
    .where('fund.known_until', '>=', addSessions(session, -1))
    .execute()
  const declared = await db
    .selectFrom('declared_payment')
    .select('symbol')
    .where('ex_date', '<=', soon)
    .execute()
  const excluded = new Set([...declared, ...(await findAllQuarantined(db))].map(({ symbol }) => symbol))
  const wanted = new Set(tickers)
  const settled = addSessions(session, -sessionsToCorrect)
  return rows
    .filter(({ symbol }) => wanted.has(symbol) && !excluded.has(symbol))
    .filter(
      ({ next_ex_date, ex_date_first, latest_ex_date }) =>
        (ex_date_first ?? next_ex_date ?? '') > soon && (latest_ex_date ?? session) < settled
    )
    .map(({ symbol }) => symbol)
}

/** Whether the closes equal the stored ones, reach the session, and continue without a jump. */
function continues(
  closes: readonly { date: string; close: number }[],
  storedOn: (date: string) => number | undefined,
  session: string
): boolean {
  if (closes.at(-1)?.date !== session || closes.every(({ date }) => storedOn(date) === undefined))
    return false
  return closes.every(({ date, close }, i) => {
    const before = closes[i - 1]?.close ?? close
    const isSteady = Math.abs(Math.log(close / before)) < Math.log(largestMove)
    return isSteady && isSameClose(close, storedOn(date))
  })
}

/** Returns a stable number per symbol, which spreads the funds over the weekdays. */
function hashOf(symbol: string): number {
  return [...symbol].reduce((sum, letter) => sum + letter.charCodeAt(0), 0)
}
