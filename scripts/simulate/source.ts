import { addDays, earlierOf } from '../../admin-api/market-days/days.ts'
import { addSessions } from '../../admin-api/market-days/market-calendar.ts'
import { toNewYorkTime } from '../../admin-api/market-days/new-york.ts'
import type { Close } from '../../admin-api/market-days/types.ts'
import type { Facts } from '../../data/schema.ts'
import { basisAt, closesWithoutGaps } from './known-facts.ts'

/** `shownOn`: the day on which the source first reports it. */
export type RealPayment = { symbol: string; exDate: string; amount: number; shownOn: string }

/** All that happens, on today's share basis, and what a source shows of it at a moment. */
export type Source = {
  payments: readonly RealPayment[]
  /** The last day on which a fund is traded; undefined while it goes on. */
  lastDayOf: ReadonlyMap<string, string>
  closesOf: ReadonlyMap<string, readonly Close[]>
  /** Each share basis its figures have stood on, as what today's are divided by. */
  basesOf: (symbol: string) => number[]
  /** Null for a fund that is not listed then, or no more. */
  showFund: (symbol: string, since: Date, now: Date) => FundShown | null
}

type FundShown = {
  closes: [instant: string, close: number][]
  dividends: [instant: string, amount: number][]
  splits: [instant: string, oldShares: number, newShares: number][]
}

/** A fund is delisted some days after the last payment it is known to have made. */
const sessionsToDelisting = 7
/** Payments in a hundred that the source reports late, and by how many sessions at most. */
const lateInHundred = 4
const longestDelay = 4

/** What a source would have shown of these facts at any moment up to `to`; `random` decides what it reports late. */
export function createSource(
  facts: Facts,
  { from, to, isCalm, random }: { from: string; to: string; isCalm: boolean; random: () => number }
): Source {
  const { splits } = facts
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
  const payments = facts.dividends.map(({ symbol, ex_date, amount }) => ({
    symbol,
    exDate: ex_date,
    amount,
    shownOn:
      !isCalm && random() * 100 < lateInHundred
        ? addSessions(ex_date, 1 + Math.floor(random() * longestDelay))
        : ex_date
  }))
  const paymentsOf = Map.groupBy(payments, ({ symbol }) => symbol)
  const factorAt = (symbol: string, day: string) => basisAt(splits, symbol, day)

  function showFund(symbol: string, since: Date, now: Date): FundShown | null {
    const closes = closesOf.get(symbol)
    const { day, time } = toNewYorkTime(now)
    // A session's bar, and what goes ex on its day, appear when it opens.
    const newest = time >= opensAt ? day : addDays(day, -1)
    const first = closes?.[0]
    const last = lastDayOf.get(symbol)
    if (first === undefined || first.date > newest || (last !== undefined && newest > last)) return null
    const from = toNewYorkTime(since).day
    const factor = factorAt(symbol, newest)
    const isShown = (date: string) => date >= from && date <= newest
    return {
      closes: (closes ?? [])
        .filter(({ date }) => isShown(date))
        .map(({ date, close }) => [openingOf(date), Math.fround(close / factor)]),
      dividends: (paymentsOf.get(symbol) ?? [])
        .filter(({ exDate, shownOn }) => isShown(exDate) && shownOn <= newest)
        .map(({ exDate, amount }) => [openingOf(exDate), Number((amount / factor).toFixed(6))]),
      splits: splits
        .filter((split) => split.symbol === symbol && split.date !== null && isShown(split.date))
        .map(({ date, old_shares, new_shares }) => [openingOf(date ?? ''), old_shares, new_shares])
    }
  }

  const basesOf = (symbol: string) => {
    const days = splits.flatMap((split) => (split.symbol === symbol && split.date !== null ? split.date : []))
    return [factorAt(symbol, ''), ...days.map((day) => factorAt(symbol, day))]
  }
  return { payments, lastDayOf, closesOf, basesOf, showFund }
}

const opensAt = '09:30'
const openings = new Map<string, string>()

/** The instant the exchange opens: Yahoo stamps a day's bar, dividend and split with it. */
export function openingOf(day: string): string {
  const known = openings.get(day)
  if (known !== undefined) return known
  const inSummer = `${day}T13:30:00Z`
  const opening = toNewYorkTime(new Date(inSummer)).time === opensAt ? inSummer : `${day}T14:30:00Z`
  openings.set(day, opening)
  return opening
}
