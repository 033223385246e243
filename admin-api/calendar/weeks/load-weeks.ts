import type { Kysely } from 'kysely'
import type { WeekPicture } from '../../contract/pictures.ts'
import type {
  ComingEstimate,
  WeekEntry,
  WeekPage,
  WeekSummary,
  WeeksFeedPage,
  WeeksPage
} from '../../contract/weeks.ts'
import { findNewestPriceDay } from '../../funds/funds.db.ts'
import type { Database } from '../../platform/database/schema.ts'
import { compareText } from '../../numbers/compare-text.ts'
import { addDays, thursdayOf } from '../../market-days/days.ts'
import { isSession, ownByDay } from '../../market-days/market-calendar.ts'
import type { IsoDay } from '../../market-days/types.ts'
import { families } from '../../contract/vocabulary.ts'
import { firstDay, listClosedWeeks } from './closed-weeks.ts'
import { listMoves, withPriceChange } from './payment-moves.ts'
import { figuresOf, listEntries, listMissing, ofStakes } from './week-entries.ts'
import { findAwaited, findCloses, findFrozen, findPaid, findPaidDays } from './weeks.db.ts'

/** Enough to read off how often a fund paid, and for the payment before of one that pays monthly. */
const daysBehind = 150
/** The price day of the payment before lies in these, and the close it falls back on. */
const daysBefore = 60
const weeksInFeed = 12

/** The Thursdays of the weeks that are over, oldest first; none without figures. */
export async function findClosedWeeks(db: Kysely<Database>): Promise<IsoDay[]> {
  const asOf = await findNewestPriceDay(db)
  if (asOf === null) return []
  const awaited = (await findAwaited(db)).map(({ exDate }) => exDate)
  return listClosedWeeks({ paid: await findPaidDays(db, firstDay), awaited, asOf })
}

/** null for a week that is not over, or that has no payments. */
export async function loadWeek(db: Kysely<Database>, thursday: IsoDay): Promise<WeekPage | null> {
  const asOf = await findNewestPriceDay(db)
  const weeks = await findClosedWeeks(db)
  const index = weeks.indexOf(thursday)
  if (asOf === null || index < 0) return null
  const [monday, friday, sunday] = [addDays(thursday, -3), addDays(thursday, 1), addDays(thursday, 3)]
  const frozen = await findFrozen(db, monday, addDays(sunday, 7))
  const all = listEntries(frozen)
  const entries = all.filter(({ exDate }) => exDate <= sunday)
  const payments = await findPaid(db, addDays(monday, -daysBehind), sunday)
  const { rises, cuts } = listMoves(entries, payments)
  const moved = [...rises, ...cuts].map(({ entry }) => entry.symbol)
  const closes = await findCloses(db, moved, addDays(monday, -daysBefore), sunday)
  const estimated = new Set(entries.map(keyOf))
  return {
    kind: 'week',
    thursday,
    from: monday,
    until: friday,
    asOf,
    closedDays: [0, 1, 2, 3, 4].map((days) => addDays(monday, days)).filter((day) => !isSession(day)),
    entries,
    missing: listMissing(frozen, sunday),
    unestimated: payments.filter((payment) => payment.exDate >= monday && !estimated.has(keyOf(payment))),
    figures: figuresOf(entries),
    families: families.flatMap((family) => {
      const figures = figuresOf(entries.filter((entry) => entry.family === family))
      return figures === null ? [] : [{ family, figures }]
    }),
    rises: rises.map((move) => withPriceChange(move, closes)),
    cuts: cuts.map((move) => withPriceChange(move, closes)),
    next: await loadNext(
      db,
      addDays(thursday, 7),
      all.filter(({ exDate }) => exDate > sunday),
      weeks
    ),
    older: weeks[index - 1] ?? null,
    newer: weeks[index + 1] ?? null
  }
}

/** null for a week that has no page. */
export async function loadWeekPicture(db: Kysely<Database>, thursday: IsoDay): Promise<WeekPicture | null> {
  const week = await loadWeek(db, thursday)
  return week && { kind: 'week-picture', thursday, figures: week.figures, families: week.families }
}

/** What was expected of the payments that have come, and what is expected of those still awaited. */
async function loadNext(
  db: Kysely<Database>,
  thursday: IsoDay,
  paid: readonly WeekEntry[],
  weeks: readonly IsoDay[]
): Promise<WeekPage['next']> {
  const awaited = (await findAwaited(db)).filter(({ exDate }) => thursdayOf(exDate) === thursday)
  const estimates: ComingEstimate[] = [
    ...paid.map(({ symbol, exDate, estimate, low, high, price, origin }) => ({
      symbol,
      exDate,
      estimate,
      low,
      high,
      price,
      origin
    })),
    ...awaited.map((estimate) => ({ ...estimate, origin: 'current' as const }))
  ].sort((a, b) => compareText(a.exDate, b.exDate) || compareText(a.symbol, b.symbol))
  return {
    thursday,
    isLogged: weeks.includes(thursday),
    days: [...Map.groupBy(estimates, ({ exDate }) => exDate)].map(([exDate, members]) => ({
      exDate,
      ownBy: ownByDay(exDate),
      estimates: members
    })),
    stake: {
      funds: new Set(estimates.map(({ symbol }) => symbol)).size,
      expected: ofStakes(estimates, ({ estimate }) => estimate)
    }
  }
}

/** All weeks that are over; null without figures. */
export async function loadWeeks(db: Kysely<Database>): Promise<WeeksPage | null> {
  const asOf = await findNewestPriceDay(db)
  return asOf === null ? null : { kind: 'weeks', asOf, weeks: await summariseWeeks(db, firstDay) }
}

/** The newest of them, for a reader of feeds. */
export async function loadWeeksFeed(db: Kysely<Database>): Promise<WeeksFeedPage> {
  const weeks = (await findClosedWeeks(db)).slice(-weeksInFeed)
  const [first] = weeks
  return {
    kind: 'weeks-feed',
    weeks: first === undefined ? [] : await summariseWeeks(db, addDays(first, -3))
  }
}

async function summariseWeeks(db: Kysely<Database>, since: IsoDay): Promise<WeekSummary[]> {
  const weeks = (await findClosedWeeks(db)).filter((thursday) => thursday >= since)
  const newest = weeks.at(-1)
  if (newest === undefined) return []
  const frozen = await findFrozen(db, since, addDays(newest, 3))
  const rowsOf = Map.groupBy(frozen, (row) => thursdayOf(row.paid_ex_date ?? row.ex_date))
  return weeks.toReversed().map((thursday) => {
    const rows = rowsOf.get(thursday) ?? []
    const entries = listEntries(rows)
    return {
      thursday,
      figures: figuresOf(entries),
      live: entries.filter(({ origin }) => origin === 'live').length,
      replayed: entries.filter(({ origin }) => origin === 'replayed').length,
      correctedOn: newestOf(rows.map(({ corrected_on }) => corrected_on)),
      // A row that was replayed when the database was filled is as old as its week: two databases say the same.
      updatedAt: newestOf(
        rows.map((row) => (row.origin === 'live' || row.corrected_on !== null ? row.scored_at : null))
      )
    }
  })
}

function keyOf({ symbol, exDate }: { symbol: string; exDate: IsoDay }): string {
  return `${symbol} ${exDate}`
}

/** The latest of days or instants; null without one. */
function newestOf(times: readonly (string | null)[]): string | null {
  return times.reduce((a, b) => (a !== null && (b === null || a > b) ? a : b), null)
}
