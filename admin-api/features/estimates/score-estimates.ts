import type { Kysely } from 'kysely'
import { findUnscored, writeScore } from '../../db/estimate-record.db.ts'
import type { Database } from '../../db/schema.ts'
import { daysBetween } from '../../estimator/schedule/days.ts'
import { accuracyScore } from './frozen-rows.ts'

type Unscored = Awaited<ReturnType<typeof findUnscored>>[number]

/** A payment may go ex a few days off the day we expected; a week off it is another one. */
const longestShiftDays = 4

/**
 * Scores every live estimate whose payment has become known since: the nearest one to the day it was made for.
 * Returns how many.
 */
export async function scoreEstimates(db: Kysely<Database>, now: Date): Promise<number> {
  const byEstimate = Map.groupBy(
    (await findUnscored(db)).filter(isFitting),
    (row) => `${row.symbol} ${row.ex_date} ${row.as_of}`
  )
  for (const rows of byEstimate.values()) {
    const row = rows.toSorted((a, b) => shiftOf(a) - shiftOf(b))[0]
    if (row === undefined) continue
    const actual = row.paid_amount / basisRatio(row)
    await writeScore(db, row, {
      paid_ex_date: row.paid_ex_date,
      actual,
      accuracy_score: accuracyScore(row.amount, actual),
      scored_at: now.toISOString()
    })
  }
  return byEstimate.size
}

/** One that was stored on its payment's ex-date or later was no forecast, however early we thought it. */
function isFitting(row: Unscored): boolean {
  return shiftOf(row) <= longestShiftDays && row.made_at.slice(0, 10) < row.paid_ex_date
}

function shiftOf(row: Unscored): number {
  return Math.abs(daysBetween(row.ex_date, row.paid_ex_date))
}

/**
 * How many dollars of today's share basis are one dollar of the estimate's. A split re-bases stored closes and
 * payments but no frozen estimate, so the frozen price of a day against today's price of that day tells it.
 * Anything less than the smallest split (3 for 2) is a mere correction of the close.
 */
export function basisRatio({ price, close_now }: { price: number; close_now: number | null }): number {
  const ratio = close_now === null ? 1 : close_now / price
  return ratio > 0.75 && ratio < 1.34 ? 1 : ratio
}
