import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * What the operator decided about a held-back payment becomes a status of its row. Until then it was read out of the
 * operator's log, so that what the log still knows is put into rows here. An entry also learns which of its days
 * were read in a source, and under which ex-date a payment was reported.
 */
export const entryDecisions: Migration = {
  async up(db) {
    // SQLite can only change a check by making the table anew.
    await sql`create table manual_entry_new (
      id integer not null primary key autoincrement,
      symbol text not null references fund (symbol),
      kind text not null check (kind in ('estimate', 'payment')),
      status text not null check (status in ('pending', 'approved', 'rejected', 'cleared', 'superseded')),
      collection_date text not null,
      payment_date text,
      payment_date_basis text check (payment_date_basis in ('source', 'derived')),
      ex_date text,
      ex_date_basis text check (ex_date_basis in ('source', 'derived')),
      reported_ex_date text,
      estimated_amount real,
      amount real,
      price real,
      implied_volatility real,
      average_amount real,
      frequency text not null,
      reason text,
      created_at text not null
    ) strict`.execute(db)
    await sql`insert into manual_entry_new (id, symbol, kind, status, collection_date, payment_date, ex_date,
      estimated_amount, amount, price, implied_volatility, average_amount, frequency, reason, created_at)
      select id, symbol, kind, status, collection_date, payment_date, ex_date,
      estimated_amount, amount, price, implied_volatility, average_amount, frequency, reason, created_at
      from manual_entry`.execute(db)
    // No number is given twice: lines of the log name entries by it.
    await sql`delete from sqlite_sequence where name = 'manual_entry_new'`.execute(db)
    await sql`insert into sqlite_sequence (name, seq)
      select 'manual_entry_new', seq from sqlite_sequence where name = 'manual_entry'`.execute(db)
    await sql`drop table manual_entry`.execute(db)
    await sql`alter table manual_entry_new rename to manual_entry`.execute(db)

    // Each line about a payment that was held back: the entry was this payment from then on.
    await sql`create temp table held_line as
      select id, symbol, timestamp, message, cast(entity_id as integer) as entry_id,
        metadata ->> '$.ex_date' as ex_date, metadata ->> '$.payment_date' as payment_date,
        metadata ->> '$.amount' as amount
      from admin_log
      where action = 'DATA_INCONSISTENCY' and category = 'MANUAL_ENTRY' and entity_id is not null
        and case when json_valid(metadata) then metadata ->> '$.ex_date' end is not null
        and symbol in (select symbol from fund)`.execute(db)
    await sql`update manual_entry set reported_ex_date = coalesce((select line.ex_date from held_line as line
      where line.entry_id = manual_entry.id and line.symbol = manual_entry.symbol order by line.id desc limit 1), ex_date)
      where kind = 'payment'`.execute(db)
    // The stored payment that it contradicts knows best, and a day to which the operator moved it was counted.
    await sql`update manual_entry set ex_date_basis = coalesce(
        (select paid.ex_date_basis from payment as paid
          where paid.symbol = manual_entry.symbol and paid.ex_date = manual_entry.ex_date),
        case when ex_date = reported_ex_date then 'source' else 'derived' end)
      where kind = 'payment' and ex_date is not null`.execute(db)
    await sql`insert into manual_entry (symbol, kind, status, collection_date, payment_date, ex_date,
        reported_ex_date, amount, frequency, reason, created_at)
      select symbol, 'payment',
        case when exists (select 1 from admin_log as decision where decision.action = 'APPROVE'
            and decision.category = 'MANUAL_ENTRY' and decision.entity_id = cast(line.entry_id as text))
          then 'cleared' else 'rejected' end,
        substr(timestamp, 1, 10), payment_date, ex_date, ex_date, amount, 'WEEKLY', message, timestamp
      from held_line as line
      where id = (select max(id) from held_line as same
          where same.symbol = line.symbol and same.ex_date = line.ex_date)
        and not exists (select 1 from manual_entry as entry where entry.symbol = line.symbol
          and entry.kind = 'payment' and (entry.ex_date = line.ex_date or entry.reported_ex_date = line.ex_date))
      order by id`.execute(db)
    await sql`drop table held_line`.execute(db)
  }
}
