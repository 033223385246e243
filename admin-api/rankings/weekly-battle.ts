import type { Kysely } from 'kysely'
import type { BattleEntry, BattleWeeks, LeftOutFund, WeeklyBattle } from '../contract/rankings.ts'
import { findNewestPriceDay } from '../funds/funds.db.ts'
import type { Database } from '../platform/database/schema.ts'
import { closeAt } from '../market-days/closes.ts'
import { usualPayments } from '../market-days/usual-payments.ts'
import { yieldOnCost } from '../returns/holding.ts'
import { roundTo } from '../numbers/rounding.ts'
import { readFrequency } from '../market-days/cadence.ts'
import { addDays } from '../market-days/days.ts'
import type { Close, IsoDay, PaymentFrequency } from '../market-days/types.ts'
import { labelFrequency } from '../market-days/format-days.ts'
import { type ClosesOf, type FundLog, findClosesNear, findFundLogs } from './rankings.db.ts'
import { dividendsBetween, priceChange, totalReturn } from './returns.ts'

/** Who bought `weeks` ago and what it yields now; null without prices. */
export async function findWeeklyBattle(
  db: Kysely<Database>,
  weeks: BattleWeeks
): Promise<WeeklyBattle | null> {
  const asOf = await findNewestPriceDay(db)
  if (asOf === null) return null
  const days = [asOf, addDays(asOf, -7)]
  const bought = days.flatMap((day) => boughtAt(day, weeks) ?? [])
  const closesOf = await findClosesNear(db, [...days, ...bought])
  return rankByYieldOnCost(await findFundLogs(db), closesOf, asOf, weeks)
}

/** Equals stand by symbol. */
export function rankByYieldOnCost(
  logs: readonly FundLog[],
  closesOf: ClosesOf,
  asOf: IsoDay,
  weeks: BattleWeeks
): WeeklyBattle {
  const week_before = addDays(asOf, -7)
  const entries: BattleEntry[] = []
  const left_out: LeftOutFund[] = []
  for (const log of logs) {
    const closes = closesOf.get(log.symbol) ?? []
    const position = positionAt(log, closes, asOf, weeks)
    if ('reason' in position) left_out.push({ symbol: log.symbol, ...position })
    else entries.push(toEntry(log, position, positionAt(log, closes, week_before, weeks)))
  }
  entries.sort((a, b) => b.yield_on_cost - a.yield_on_cost || (a.symbol < b.symbol ? -1 : 1))
  return { weeks, as_of: asOf, week_before, entries, left_out }
}

type Position = {
  cost: number
  costDate: IsoDay
  latest: FundLog['payments'][number]
  frequency: PaymentFrequency
  yieldOnCost: number
  now: Close
}

/** A share bought and what it yields, as known at the close of `asOf`; or why the fund can't be ranked. */
function positionAt(
  log: FundLog,
  closes: readonly Close[],
  asOf: IsoDay,
  weeks: BattleWeeks
): Position | Omit<LeftOutFund, 'symbol'> {
  const usual = usualPayments(log.payments.filter(({ exDate }) => exDate <= asOf))
  const latest = usual.at(-1)
  if (log.isInactive || latest === undefined) {
    return { reason: 'inactive', since: log.payments.at(-1)?.exDate ?? null }
  }
  const now = closeAt(closes, asOf)
  if (now === undefined) return { reason: 'no-recent-price', since: log.newestClose?.date ?? null }
  const day = boughtAt(asOf, weeks)
  const first = log.firstClose
  const purchase = day === null ? first : closeAt(closes, day)
  if (purchase === undefined || purchase.date > asOf) {
    const isYoung = first !== undefined && first.date > (day ?? asOf)
    return isYoung
      ? { reason: 'too-young', since: first.date }
      : { reason: 'no-recent-price', since: log.newestClose?.date ?? null }
  }
  const frequency = readFrequency(usual.map(({ exDate }) => exDate))
  const cost = roundTo(2, purchase.close)
  const amount = roundTo(4, latest.amount)
  return {
    cost,
    costDate: purchase.date,
    latest: { ...latest, amount },
    frequency,
    yieldOnCost: roundTo(2, yieldOnCost(amount, frequency, cost)),
    now
  }
}

/** Percents are made from the rounded dollars, so that a reader who recalculates comes to the same number. */
function toEntry(log: FundLog, position: Position, before: ReturnType<typeof positionAt>): BattleEntry {
  const { cost, costDate, latest, frequency, now } = position
  const price = roundTo(2, now.close)
  const dividends_since = roundTo(4, dividendsBetween(log.payments, costDate, now.date))
  return {
    symbol: log.symbol,
    name: log.name,
    issuer: log.issuer,
    payment_frequency: frequency,
    frequency_label: labelFrequency(frequency),
    yield_on_cost: position.yieldOnCost,
    yield_on_cost_before: 'reason' in before ? null : before.yieldOnCost,
    latest_dividend: latest.amount,
    latest_ex_date: latest.exDate,
    latest_payment_date: latest.payDate,
    cost_price: cost,
    cost_date: costDate,
    price,
    price_date: now.date,
    price_change: roundTo(2, priceChange(cost, price) ?? 0),
    dividends_since,
    total_return: roundTo(2, totalReturn(cost, price, dividends_since) ?? 0),
    next_ex_date: log.nextExDate
  }
}

/** The day the shares were bought on; null for the fund's first. */
function boughtAt(asOf: IsoDay, weeks: BattleWeeks): IsoDay | null {
  return weeks === 'all' ? null : addDays(asOf, -7 * Number(weeks))
}
