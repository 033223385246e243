import { addDays } from '../../market-days/days.ts'
import type { IsoDay } from '../../market-days/types.ts'
import type { Db } from '../../platform/database/schema.ts'
import type { Expected } from './poll-plan.ts'

/** Announcements of the last months decide about the hours of a family. */
const learnedDays = 90

/** Coming payments of these families by ex-date. */
export async function findExpectedPayments(db: Db, families: readonly string[]): Promise<Expected[]> {
  const rows = await db
    .selectFrom('estimate')
    .innerJoin('fund', 'fund.symbol', 'estimate.symbol')
    .select(['fund.family', 'estimate.next_ex_date', 'estimate.declared'])
    .where('fund.family', 'in', families)
    .where('fund.state', '=', 'open')
    .where('estimate.next_ex_date', 'is not', null)
    .execute()
  const groups = Map.groupBy(rows, ({ family, next_ex_date }) => `${family} ${next_ex_date}`)
  return [...groups.values()].map((group) => ({
    family: group[0]?.family ?? '',
    exDate: group[0]?.next_ex_date ?? '',
    funds: group.length,
    undeclared: group.filter(({ declared }) => declared === null).length
  }))
}

/** Instants at which a source published payments of each family, oldest first, one for each announcement. */
export async function findPublicationTimes(
  db: Db,
  source_name: string,
  today: IsoDay
): Promise<Map<string, string[]>> {
  const rows = await db
    .selectFrom('payment_first_seen as seen')
    .innerJoin('fund', 'fund.symbol', 'seen.symbol')
    .select(['fund.family', 'seen.published_at'])
    .distinct()
    .where('seen.source_name', '=', source_name)
    .where('seen.published_at', 'is not', null)
    .where('seen.ex_date', '>=', addDays(today, -learnedDays))
    .orderBy('seen.published_at')
    .execute()
  const timesOf = new Map<string, string[]>()
  for (const { family, published_at } of rows)
    timesOf.set(family, [...(timesOf.get(family) ?? []), published_at ?? ''])
  return timesOf
}
