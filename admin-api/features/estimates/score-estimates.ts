import type { Kysely } from 'kysely'
import { accuracyScore } from '../../db/accuracy-score.ts'
import { basisRatio } from '../../db/basis-ratio.ts'
import { findUnscored, writeScore } from '../../db/estimate-record.db.ts'
import type { Database } from '../../db/schema.ts'
import { daysBetween } from '../../estimator/schedule/days.ts'

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
