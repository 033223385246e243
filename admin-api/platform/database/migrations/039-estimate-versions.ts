import { type Kysely, sql } from 'kysely'
import { isPostgres, runOnEither } from '../dialect.ts'

const frozen = 'a frozen estimate is never rewritten'
const trigger = 'create trigger estimate_record_version_frozen before update of version on estimate_record'
const key = 'primary key (symbol, ex_date, origin, as_of, version)'

/** Numbers the live estimates of a fund, so that one can change twice on a day. Existing ones keep 0: one per as-of day. */
export const addEstimateVersions = {
  up: async (db: Kysely<unknown>) => {
    if (isPostgres(db))
      return runOnEither(db, [
        'alter table estimate_record add column version integer default 0 not null',
        'alter table estimate_record drop constraint estimate_record_pkey',
        `alter table estimate_record add ${key}`,
        `${trigger} for each row execute function refuse('${frozen}')`
      ])
    // SQLite can't change a primary key.
    const { rows } = await sql<{ statement: string }>`select sql as statement from sqlite_schema
      where tbl_name = 'estimate_record' and type in ('trigger', 'index') and sql is not null`.execute(db)
    await runOnEither(db, [
      `create table estimate_record_copy (
        symbol text not null references fund (symbol), ex_date text not null,
        origin text not null check (origin in ('replayed', 'live')), as_of text not null, family text not null,
        made_at text not null, method_version text not null, rule text not null,
        amount real not null check (amount >= 0), low real not null, high real not null,
        price real not null check (price > 0), price_date text not null, baseline_last_yield real, paid_ex_date text,
        actual real check (actual >= 0), accuracy_score real, scored_at text, paid_amount real, corrected_on text,
        q05 real, q25 real, q75 real, q95 real, signed_on text, version integer default 0 not null, ${key}) strict`,
      'insert into estimate_record_copy select *, 0 from estimate_record',
      'drop table estimate_record',
      'alter table estimate_record_copy rename to estimate_record',
      ...rows.map(({ statement }) => statement),
      `${trigger} begin select raise(abort, '${frozen}'); end`
    ])
  }
}
