import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { addSessions } from '../../../market-days/market-calendar.ts'

/**
 * What a held-back payment is in doubt for gets a column, because only some of them may be let in by themselves. No
 * payment is paid before its ex-date any more, and estimates whose payment has come wait for nobody.
 */
export const heldPayments: Migration = {
  async up(db) {
    await sql`alter table manual_entry add column doubt text check (doubt in ('odd', 'basis', 'stored'))`.execute(
      db
    )
    // Until now only the sentence said it.
    await sql`update manual_entry set doubt = case
        when reason like '%may stand on another share basis%' then 'basis'
        when exists (select 1 from payment as paid
          where paid.symbol = manual_entry.symbol and paid.ex_date = manual_entry.ex_date) then 'stored'
        else 'odd' end
      where kind = 'payment'`.execute(db)
    // Four days is what domain/payments/expected-payment.ts gives a payment to go ex off the day it was expected for.
    await sql`delete from manual_entry where kind = 'estimate' and status = 'pending' and exists (
      select 1 from payment as paid where paid.symbol = manual_entry.symbol
        and paid.ex_date >= date(manual_entry.ex_date, '-4 days'))`.execute(db)

    // One payment was once written over another and kept the ex-date of that one: its own is before its pay date.
    const { rows } = await sql<{ symbol: string; payment_date: string }>`select symbol, payment_date
      from dividend_history where payment_date < ex_date`.execute(db)
    for (const { symbol, payment_date } of rows) {
      const ex_date = addSessions(payment_date, -1)
      await sql`update dividend_history set ex_date = ${ex_date}, ex_date_basis = 'derived'
        where symbol = ${symbol} and payment_date = ${payment_date} and not exists (select 1 from payment
          where payment.symbol = ${symbol} and payment.ex_date = ${ex_date})`.execute(db)
    }
    for (const table of ['dividend_history', 'manual_entry'])
      for (const [when, on] of [
        ['insert', 'insert'],
        ['update', 'update of payment_date, ex_date']
      ])
        await sql`create trigger ${sql.raw(`${table}_paid_after_ex_${when}`)} before ${sql.raw(on ?? '')} on ${sql.table(table)}
          when new.payment_date < new.ex_date
          begin select raise(abort, 'a payment is not paid before its ex-date'); end`.execute(db)
  }
}
