import type { Db } from '../platform/database/schema.ts'

/** Calendar years of the ex-dates of scored estimates, ascending. */
export async function findScoredYears(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('estimate_record')
    .select('paid_ex_date')
    .distinct()
    .where('paid_ex_date', 'is not', null)
    .execute()
  return [...new Set(rows.flatMap(({ paid_ex_date }) => paid_ex_date?.slice(0, 4) ?? []))].sort()
}
