import type { Kysely } from 'kysely'
import type { RoiEntry } from '../contract/rankings.ts'
import { findNewestPriceDay } from '../funds/funds.db.ts'
import type { Database } from '../platform/database/schema.ts'
import { closeAt } from '../market-days/closes.ts'
import { roundTo } from '../numbers/rounding.ts'
import { addSessions } from '../market-days/market-calendar.ts'
import type { Close, IsoDay } from '../market-days/types.ts'
import { type ClosesOf, type FundLog, findClosesNear, findFundLogs } from './rankings.db.ts'
import { dividendsBetween, priceChange, totalReturn } from './returns.ts'

/** Issuers declare on the session before the ex-date, knowing the close of the one before. */
const sessionsBeforeEx = 2

/** Every fund, best total ROI first; empty without prices. */
export async function findRoiRankings(db: Kysely<Database>): Promise<RoiEntry[]> {
  const asOf = await findNewestPriceDay(db)
  if (asOf === null) return []
  const logs = await findFundLogs(db)
  const closesOf = await findClosesNear(
    db,
    logs.flatMap((log) => declaredAt(log) ?? [])
  )
  return rankByRoi(logs, closesOf, asOf)
}

/** Equals stand by symbol; a fund without a price can't be compared and comes last. */
export function rankByRoi(logs: readonly FundLog[], closesOf: ClosesOf, asOf: IsoDay): RoiEntry[] {
  return logs
    .map((log) => toRoiEntry(log, closesOf.get(log.symbol) ?? [], asOf))
    .sort((a, b) => {
      const [left, right] = [a.total_roi ?? Number.NEGATIVE_INFINITY, b.total_roi ?? Number.NEGATIVE_INFINITY]
      if (left !== right) return right - left
      return a.symbol < b.symbol ? -1 : 1
    })
}

function declaredAt({ payments }: FundLog): IsoDay | undefined {
  const newest = payments.at(-1)
  return newest && addSessions(newest.exDate, -sessionsBeforeEx)
}

/**
 * The payments counted end where the price does: a later one is still inside that price. Percents are made
 * from the rounded dollars, so that a reader who recalculates from what he sees comes to the same number.
 */
function toRoiEntry(log: FundLog, closes: readonly Close[], asOf: IsoDay): RoiEntry {
  const { symbol, name, issuer, payments, firstClose: first } = log
  const day = declaredAt(log)
  const declared = day === undefined ? undefined : closeAt(closes, day)
  const last = declared ?? log.newestClose
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
