import { sql } from 'kysely'
import { addDays } from '../market-days/days.ts'
import { openingOf, toNewYorkTime } from '../market-days/sessions.ts'
import { roundTo } from '../numbers/format-numbers.ts'
import { readMeta, writeMeta } from '../platform/database/meta.db.ts'
import type { Db } from '../platform/database/schema.ts'

/** Payments whose ex-date is longer ago were missed while nothing was collected, and say nothing about a source. */
const longestDelayDays = 7
const hourMs = 3_600_000
/** A paid amount was announced before, if at all. */
const neverPublished = sql<string | null>`null`.as('published_at')
/** Instant of the first collection of all funds. */
const sinceKey = 'first-seen-since'

/**
 * Stores when the amount of each payment, announced or paid, was first seen and in which source. Measuring begins with a
 * collection of all funds, which also finds what had been announced before.
 */
export async function noteFirstSeen(
  db: Db,
  { now, today, isOfAllFunds }: { now: Date; today: string; isOfAllFunds: boolean }
): Promise<void> {
  const since = await readMeta(db, sinceKey)
  if (since === null && !isOfAllFunds) return
  if (since === null) await writeMeta(db, sinceKey, now.toISOString())
  const firstDay = since === null ? today : toNewYorkTime(new Date(since)).day
  const from = [firstDay, addDays(today, -longestDelayDays)].sort().at(-1) ?? today
  const seen_at = sql.val(now.toISOString()).as('seen_at')
  await db
    .insertInto('payment_first_seen')
    .columns(['symbol', 'ex_date', 'amount', 'source_name', 'seen_at', 'published_at'])
    .expression((eb) =>
      eb
        .selectFrom('declared_payment')
        .select(['symbol', 'ex_date', 'amount', 'source_name', seen_at, 'published_at'])
        .where('ex_date', '>=', from)
        .unionAll(
          eb
            .selectFrom('payment')
            .select(['symbol', 'ex_date', 'amount', 'sources as source_name', seen_at, neverPublished])
            .where('ex_date', '>=', from)
        )
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Payments whose amount became known after an instant, with the families of their funds. */
export async function findSeenSince(db: Db, instant: string) {
  return db
    .selectFrom('payment_first_seen as seen')
    .innerJoin('fund', 'fund.symbol', 'seen.symbol')
    .select(['seen.symbol', 'fund.family', 'seen.seen_at'])
    .where('seen.seen_at', '>', instant)
    .execute()
}

/**
 * Lead time of each payment that was first seen after measuring began, oldest first: hours from then to the opening of
 * its ex-date, negative if it was seen later.
 */
export async function findLeadTimes(db: Db) {
  const since = await readMeta(db, sinceKey)
  const rows = await db
    .selectFrom('payment_first_seen as seen')
    .innerJoin('fund', 'fund.symbol', 'seen.symbol')
    .select([
      'seen.symbol',
      'fund.family',
      'seen.ex_date',
      'seen.amount',
      'seen.source_name',
      'seen.seen_at',
      'seen.published_at'
    ])
    .where('seen.seen_at', '>', since ?? '')
    .orderBy('seen.seen_at')
    .orderBy('seen.symbol')
    .execute()
  return {
    /** Null before the first collection of all funds. */
    since,
    leadTimes: rows.map((row) => ({
      ...row,
      // The others confirmed it.
      source_name: row.source_name.split('; ')[0] ?? '',
      hours: roundTo(1, (openingOf(row.ex_date).getTime() - Date.parse(row.seen_at)) / hourMs)
    }))
  }
}
