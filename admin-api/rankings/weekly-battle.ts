import type { BattleEntry, BattleWeeks, LeftOutFund, WeeklyBattle } from '../contract/rankings.ts'
import { frequencyNow } from '../estimator/estimator.ts'
import { findNewestPriceDay } from '../funds/newest-day.db.ts'
import { closeAt } from '../market-days/closes.ts'
import { addDays } from '../market-days/days.ts'
import { labelFrequency } from '../market-days/frequency.ts'
import type { Close, IsoDay, PaymentFrequency } from '../market-days/types.ts'
import { usualPayments } from '../market-days/usual-payments.ts'
import { roundTo } from '../numbers/format-numbers.ts'
import type { Db } from '../platform/database/schema.ts'
import { yieldOnCost } from '../returns/holding.ts'
import { type ClosesOf, findClosesNear, findRankingInputs, type RankingInput } from './rankings.db.ts'
import { dividendsBetween, priceChange, totalReturn } from './roi-rankings.ts'

/** Funds ranked by yield on cost of a share bought `weeks` ago; null without prices. */
export async function findWeeklyBattle(db: Db, weeks: BattleWeeks): Promise<WeeklyBattle | null> {
  const asOf = await findNewestPriceDay(db)
  if (asOf === null) return null
  const days = [asOf, addDays(asOf, -7)]
  const bought = days.flatMap((day) => boughtAt(day, weeks) ?? [])
  const closesOf = await findClosesNear(db, [...days, ...bought])
  return rankByYieldOnCost(await findRankingInputs(db), closesOf, asOf, weeks)
}

/** Ties are sorted by symbol. */
export function rankByYieldOnCost(
  inputs: readonly RankingInput[],
  closesOf: ClosesOf,
  asOf: IsoDay,
  weeks: BattleWeeks
): WeeklyBattle {
  const week_before = addDays(asOf, -7)
  const entries: BattleEntry[] = []
  const left_out: LeftOutFund[] = []
  for (const input of inputs) {
    const closes = closesOf.get(input.symbol) ?? []
    const position = positionAt(input, closes, asOf, weeks)
    if ('reason' in position) left_out.push({ symbol: input.symbol, ...position })
    else entries.push(toEntry(input, position, positionAt(input, closes, week_before, weeks)))
  }
  entries.sort((a, b) => b.yield_on_cost - a.yield_on_cost || (a.symbol < b.symbol ? -1 : 1))
  return { weeks, as_of: asOf, week_before, entries, left_out }
}

type Position = {
  cost: number
  costDate: IsoDay
  latest: RankingInput['payments'][number]
  frequency: PaymentFrequency
  yieldOnCost: number
  now: Close
}

/** The position and its yield as known at the close of `asOf`, or why the fund can't be ranked. */
function positionAt(
  input: RankingInput,
  closes: readonly Close[],
  asOf: IsoDay,
  weeks: BattleWeeks
): Position | Omit<LeftOutFund, 'symbol'> {
  const usual = usualPayments(input.payments.filter(({ exDate }) => exDate <= asOf))
  const latest = usual.at(-1)
  if (input.absence !== null || latest === undefined) {
    return { reason: input.absence ?? 'inactive', since: input.payments.at(-1)?.exDate ?? null }
  }
  const now = closeAt(closes, asOf)
  if (now === undefined) return { reason: 'no-recent-price', since: input.newestClose?.date ?? null }
  const day = boughtAt(asOf, weeks)
  const first = input.firstClose
  const purchase = day === null ? first : closeAt(closes, day)
  if (purchase === undefined || purchase.date > asOf) {
    const isYoung = first !== undefined && first.date > (day ?? asOf)
    return isYoung
      ? { reason: 'too-young', since: first.date }
      : { reason: 'no-recent-price', since: input.newestClose?.date ?? null }
  }
  const frequency = frequencyNow(usual, input.traits)
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

/** Percentages are calculated from rounded dollars, so that readers can reproduce them. */
function toEntry(
  input: RankingInput,
  position: Position,
  before: ReturnType<typeof positionAt>
): BattleEntry {
  const { cost, costDate, latest, frequency, now } = position
  const price = roundTo(2, now.close)
  const dividends_since = roundTo(4, dividendsBetween(input.payments, costDate, now.date))
  return {
    symbol: input.symbol,
    name: input.name,
    issuer: input.issuer,
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
    next_ex_date: input.nextExDate
  }
}

/** Purchase day; null for the fund's first close. */
function boughtAt(asOf: IsoDay, weeks: BattleWeeks): IsoDay | null {
  return weeks === 'all' ? null : addDays(asOf, -7 * Number(weeks))
}
