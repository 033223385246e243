import type { Family } from '../../contract/admin-families.ts'
import { firstThursday } from '../../contract/calendar.ts'
import type {
  PaymentMove,
  WeekEntry,
  WeekPage,
  WeekPicture,
  WeekSummary,
  WeeksFeed,
  WeeksPage
} from '../../contract/weeks.ts'
import { findFamilies } from '../../funds/families.db.ts'
import { findNewestPriceDay } from '../../funds/newest-day.db.ts'
import { closeAt, priceDayOf } from '../../market-days/closes.ts'
import { addDays, thursdayOf } from '../../market-days/days.ts'
import { pastFrequencies } from '../../market-days/frequency.ts'
import { isSession } from '../../market-days/market-calendar.ts'
import type { Close, IsoDay } from '../../market-days/types.ts'
import { usualPayments } from '../../market-days/usual-payments.ts'
import { changeChances } from '../../numbers/change-chances.ts'
import type { Db } from '../../platform/database/schema.ts'
import { cacheUntilFiguresChange } from '../../publishing/figures-revision.db.ts'
import { listEntries, listMissing, weekFiguresOf } from './week-entries.ts'
import {
  findAwaitedDays,
  findCloses,
  findFrozen,
  findPaid,
  findPaidDays,
  type PaidAmount
} from './weeks.db.ts'

/** Days of payments before the week: enough for the frequency and previous payment of a monthly payer. */
const daysBehind = 150
/** Days of closes before the week: enough for the price day of the previous payment. */
const daysBefore = 60
const weeksInFeed = 12

/** First day covered by a weekly report. */
const firstDay = addDays(firstThursday, -3)

type KnownDays = {
  /** Ex-dates of stored payments. */
  paid: readonly IsoDay[]
  /** Next ex-date of every fund with an estimate. */
  awaited: readonly IsoDay[]
  asOf: IsoDay
}

/**
 * Thursdays of finished weeks, oldest first. A week is finished when its last expected payment was stored, or, if one
 * is missing, when the first ex-date of a later week has passed.
 */
export function listClosedWeeks({ paid, awaited, asOf }: KnownDays): IsoDay[] {
  const open = new Set(awaited.map(thursdayOf))
  const newestPast =
    [...paid, ...awaited]
      .filter((day) => day <= asOf)
      .sort()
      .at(-1) ?? ''
  const thursdays = [...new Set(paid.map(thursdayOf))].filter((thursday) => thursday >= firstThursday)
  return thursdays.filter((thursday) => !open.has(thursday) || newestPast > addDays(thursday, 3)).sort()
}

/** Thursdays of finished weeks, oldest first; empty without figures. */
export const findClosedWeeks = cacheUntilFiguresChange(async (db: Db): Promise<readonly IsoDay[]> => {
  const asOf = await findNewestPriceDay(db)
  if (asOf === null) return []
  const awaited = await findAwaitedDays(db)
  return listClosedWeeks({ paid: await findPaidDays(db, firstDay), awaited, asOf })
})

/** Report of a week; null if it isn't finished or has no payments. */
export async function loadWeek(db: Db, thursday: IsoDay): Promise<WeekPage | null> {
  const weeks = await findClosedWeeks(db)
  const index = weeks.indexOf(thursday)
  if (index < 0) return null
  const [monday, sunday] = [addDays(thursday, -3), addDays(thursday, 3)]
  const { frozen, entries, figures, families } = await scoreWeek(db, thursday)
  const payments = await findPaid(db, addDays(monday, -daysBehind), sunday)
  const usualOf = new Map(
    [...Map.groupBy(payments, ({ symbol }) => symbol)].map(([symbol, paid]) => [symbol, usualPayments(paid)])
  )
  const { rises, cuts } = listMoves(entries, usualOf)
  const moved = [...rises, ...cuts].map(({ entry }) => entry.symbol)
  const closes = await findCloses(db, moved, addDays(monday, -daysBefore), sunday)
  const payDateOf = new Map(payments.map((payment) => [keyOf(payment), payment.payDate]))
  const estimated = new Set(entries.map(keyOf))
  return {
    kind: 'week',
    thursday,
    closedDays: [0, 1, 2, 3, 4].map((days) => addDays(monday, days)).filter((day) => !isSession(day)),
    entries: entries.map(({ quantiles, ...entry }) => {
      const { before } = findInSeries(entry, usualOf.get(entry.symbol) ?? [])
      return {
        ...entry,
        payDate: payDateOf.get(keyOf(entry)) ?? null,
        chances: quantiles && before ? changeChances(quantiles, before.amount) : null
      }
    }),
    missing: listMissing(frozen, sunday),
    unestimated: [...usualOf.values()]
      .flat()
      .filter((payment) => payment.exDate >= monday && !estimated.has(keyOf(payment))),
    figures,
    families,
    rises: rises.map((move) => withPriceChange(move, closes)),
    cuts: cuts.map((move) => withPriceChange(move, closes)),
    older: weeks[index - 1] ?? null,
    newer: weeks[index + 1] ?? null
  }
}

/** Frozen rows of a week, those with a payment in it, and their figures together and by family. */
async function scoreWeek(db: Db, thursday: IsoDay) {
  const [monday, sunday] = [addDays(thursday, -3), addDays(thursday, 3)]
  const frozen = await findFrozen(db, monday, addDays(sunday, 7))
  const known = await findFamilies(db)
  const entries = byFamily(listEntries(frozen), known).filter(({ exDate }) => exDate <= sunday)
  const families = known.flatMap(({ id: family, name }) => {
    const figures = weekFiguresOf(entries.filter((entry) => entry.family === family))
    return figures === null ? [] : [{ family, name, figures }]
  })
  return { frozen, entries, figures: weekFiguresOf(entries), families }
}

/** Sorts entries by family and keeps their order within it. */
function byFamily(entries: readonly WeekEntry[], families: readonly Family[]): WeekEntry[] {
  const indexOf = new Map(families.map(({ id }, index) => [id, index]))
  const familyIndex = ({ family }: WeekEntry) => indexOf.get(family) ?? families.length
  return entries.toSorted((a, b) => familyIndex(a) - familyIndex(b))
}

/** Share image model of a week; null if it has no report. */
export async function loadWeekPicture(db: Db, thursday: IsoDay): Promise<WeekPicture | null> {
  if (!(await findClosedWeeks(db)).includes(thursday)) return null
  const { figures, families } = await scoreWeek(db, thursday)
  return { kind: 'week-picture', thursday, figures, families }
}

/** Overview of all finished weeks; null without figures. */
export async function loadWeeks(db: Db): Promise<WeeksPage | null> {
  const asOf = await findNewestPriceDay(db)
  return asOf === null ? null : { kind: 'weeks', asOf, weeks: await summarizeWeeks(db, firstDay) }
}

/** Newest finished weeks, as a feed. */
export async function loadWeeksFeed(db: Db): Promise<WeeksFeed> {
  const weeks = (await findClosedWeeks(db)).slice(-weeksInFeed)
  const [first] = weeks
  return {
    kind: 'weeks-feed',
    weeks: first === undefined ? [] : await summarizeWeeks(db, addDays(first, -3))
  }
}

/** Newest first. */
async function summarizeWeeks(db: Db, since: IsoDay): Promise<WeekSummary[]> {
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
      figures: weekFiguresOf(entries),
      live: entries.filter(({ origin }) => origin === 'live').length,
      backtested: entries.filter(({ origin }) => origin === 'replayed').length,
      correctedOn: newestOf(rows.map(({ corrected_on }) => corrected_on)),
      // Backtested rows don't count: otherwise two databases would differ by when they were created.
      updatedAt: newestOf(
        rows.map((row) => (row.origin === 'live' || row.corrected_on !== null ? row.scored_at : null))
      )
    }
  })
}

const movesShown = 5

type Move = Omit<PaymentMove, 'priceChangePercent'>

/**
 * Largest increases and cuts against the previous payment, largest first. Skips residual payments, changes of
 * frequency, and payments after a zero.
 * @param usualOf regular payments, ascending, by symbol
 */
function listMoves(entries: readonly WeekEntry[], usualOf: ReadonlyMap<string, readonly PaidAmount[]>) {
  const moves = entries.flatMap((entry) => moveOf(entry, usualOf.get(entry.symbol) ?? []) ?? [])
  const byChange = moves.toSorted((a, b) => b.changePercent - a.changePercent)
  const cuts = byChange.toReversed().filter(({ changePercent }) => changePercent < 0)
  return {
    rises: byChange.filter(({ changePercent }) => changePercent > 0).slice(0, movesShown),
    cuts: cuts.slice(0, movesShown)
  }
}

/** @param closes ascending */
function withPriceChange(move: Move, closes: readonly (Close & { symbol: string })[]): PaymentMove {
  const own = closes.filter(({ symbol }) => symbol === move.entry.symbol)
  const from = closeAt(own, priceDayOf(move.before.exDate))
  const to = closeAt(own, priceDayOf(move.entry.exDate))
  const isKnown = from !== undefined && to !== undefined
  return { ...move, priceChangePercent: isKnown ? 100 * (to.close / from.close - 1) : null }
}

/** A payment and the one before it, with the change in percent; null unless both have the same frequency. */
function moveOf(entry: WeekEntry, usual: readonly PaidAmount[]): Move | null {
  const { index, before } = findInSeries(entry, usual)
  if (before === undefined || before.amount === 0) return null
  const frequencies = pastFrequencies(usual.map(({ exDate }) => exDate))
  if (frequencies[index] !== frequencies[index - 1]) return null
  return {
    entry,
    before: { exDate: before.exDate, amount: before.amount },
    changePercent: 100 * (entry.actual / before.amount - 1)
  }
}

/** The place of an entry's payment among the regular ones of its fund, and the one before. */
function findInSeries({ exDate }: { exDate: IsoDay }, usual: readonly PaidAmount[]) {
  const index = usual.findIndex((payment) => payment.exDate === exDate)
  return { index, before: usual[index - 1] }
}

function keyOf({ symbol, exDate }: { symbol: string; exDate: IsoDay }): string {
  return `${symbol} ${exDate}`
}

/** Latest day or instant; null if there is none. */
function newestOf(times: readonly (string | null)[]): string | null {
  return times.reduce((a, b) => (a !== null && (b === null || a > b) ? a : b), null)
}
