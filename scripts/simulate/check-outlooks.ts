import { firstSessionOf } from '../../admin-api/estimates/outlook-record/outlook-sessions.ts'
import { addDays } from '../../admin-api/market-days/days.ts'
import { isBeforeSession } from '../../admin-api/market-days/sessions.ts'
import type { Db } from '../../admin-api/platform/database/schema.ts'
import { basisAt } from '../../data/facts-known-at.ts'
import type { Facts } from '../../data/schema.ts'
import type { Source } from './source.ts'

/** The record of outlooks after the span, compared with the calendar and the real payments. */
export type OutlookCheck = {
  /** First sessions of the months that begin in the span. */
  months: readonly string[]
  /** Months without frozen outlooks. */
  withoutOutlooks: readonly string[]
  /** Outlooks that were frozen on another day or after the open. */
  late: readonly string[]
  /** Number of frozen outlooks with a sum, and those whose sum isn't that of the real payments. */
  scored: number
  wrong: readonly string[]
}

/** Payments that are quarantined, or reported after the scoring, are missing in a sum. */
const tolerance = 0.005

/** Compares the frozen outlooks with the calendar and with sums of the real payments. */
export async function checkOutlooks(
  db: Db,
  { facts, source, from, lastRun }: { facts: Facts; source: Source; from: string; lastRun: string }
): Promise<OutlookCheck> {
  const rows = await db.selectFrom('outlook_record').selectAll().where('origin', '=', 'live').execute()
  const months: string[] = []
  for (let day = addDays(from, 1); day <= lastRun; day = addDays(day, 1))
    if (firstSessionOf(day) === day) months.push(day)
  const sessions = new Set(rows.map(({ session }) => session))
  const nameOf = ({ symbol, session, months: span }: (typeof rows)[number]) =>
    `${symbol} ${session}, ${span} months`
  const scored = rows.filter(({ outcome }) => outcome === 'scored')
  return {
    months,
    withoutOutlooks: months.filter((session) => !sessions.has(session)),
    late: rows.filter(({ made_at, session }) => !isBeforeSession(new Date(made_at), session)).map(nameOf),
    scored: scored.length,
    wrong: scored.flatMap((row) => {
      const real = source.payments
        .filter(({ symbol, exDate }) => symbol === row.symbol && exDate > row.as_of && exDate <= row.until)
        .reduce((sum, { amount }) => sum + amount, 0)
      // A split of the session's own day comes after the outlook.
      const basisDay = row.last_split ?? addDays(row.session, -1)
      const right = real / basisAt(facts.splits, row.symbol, basisDay)
      const paid = (row.paid ?? 0) + (row.paid_in_addition ?? 0)
      return Math.abs(paid - right) <= tolerance * right
        ? []
        : [`${nameOf(row)}: ${paid}, not ${right.toFixed(6)}`]
    })
  }
}
