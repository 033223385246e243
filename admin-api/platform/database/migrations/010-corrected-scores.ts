import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * A score follows its payment: where that is corrected, moved or deleted, the estimate is scored anew and says on
 * which day. `paid_amount` is the payment it was scored by, on today's share basis, so that a split is no correction.
 */
export const correctedScores: Migration = {
  async up(db) {
    await sql`drop trigger estimate_record_scored_once`.execute(db)
    await db.schema.alterTable('estimate_record').addColumn('paid_amount', 'real').execute()
    await db.schema.alterTable('estimate_record').addColumn('corrected_on', 'text').execute()

    // Scored before shares were split (as domain/payments/basis-ratio.ts reads it), a payment agrees with its score
    // to the 2 % by which a close may have been corrected. Where it doesn't, it was corrected since: the score is put
    // right with the next change of any figure.
    await sql`create temp table scored as
      select record.rowid as id, record.actual, paid.amount as amount_now,
        case when close / record.price > 0.75 and close / record.price < 1.34 then 1
          else coalesce(close / record.price, 1) end as ratio
      from estimate_record as record
        left join price on price.symbol = record.symbol and price.date = record.price_date
        left join payment as paid on paid.symbol = record.symbol and paid.ex_date = record.paid_ex_date
      where record.actual is not null`.execute(db)
    await sql`update estimate_record set paid_amount = (
        select case when ratio <> 1 and abs(amount_now - actual * ratio) <= 0.03 * actual * ratio
          then amount_now else actual * ratio end
        from scored where scored.id = estimate_record.rowid)
      where actual is not null`.execute(db)
    await sql`drop table scored`.execute(db)

    // Scored anew only with the day of it, after the payment it stood on is gone or another amount, and by one that is
    // there. What a split does to paid_amount alone is free.
    await sql`create trigger estimate_record_scored_once
      before update of paid_ex_date, actual, accuracy_score, scored_at, corrected_on on estimate_record
      when old.actual is not null and (
        new.corrected_on is null
        or exists (select 1 from payment where symbol = old.symbol and ex_date = old.paid_ex_date
          and amount = old.paid_amount)
        or case when new.actual is null
          then coalesce(new.paid_ex_date, new.paid_amount, new.accuracy_score, new.scored_at) is not null
          else not exists (select 1 from payment where symbol = old.symbol and ex_date = new.paid_ex_date
            and amount = new.paid_amount) end)
      begin select raise(abort, 'an estimate is scored once, and anew only when its payment was corrected'); end`.execute(
      db
    )
  }
}
