import { marketVolatilityIndex } from '../../admin-api/estimator/estimator.ts'
import { addDays, earlierOf } from '../../admin-api/market-days/days.ts'
import { addSessions, isSession } from '../../admin-api/market-days/market-calendar.ts'
import { openingOf, opensAt, toNewYorkTime } from '../../admin-api/market-days/sessions.ts'
import type { Close } from '../../admin-api/market-days/types.ts'
import { basisAt } from '../../data/facts-known-at.ts'
import type { Facts } from '../../data/schema.ts'

/** `shownOn` is the day on which the source first reports the payment. */
export type RealPayment = { symbol: string; exDate: string; amount: number; shownOn: string }

/** All real payments and closes, on today's share basis, and what a source shows of them at an instant. */
export type Source = {
  payments: RealPayment[]
  /** Last trading day of each delisted fund. */
  lastDayOf: ReadonlyMap<string, string>
  closesOf: ReadonlyMap<string, Close[]>
  /** Symbols of the funds' underlyings; only that of the VIX has real closes. */
  underlyings: ReadonlySet<string>
  /** Every share basis a fund has had, as divisors of today's figures. */
  basesOf: (symbol: string) => number[]
  /** Payments announced on a day, the session before their ex-date, on the share basis of that day. */
  announcedOn: (day: string) => Omit<RealPayment, 'shownOn'>[]
  /** Funds that another symbol had until a day of the span. */
  renamed: readonly Renamed[]
  /** Null for a fund that isn't listed at the time, and for a symbol that isn't its symbol then. */
  showFund: (symbol: string, since: Date, now: Date) => FundShown | null
}

/** `former` became `symbol`, the one in the facts, on the day. */
export type Renamed = { symbol: string; former: string; on: string }

/** An instant or a day, and the figure of it. */
type DayValue = [when: string, figure: number]

/** What the source shows of a fund, on the share basis of the time. */
export type FundShown = {
  closes: DayValue[]
  dividends: DayValue[]
  /** The same by ex-date, on the share basis of that day. */
  asPaid: DayValue[]
  splits: [when: string, oldShares: number, newShares: number][]
}

/** Sessions from the last known payment of a fund to its delisting. */
const sessionsToDelisting = 7
/** Family whose payments the exchange announces. */
const announcedFamily = 'roundhill-weeklypay'
/** Percentage of payments that the source reports late, and the maximum delay in sessions. */
const latePercent = 4
const maxDelay = 4

/** Simulates what a source would have shown of these facts until `to`; `random` decides what it reports late. */
export function createSource(
  facts: Facts,
  { from, to, isCalm, random }: { from: string; to: string; isCalm: boolean; random: () => number }
): Source {
  const { splits } = facts
  const symbols = new Set(facts.funds.map(({ symbol }) => symbol))
  const renamed = facts.formerSymbols.flatMap(
    ({ symbol, former_symbol: former, not_before, not_after: on }): Renamed[] => {
      const isInSpan = on !== null && not_before !== null && not_before > from && on < to
      return isInSpan && symbols.has(symbol) ? [{ symbol, former, on }] : []
    }
  )
  /** The symbol of today of what had this one on the day; null if nothing had. */
  const identify = (name: string, day: string): string | null => {
    const one = renamed.find(({ symbol, former }) => name === symbol || name === former)
    if (one === undefined) return name
    return name === (day < one.on ? one.former : one.symbol) ? one.symbol : null
  }
  const lastDayOf = new Map<string, string>()
  for (const { symbol, note } of facts.funds) {
    const last = /no payment known after (\S+);/.exec(note)?.[1]
    if (last !== undefined) lastDayOf.set(symbol, addSessions(last, sessionsToDelisting))
  }
  const closesOf = new Map(
    facts.funds.map(({ symbol }) => {
      const last = lastDayOf.get(symbol) ?? to
      return [symbol, closesWithoutGaps(facts, symbol, { from, to: earlierOf(last, to) })]
    })
  )
  closesOf.set(
    marketVolatilityIndex,
    facts.underlyings.filter(({ symbol }) => symbol === marketVolatilityIndex)
  )
  const allPayments = facts.dividends.map(({ symbol, ex_date, amount }) => ({
    symbol,
    exDate: ex_date,
    amount,
    shownOn:
      !isCalm && random() * 100 < latePercent
        ? addSessions(ex_date, 1 + Math.floor(random() * maxDelay))
        : ex_date
  }))
  const paymentsOf = Map.groupBy(allPayments, ({ symbol }) => symbol)
  const factorAt = (symbol: string, day: string) => basisAt(splits, symbol, day)

  function showFund(name: string, since: Date, now: Date): FundShown | null {
    const { day, time } = toNewYorkTime(now)
    const symbol = identify(name, day) ?? ''
    const closes = closesOf.get(symbol)
    // A session's bar, dividends and splits appear when it opens.
    const newest = time >= opensAt ? day : addDays(day, -1)
    const first = closes?.[0]
    const last = lastDayOf.get(symbol)
    if (first === undefined || first.date > newest || (last !== undefined && newest > last)) return null
    const from = toNewYorkTime(since).day
    const factor = factorAt(symbol, newest)
    const isShown = (date: string) => date >= from && date <= newest
    const payments = (paymentsOf.get(symbol) ?? []).filter(
      ({ exDate, shownOn }) => isShown(exDate) && shownOn <= newest
    )
    return {
      closes: (closes ?? [])
        .filter(({ date }) => isShown(date))
        .map(({ date, close }): DayValue => [timestampOf(date), Math.fround(close / factor)]),
      dividends: payments.map(
        ({ exDate, amount }): DayValue => [timestampOf(exDate), Number((amount / factor).toFixed(6))]
      ),
      asPaid: payments.map(
        ({ exDate, amount }): DayValue => [exDate, Number((amount / factorAt(symbol, exDate)).toFixed(4))]
      ),
      splits: splits
        .filter((split) => split.symbol === symbol && split.date !== null && isShown(split.date))
        .map(({ date, old_shares, new_shares }): [string, number, number] => [
          timestampOf(date ?? ''),
          old_shares,
          new_shares
        ])
    }
  }

  const announced = new Set(
    facts.funds.flatMap(({ symbol, family }) => (family === announcedFamily ? symbol : []))
  )
  const announcedOn = (day: string) =>
    allPayments
      .filter(({ symbol, exDate }) => announced.has(symbol) && addSessions(exDate, -1) === day)
      .map(({ symbol, exDate, amount }) => ({
        symbol: renamed.find((one) => one.symbol === symbol && day < one.on)?.former ?? symbol,
        exDate,
        amount: Number((amount / factorAt(symbol, exDate)).toFixed(6))
      }))

  const basesOf = (symbol: string) => {
    const days = splits.flatMap((split) => (split.symbol === symbol && split.date !== null ? split.date : []))
    return [factorAt(symbol, ''), ...days.map((day) => factorAt(symbol, day))]
  }
  const underlyings = new Set(facts.funds.flatMap(({ underlying }) => underlying ?? []))
  return { payments: allPayments, renamed, lastDayOf, closesOf, underlyings, basesOf, announcedOn, showFund }
}

const timestamps = new Map<string, string>()

/** Opening time of the exchange, Yahoo's timestamp for a day's bar, dividend and split. */
export function timestampOf(day: string): string {
  const timestamp = timestamps.get(day) ?? openingOf(day).toISOString()
  timestamps.set(day, timestamp)
  return timestamp
}

/** Days before the span on which a fund without earlier facts is assumed to trade. */
const daysBefore = 60

/**
 * A close for each session from the fund's first payment or price to the end of the span, on today's share basis. A
 * source has a price every day, but data/ lacks some of five funds; a gap gets the close before it, or else the one
 * after it.
 */
function closesWithoutGaps(
  facts: Facts,
  symbol: string,
  { from, to }: { from: string; to: string }
): Close[] {
  const ofFund = <Row extends { symbol: string }>(row: Row) => row.symbol === symbol
  const closeOn = new Map(facts.prices.filter(ofFund).map(({ date, close }) => [date, close]))
  const days = [...closeOn.keys(), ...facts.dividends.filter(ofFund).map(({ ex_date }) => ex_date)]
  const first = [addDays(from, -daysBefore), ...days].reduce(earlierOf)
  const closes: Close[] = []
  let latest = closeOn.values().next().value
  if (latest === undefined) return closes
  for (let date = first; date <= to; date = addDays(date, 1)) {
    latest = closeOn.get(date) ?? latest
    if (isSession(date)) closes.push({ date, close: latest })
  }
  return closes
}
