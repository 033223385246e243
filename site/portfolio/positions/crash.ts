import { closeAt } from '../../../admin-api/market-days/closes.ts'
import { addDays, laterOf, weekdayOf } from '../../../admin-api/market-days/days.ts'
import type { Close, IsoDay } from '../../../admin-api/market-days/types.ts'
import type { HeldFund } from '../funds/held-fund.ts'

/*
 * Effects of past falls on a position of today. Weeks end on Fridays. Prices and payments of a fund are on one share
 * basis, so splits change no ratio.
 */

/** Past falls by name. */
export const crashes = ['quarter', 'year-2022'] as const
export type CrashName = (typeof crashes)[number]

/** Weeks of a quarter. */
const quarterWeeks = 13
/** Last Fridays before and of 2022. */
const year2022 = { start: '2021-12-31', weeks: 52 }
const firstFriday = year2022.start

/** A week of a fall, relative to the price at its start. */
type CrashWeek = { price: number; paid: number }

/** A fall applied to one fund. */
export type FundCrash = {
  symbol: string
  /** First and last day of the fall. */
  from: IsoDay
  to: IsoDay
  /** Whose fall it is: the underlying, or the fund itself. */
  of: string
  /** own: what the fund did then; rule: what it would do if it followed the underlying as in its own weeks. */
  basis: 'own' | 'rule'
  weeks: CrashWeek[]
}

type Falling = Pick<HeldFund, 'symbol' | 'closes' | 'payments' | 'upcoming' | 'asOf' | 'underlying'>

/**
 * Applies a past fall to a fund: the 13 weeks since 2022 in which its underlying fell most, or 2022. A fund without the prices
 * of an underlying follows its own. Null if there are too few prices for it.
 * @param underlying closes, ascending; null without any
 */
export function replayCrash(
  fund: Falling,
  underlying: readonly Close[] | null,
  name: CrashName
): FundCrash | null {
  const reference = underlying ?? fund.closes
  const span = name === 'quarter' ? findWorstQuarter(fund, underlying) : year2022
  if (span === null) return null
  const days = weeksFrom(span.start, span.weeks)
  const [from, to] = [span.start, days.at(-1) ?? span.start]
  const about = { symbol: fund.symbol, from, to }
  const of = underlying === null ? fund.symbol : (fund.underlying?.ticker ?? fund.symbol)
  const own = replayOwn(fund, from, days)
  if (own !== null) return { ...about, of, basis: 'own', weeks: own }
  if (underlying === null || closeAt(reference, from) === undefined) return null
  const ruled = replayByRule(fund, underlying, from, days)
  return ruled && { ...about, of, basis: 'rule', weeks: ruled }
}

function weeksFrom(start: IsoDay, count: number): IsoDay[] {
  return Array.from({ length: count }, (_, week) => addDays(start, 7 * (week + 1)))
}

/** Fewer weeks of prices say nothing about a worst quarter. */
const leastWeeks = 2 * quarterWeeks

/** The 13 weeks with the largest fall: of the underlying's closes, or of the fund's with its payments. */
function findWorstQuarter(
  fund: Falling,
  underlying: readonly Close[] | null
): { start: IsoDay; weeks: number } | null {
  const closes = underlying ?? fund.closes
  const last = closes.at(-1)?.date
  const first = closes[0]?.date
  if (first === undefined || last === undefined) return null
  const fridays = fridaysBetween(laterOf(first, firstFriday), last)
  if (fridays.length <= leastWeeks) return null
  let worst: { start: IsoDay; ratio: number } | null = null
  for (const start of fridays.slice(0, -quarterWeeks)) {
    const end = addDays(start, 7 * quarterWeeks)
    const [before, after] = [closeAt(closes, start), closeAt(closes, end)]
    if (before === undefined || after === undefined) continue
    const paid = underlying === null ? paidWithin(fund, start, end) : 0
    const ratio = (after.close + paid) / before.close
    if (worst === null || ratio < worst.ratio) worst = { start, ratio }
  }
  return worst && { start: worst.start, weeks: quarterWeeks }
}

function fridaysBetween(first: IsoDay, last: IsoDay): IsoDay[] {
  const fridays: IsoDay[] = []
  for (let day = addDays(first, (12 - weekdayOf(first)) % 7); day <= last; day = addDays(day, 7))
    fridays.push(day)
  return fridays
}

/** Payments with ex-dates after `from` up to `to`, dollars a share. */
function paidWithin({ payments }: Pick<Falling, 'payments'>, from: IsoDay, to: IsoDay): number {
  return payments.reduce((sum, { exDate, amount }) => (exDate > from && exDate <= to ? sum + amount : sum), 0)
}

/** What the fund did; null unless it had paid before and has a close of each week. */
function replayOwn(fund: Falling, from: IsoDay, days: readonly IsoDay[]): CrashWeek[] | null {
  const start = closeAt(fund.closes, from)?.close
  if (start === undefined || !fund.payments.some(({ exDate }) => exDate <= from)) return null
  let before = from
  const weeks: CrashWeek[] = []
  for (const day of days) {
    const close = closeAt(fund.closes, day)
    if (close === undefined) return null
    weeks.push({ price: close.close / start, paid: paidWithin(fund, before, day) / start })
    before = day
  }
  return weeks
}

/** Weeks of the fund's own that show how it follows its underlying, and falling ones among them. */
const leastFollowed = { all: 20, falls: 6 }

/**
 * What the fund would do: in each week its return, payments included, is a share of the underlying's, one for falls and one
 * for rises, as in its own weeks by least squares; each payment is the share of the price that is expected now; what is paid
 * leaves the price.
 */
function replayByRule(
  fund: Falling,
  underlying: readonly Close[],
  from: IsoDay,
  days: readonly IsoDay[]
): CrashWeek[] | null {
  const follows = fitShares(fund, underlying)
  const now = fund.closes.at(-1)?.close
  if (follows === null || now === undefined) return null
  let price = 1
  let before = closeAt(underlying, from)?.close
  const weeks: CrashWeek[] = []
  for (const [i, day] of days.entries()) {
    const after = closeAt(underlying, day)?.close
    if (before === undefined || after === undefined) return null
    const moved = after / before - 1
    const worth = price * Math.max(0, 1 + moved * (moved < 0 ? follows.falls : follows.rises))
    const paid = Math.min(worth, worth * expectedShare(fund, i, now))
    price = worth - paid
    before = after
    weeks.push({ price, paid })
  }
  return weeks
}

/** Expected payments with ex-dates in a week from the newest day, as a share of the newest price. */
function expectedShare({ upcoming, asOf }: Falling, week: number, price: number): number {
  // After the year that is listed, each week pays like the one 52 weeks before.
  const from = addDays(asOf, 7 * (week % 52))
  const to = addDays(from, 7)
  return (
    upcoming.reduce(
      (sum, { ex_date, amount }) => (ex_date > from && ex_date <= to ? sum + (amount ?? 0) : sum),
      0
    ) / price
  )
}

function fitShares(fund: Falling, underlying: readonly Close[]): { falls: number; rises: number } | null {
  const [first, last] = [fund.closes[0]?.date, fund.closes.at(-1)?.date]
  if (first === undefined || last === undefined) return null
  const moves = fridaysBetween(first, last).flatMap((day): [fund: number, underlying: number][] => {
    const next = addDays(day, 7)
    const [own, ownNext] = [closeAt(fund.closes, day)?.close, closeAt(fund.closes, next)?.close]
    const [its, itsNext] = [closeAt(underlying, day)?.close, closeAt(underlying, next)?.close]
    if (
      own === undefined ||
      ownNext === undefined ||
      its === undefined ||
      itsNext === undefined ||
      next > last
    )
      return []
    return [[(ownNext + paidWithin(fund, day, next)) / own - 1, itsNext / its - 1]]
  })
  const falls = moves.filter(([, its]) => its < 0)
  const rises = moves.filter(([, its]) => its > 0)
  if (moves.length < leastFollowed.all || falls.length < leastFollowed.falls) return null
  return { falls: slopeOf(falls), rises: slopeOf(rises) }
}

/** Slope of the line through the origin by least squares. */
function slopeOf(moves: readonly (readonly [y: number, x: number])[]): number {
  const square = moves.reduce((sum, [, x]) => sum + x * x, 0)
  return square === 0 ? 0 : moves.reduce((sum, [y, x]) => sum + x * y, 0) / square
}

/** A position and the fall applied to it, in dollars. */
export type CrashHolding = {
  crash: FundCrash
  value: number
  /** Taxes on a dollar of its payments. */
  taxShare: number
  /** Payments now expected in the weeks of the fall. */
  expected: number
}

/** A fall applied to all positions at once, in dollars. */
export type PortfolioCrash = {
  /** At the start and after each week: value, and payments less taxes since the start. */
  points: { value: number; cash: number }[]
  paid: number
  taxes: number
  expected: number
}

/** Adds up falls of the same number of weeks. */
export function sumCrashes(holdings: readonly CrashHolding[]): PortfolioCrash {
  const weeks = Math.max(0, ...holdings.map(({ crash }) => crash.weeks.length))
  const total = (of: (holding: CrashHolding) => number) => holdings.reduce((sum, held) => sum + of(held), 0)
  const paidUntil = (count: number, part: (holding: CrashHolding) => number) =>
    total((held) => {
      const paid = held.crash.weeks.slice(0, count).reduce((sum, week) => sum + week.paid, 0)
      return held.value * paid * part(held)
    })
  const points = Array.from({ length: weeks + 1 }, (_, week) => ({
    value: total(({ crash, value }) => value * (week === 0 ? 1 : (crash.weeks[week - 1]?.price ?? 1))),
    cash: paidUntil(week, ({ taxShare }) => 1 - taxShare)
  }))
  return {
    points,
    paid: paidUntil(weeks, () => 1),
    taxes: paidUntil(weeks, ({ taxShare }) => taxShare),
    expected: total(({ expected }) => expected)
  }
}
