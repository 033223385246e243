import { type Kysely, sql } from 'kysely'
import { isPostgres, runOnEither } from '../dialect.ts'

const quantiles = ['q05', 'q25', 'q75', 'q95']
const columns = ['estimate', 'estimate_record'].flatMap((table) =>
  quantiles.map((quantile) => `alter table ${table} add column ${quantile} real`)
)
const frozen = 'a frozen estimate is never rewritten'
const trigger = `create trigger estimate_record_quantiles_frozen before update of ${quantiles.join(', ')} on estimate_record`

/**
 * The quantiles of each estimate besides low (10 %), amount (50 %) and high (90 %), frozen like those, and sentences
 * about one-off payments in their season. Null in estimates of earlier methods.
 */
export const addQuantiles = {
  up: async (db: Kysely<unknown>) => {
    await runOnEither(db, [...columns, 'alter table estimate add column one_offs text'])
    const body = isPostgres(db)
      ? `for each row execute function refuse('${frozen}')`
      : `begin select raise(abort, '${frozen}'); end`
    await sql.raw(`${trigger} ${body}`).execute(db)
  }
}
