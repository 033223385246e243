import type { Migration } from 'kysely/migration'
import { runOnEither } from '../dialect.ts'

/**
 * Return of capital as a share of a payment (19a notice, by ex-date) or of a year's payments (final figure). The next
 * start fills it from data/roc.csv; rows that the operator wrote stay.
 */
export const addReturnOfCapital: Migration = {
  up: (db) =>
    runOnEither(db, [
      // No reference to a fund: a fund that is renamed takes its rows along.
      `create table return_of_capital (
        symbol text not null,
        ex_date_or_year text not null,
        kind text not null
          check (kind in ('19a', 'final')),
        roc_percent real not null
          check (roc_percent between 0 and 100),
        source text not null,
        written_by text default 'data' not null
          check (written_by in ('data', 'operator')),
        primary key (symbol, ex_date_or_year, kind)
      ) strict`
    ])
}
