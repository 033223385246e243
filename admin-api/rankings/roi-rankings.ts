import type { RoiEntry, RoiMonths } from '../contract/rankings.ts'
import { findNewestPriceDay } from '../funds/newest-day.db.ts'
import { closeAt } from '../market-days/closes.ts'
import { addMonths } from '../market-days/days.ts'
import { addSessions } from '../market-days/market-calendar.ts'
import type { Close, IsoDay, Payment } from '../market-days/types.ts'
import { lastUsual } from '../market-days/usual-payments.ts'
import { roundTo } from '../numbers/format-numbers.ts'
import type { Db } from '../platform/database/schema.ts'
import { type ClosesOf, findClosesNear, findRankingInputs, type RankingInput } from './rankings.db.ts'

/** Issuers declare one session before the ex-date, based on the close before that. */
const sessionsBeforeEx = 2

/** All funds, best total ROI first; empty without prices. */
export async function findRoiRankings(db: Db, months: RoiMonths): Promise<RoiEntry[]> {
  const asOf = await findNewestPriceDay(db)
  if (asOf === null) return []
  const inputs = await findRankingInputs(db)
  const start = months === 'all' ? null : addMonths(asOf, -Number(months))
  const days = [start, ...inputs.map(declaredAt)].flatMap((day) => day ?? [])
  const closesOf = await findClosesNear(db, days)
  const startOf = ({ symbol, firstClose }: RankingInput) =>
    start === null ? firstClose : closeAt(closesOf.get(symbol) ?? [], start)
  return rankByRoi(
    inputs.map((input) => ({ ...input, firstClose: startOf(input) })),
    closesOf,
    asOf
  )
}

/** Ties are sorted by symbol; funds without a price come last. */
export function rankByRoi(inputs: readonly RankingInput[], closesOf: ClosesOf, asOf: IsoDay): RoiEntry[] {
  return inputs
    .map((input) => toRoiEntry(input, closesOf.get(input.symbol) ?? [], asOf))
    .sort((a, b) => {
      const [left, right] = [a.total_roi ?? Number.NEGATIVE_INFINITY, b.total_roi ?? Number.NEGATIVE_INFINITY]
      if (left !== right) return right - left
      return a.symbol < b.symbol ? -1 : 1
    })
}

function declaredAt({ payments }: RankingInput): IsoDay | undefined {
  const newest = lastUsual(payments)
  return newest && addSessions(newest.exDate, -sessionsBeforeEx)
}

/**
 * Counts payments up to the day of the price: a later one is still part of that price. Percentages are calculated from
 * rounded dollars, so that readers can reproduce them from what they see.
 */
function toRoiEntry(input: RankingInput, closes: readonly Close[], asOf: IsoDay): RoiEntry {
  const { symbol, name, issuer, payments } = input
  const day = declaredAt(input)
  const declared = day === undefined ? undefined : closeAt(closes, day)
  const last = declared ?? input.newestClose
  // A fund that stopped paying before the period has no return in it.
  const first = last && input.firstClose && input.firstClose.date <= last.date ? input.firstClose : undefined
  const earliest_price = roundTo(2, first?.close ?? 0)
  const declaration_date_price = roundTo(2, last?.close ?? 0)
  const total_dividends = roundTo(2, first && last ? dividendsBetween(payments, first.date, last.date) : 0)
  return {
    symbol,
    name,
    issuer,
    declaration_date_price,
    declaration_date: last?.date ?? null,
    earliest_price,
    earliest_date: first?.date ?? null,
    total_dividends,
    price_change: rounded(priceChange(earliest_price, declaration_date_price)),
    total_roi: rounded(totalReturn(earliest_price, declaration_date_price, total_dividends)),
    is_price_recent: declared !== undefined,
    as_of: asOf
  }
}

function rounded(percent: number | null): number | null {
  return percent === null ? null : roundTo(2, percent)
}

/** Dollars per share of payments with an ex-date after `from` and up to `to`: those of a share bought at the close of `from`. */
export function dividendsBetween(payments: readonly Payment[], from: IsoDay, to: IsoDay): number {
  return payments
    .filter(({ exDate }) => exDate > from && exDate <= to)
    .reduce((sum, { amount }) => sum + amount, 0)
}

/** Price return in percent; null unless `start` is above 0. */
export function priceChange(start: number, end: number): number | null {
  return totalReturn(start, end, 0)
}

/**
 * Total return without reinvestment in percent: (end + dividends - start) / start x 100. All in dollars per share on
 * the same share basis; null unless `start` is above 0.
 */
export function totalReturn(start: number, end: number, dividends: number): number | null {
  return start > 0 ? ((end + dividends - start) / start) * 100 : null
}
