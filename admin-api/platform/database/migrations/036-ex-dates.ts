import type { Kysely } from 'kysely'
import { runOnEither } from '../dialect.ts'

/** Days between which the next ex-date should fall; filled when estimates are next calculated. */
export const addExDateRange = {
  up: (db: Kysely<unknown>) =>
    runOnEither(
      db,
      ['ex_date_first', 'ex_date_last'].map((column) => `alter table estimate add column ${column} text`)
    )
}

/** Lets a weekly report find its estimates by the day that `findFrozen` queries. */
export const indexRecordDays = {
  up: (db: Kysely<unknown>) =>
    runOnEither(db, ['create index estimate_record_day on estimate_record (coalesce(paid_ex_date, ex_date))'])
}
