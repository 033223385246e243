import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { isPostgres, runOnEither } from '../dialect.ts'
import { postgresOnly, sqliteOnly } from './baseline-dialects.ts'

/** Schema of the first 23 migrations. It never changes: changes of the schema are migrations after it. */
export const baseline: Migration = {
  async up(db: Kysely<unknown>) {
    await runOnEither(db, [...facts, ...estimates, ...operator, ...blog, ...running])
    for (const statement of isPostgres(db) ? postgresOnly : sqliteOnly) await sql.raw(statement).execute(db)
  }
}

const facts = [
  `create table fund (
    symbol text not null primary key, name text not null, issuer text not null, family text not null, underlying text,
    batch text not null, first_price_day text not null, note text not null, known_until text, options_asked_at text,
    state text default 'open' not null check (state in ('open', 'closed', 'retired')), state_since text,
    state_cause text check (state_cause in ('unknown', 'silent', 'operator')), ask_again_on text,
    batch_by text default 'data' not null check (batch_by in ('data', 'operator')),
    name_by text default 'data' not null check (name_by in ('data', 'operator')),
    added_by text default 'data' not null check (added_by in ('data', 'operator'))) strict`,
  `create table former_symbol (
    symbol text not null primary key, present text not null references fund (symbol), renamed_on text not null) strict`,
  `create table unknown_day (
    symbol text not null references fund (symbol), day text not null, primary key (symbol, day)) strict`,
  `create table price (
    symbol text not null references fund (symbol), date text not null, close real not null check (close > 0),
    basis text not null, primary key (symbol, date)) strict`,
  `create table dividend_history (
    symbol text not null references fund (symbol), payment_date text not null, payment_date_basis text not null,
    ex_date text not null, ex_date_basis text not null, amount real check (amount >= 0), amount_as_paid real,
    agreement text not null, sources text not null, collection_date text,
    estimated_amount real check (estimated_amount >= 0), frequency text, implied_volatility real, price real,
    average_amount real, accuracy_score real, primary key (symbol, payment_date)) strict`,
  // Two payments never go ex on one day, but an expected one, which has no amount, may share the day of the payment.
  `create unique index dividend_history_paid_ex_date on dividend_history (symbol, ex_date) where amount is not null`,
  `create view payment as select symbol, payment_date, payment_date_basis, ex_date, ex_date_basis,
    amount, amount_as_paid, agreement, sources from dividend_history where amount is not null`,
  `create table split (
    symbol text not null references fund (symbol), date text not null,
    old_shares integer not null check (old_shares > 0), new_shares integer not null check (new_shares > 0),
    basis text not null, primary key (symbol, date)) strict`,
  `create table implied_volatility (
    symbol text not null references fund (symbol), date text not null, value real not null check (value > 0),
    primary key (symbol, date)) strict`,
  // No foreign key: the fund may get another symbol.
  `create table given_payment (
    symbol text not null, ex_date text not null, amount real not null, primary key (symbol, ex_date)) strict`,
  `create table declared_payment (
    symbol text not null references fund (symbol), ex_date text not null,
    payment_date text check (payment_date >= ex_date), amount real not null check (amount >= 0), declared_on text,
    source_name text not null, seen_on text not null, primary key (symbol, ex_date)) strict`
]

const estimates = [
  `create table estimate (
    symbol text not null primary key references fund (symbol), status text not null, message text,
    as_of text not null, amount real, low real, high real, rule text, frequency integer, next_ex_date text,
    next_pay_date text, price real, price_date text, latest_amount real, latest_ex_date text, average_amount real,
    volatility real, volatility_source text, k_factor real, weight real, reasons text, source_name text not null,
    history_digest text not null, method_version text not null, made_at text not null, dates_confirmed_on text,
    declared text) strict`,
  `create table estimate_explanation (symbol text primary key not null, explanation text not null) strict`,
  `create table estimate_record (
    symbol text not null references fund (symbol), ex_date text not null,
    origin text not null check (origin in ('replayed', 'live')), as_of text not null, family text not null,
    made_at text not null, method_version text not null, rule text not null,
    amount real not null check (amount >= 0), low real not null, high real not null,
    price real not null check (price > 0), price_date text not null, baseline_last_yield real, paid_ex_date text,
    actual real check (actual >= 0), accuracy_score real, scored_at text, paid_amount real, corrected_on text,
    primary key (symbol, ex_date, origin, as_of)) strict`
]

const operator = [
  `create table session (
    token_hash text not null primary key, created_at text not null, seen_at text not null, ip_short text not null,
    user_agent text not null) strict`,
  `create table login_try (
    caller text primary key, tries integer not null, tried_at real not null, wait_ms real not null) strict`,
  `create table admin_log (
    id integer not null primary key autoincrement, timestamp text not null, level text not null,
    category text not null, action text not null, message text not null, user_id text, ip_short text, metadata text,
    symbol text, entity_id text) strict`,
  `create index admin_log_timestamp on admin_log (timestamp)`,
  `create table manual_entry (
    id integer not null primary key autoincrement, symbol text not null references fund (symbol),
    kind text not null check (kind in ('estimate', 'payment')),
    status text not null check (status in ('pending', 'approved', 'rejected', 'cleared', 'superseded')),
    collection_date text not null, payment_date text,
    payment_date_basis text check (payment_date_basis in ('source', 'derived')), ex_date text,
    ex_date_basis text check (ex_date_basis in ('source', 'derived')), reported_ex_date text, estimated_amount real,
    amount real, price real, implied_volatility real, average_amount real, frequency text not null, reason text,
    created_at text not null, doubt text check (doubt in ('odd', 'basis', 'stored')), contradicted_by text) strict`,
  `create table outage (
    subject text not null primary key, reason text not null, began_at text not null, alerted_at text,
    ended_at text) strict`
]

const blog = [
  `create table blog_post (
    id integer not null primary key autoincrement, title text not null, slug text not null unique,
    excerpt text not null, content text not null, reading_minutes integer not null,
    published integer not null check (published in (0, 1)), created_at text not null, updated_at text not null,
    published_at text, archive_number integer unique) strict`,
  `create index blog_post_published on blog_post (published, archive_number)`,
  `create table blog_redirect (
    slug text not null primary key, post_id integer not null references blog_post (id) on delete cascade) strict`,
  `create table deleted_post (
    id integer not null primary key, title text not null, slug text not null, excerpt text not null,
    content text not null, reading_minutes integer not null, published integer not null check (published in (0, 1)),
    created_at text not null, updated_at text not null, published_at text, archive_number integer unique,
    deleted_at text not null) strict`,
  `create index deleted_post_deleted_at on deleted_post (deleted_at)`,
  // No foreign key: the key of a deleted post must not create another one.
  `create table post_key (
    key text not null primary key, post_id integer not null, body_hash text not null, used_at text not null) strict`,
  // The bytes last, so that SQLite reads the other columns without them.
  `create table blog_image (name text primary key not null, uploaded_at text not null, bytes blob not null) strict`
]

const running = [
  `create table search_history (
    id integer not null primary key autoincrement, symbol text not null, searched_at text not null,
    ip_short text not null, user_agent text not null) strict`,
  `create index search_history_searched_at on search_history (searched_at)`,
  `create table search_count (
    symbol text not null, day text not null, searches integer not null check (searches > 0), latest_at text not null,
    primary key (symbol, day)) strict`,
  `create table page_change (
    id integer primary key autoincrement not null, path text not null, queued_at text not null,
    goes_first integer not null default 0 check (goes_first in (0, 1))) strict`,
  `create table meta (key text not null primary key, value text not null) strict`,
  `create table lease (name text primary key, holder text not null, ends_at real not null, note text) strict`
]
