const paidAfterEx = 'a payment is not paid before its ex-date'
const liveStays = 'a live estimate is never deleted'
const frozen = 'a frozen estimate is never rewritten'
const scoredOnce = 'an estimate is scored once, and anew only when its payment was corrected'

/** These never change; the symbol of an estimate_record changes only with that of its fund. */
const frozenColumns = `ex_date, origin, as_of, family, made_at, method_version, rule, amount, low, high, price, price_date,
  baseline_last_yield`
/** Without paid_amount, which a split changes. */
const scoreColumns = 'paid_ex_date, actual, accuracy_score, scored_at, corrected_on'

/** A new score states the day of the correction, and the payment of the old score is gone or has another amount. */
const wasNotCorrected = `new.corrected_on is null
  or exists (select 1 from payment where symbol = old.symbol and ex_date = old.paid_ex_date and amount = old.paid_amount)`
/**
 * The same for databases since migration 044: a score also moves from a payment that was paid in addition to the regular
 * one at most four days away.
 */
const isUncorrected = `new.corrected_on is null
  or (exists (select 1 from payment where symbol = old.symbol and ex_date = old.paid_ex_date and amount = old.paid_amount)
    and not exists (select 1 from payment where symbol = old.symbol and ex_date = new.paid_ex_date
      and new.paid_ex_date <> old.paid_ex_date and abs(julianday(ex_date) - julianday(old.paid_ex_date)) <= 4))`
/** A new score belongs to a stored payment, or is null in all columns. */
const isUnfounded = (cast: string) => `case when new.actual is null
  then coalesce(new.paid_ex_date, new.paid_amount${cast}, new.accuracy_score${cast}, new.scored_at) is not null
  else not exists (select 1 from payment where symbol = old.symbol and ex_date = new.paid_ex_date
    and amount = new.paid_amount) end`

const withPayDate = ['dividend_history', 'manual_entry']
const refuse = (reason: string) => `begin select raise(abort, '${reason}'); end`

/** Triggers of the baseline for SQLite. */
export const sqliteOnly = [
  `create trigger estimate_record_live_stays before delete on estimate_record
    when old.origin = 'live' ${refuse(liveStays)}`,
  `create trigger estimate_record_frozen before update of ${frozenColumns} on estimate_record ${refuse(frozen)}`,
  `create trigger estimate_record_follows before update of symbol on estimate_record
    when not exists (select 1 from former_symbol where symbol = old.symbol and present = new.symbol) ${refuse(frozen)}`,
  `create trigger estimate_record_scored_once before update of ${scoreColumns} on estimate_record
    when old.actual is not null and (${wasNotCorrected} or ${isUnfounded('')}) ${refuse(scoredOnce)}`,
  ...withPayDate.flatMap((table) => [
    `create trigger ${table}_paid_after_ex_insert before insert on ${table}
      when new.payment_date < new.ex_date ${refuse(paidAfterEx)}`,
    `create trigger ${table}_paid_after_ex_update before update of payment_date, ex_date on ${table}
      when new.payment_date < new.ex_date ${refuse(paidAfterEx)}`
  ])
]

function refuseSecondScore(create: string, condition: string): string {
  return `${create} function refuse_second_score() returns trigger language plpgsql as $$ begin
    if ${condition} or (${isUnfounded('::text')}) then
      raise exception '${scoredOnce}';
    end if;
    return new;
  end $$`
}

/** Migration 044 for each dialect. */
export const moveScores = {
  sqlite: [
    'drop trigger estimate_record_scored_once',
    `create trigger estimate_record_scored_once before update of ${scoreColumns} on estimate_record
      when old.actual is not null and (${isUncorrected} or ${isUnfounded('')}) ${refuse(scoredOnce)}`
  ],
  postgres: [refuseSecondScore('create or replace', isUncorrected)]
}

/** Triggers of the baseline for PostgreSQL, and a function that SQLite has. */
export const postgresOnly = [
  // A day as a number, so that a query can count days.
  `create function julianday(day text) returns double precision immutable language sql
    return extract(julian from day::date)::double precision`,
  `create function refuse() returns trigger language plpgsql as $$ begin raise exception '%', tg_argv[0]; end $$`,
  `create trigger estimate_record_live_stays before delete on estimate_record for each row
    when (old.origin = 'live') execute function refuse('${liveStays}')`,
  `create trigger estimate_record_frozen before update of ${frozenColumns} on estimate_record for each row
    execute function refuse('${frozen}')`,
  `create function refuse_foreign_symbol() returns trigger language plpgsql as $$ begin
    if not exists (select 1 from former_symbol where symbol = old.symbol and present = new.symbol) then
      raise exception '${frozen}';
    end if;
    return new;
  end $$`,
  `create trigger estimate_record_follows before update of symbol on estimate_record for each row
    execute function refuse_foreign_symbol()`,
  // PL/pgSQL ends a condition at the first 'then' outside of parentheses.
  refuseSecondScore('create', wasNotCorrected),
  `create trigger estimate_record_scored_once before update of ${scoreColumns} on estimate_record for each row
    when (old.actual is not null) execute function refuse_second_score()`,
  ...withPayDate.map(
    (
      table
    ) => `create trigger ${table}_paid_after_ex before insert or update of payment_date, ex_date on ${table}
      for each row when (new.payment_date < new.ex_date) execute function refuse('${paidAfterEx}')`
  )
]
