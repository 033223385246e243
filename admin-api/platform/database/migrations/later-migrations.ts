import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { isPostgres, runOnEither } from '../dialect.ts'
import { moveScores } from './baseline-dialects.ts'

const quantiles = ['q05', 'q25', 'q75', 'q95']
const quantileColumns = ['estimate', 'estimate_record'].flatMap((table) =>
  quantiles.map((quantile) => `alter table ${table} add column ${quantile} real`)
)
const frozen = 'a frozen estimate is never rewritten'
const freezeQuantiles = `create trigger estimate_record_quantiles_frozen before update of ${quantiles.join(', ')} on estimate_record`
const recordTables = [
  `alter table estimate_record add column signed_on text`,
  `create table record_signature (
    number integer primary key not null, day text not null, leaves integer not null, root text not null, previous text,
    signed_at text not null, public_key text not null, hash text not null, signature text not null) strict`,
  `create index record_signature_day on record_signature (day)`,
  `create table record_leaf (
    day text not null, position integer not null, leaf text not null, primary key (day, position)) strict`
]
const reason = 'the signed record is only appended to'
const append = ['record_signature', 'record_leaf']
const sqliteTriggers = append.flatMap((table) =>
  ['update', 'delete'].map(
    (change) => `create trigger ${table}_no_${change} before ${change} on ${table}
      begin select raise(abort, '${reason}'); end`
  )
)
const postgresTriggers = append.map(
  (table) => `create trigger ${table}_appended before update or delete on ${table} for each row
    execute function refuse('${reason}')`
)
const freezeVersions =
  'create trigger estimate_record_version_frozen before update of version on estimate_record'
const recordKey = 'primary key (symbol, ex_date, origin, as_of, version)'

const outlookTables = [
  `create table outlook_record (
    symbol text not null references fund (symbol), session text not null,
    months integer not null check (months in (3, 6, 12)), origin text not null check (origin in ('replayed', 'live')),
    as_of text not null, until text not null, family text not null, frequency integer not null, made_at text not null,
    method_version text not null, payments integer not null, amount real not null, q05 real, low real, q25 real,
    q75 real, high real, q95 real, repeat real not null, price real not null check (price > 0),
    price_date text not null, last_split text,
    outcome text check (outcome in ('scored', 'closed', 'payments-missing')), paid real check (paid >= 0),
    paid_payments integer, paid_in_addition real, scored_at text, corrected_on text, signed_on text,
    primary key (symbol, session, months, origin)) strict`,
  `create table outlook_leaf (
    day text not null, position integer not null, leaf text not null, primary key (day, position)) strict`
]
const frozenOutlook = `before update of session, months, origin, as_of, until, family, frequency, made_at, method_version,
  payments, amount, q05, low, q25, q75, high, q95, repeat, price, price_date, last_split on outlook_record`
/** Each with the condition under which it refuses, and why. */
const outlookTriggers = [
  ['outlook_record_frozen', frozenOutlook, null, 'a frozen outlook is never rewritten'],
  [
    'outlook_record_live_stays',
    'before delete on outlook_record',
    "old.origin = 'live'",
    'a live outlook is never deleted'
  ],
  [
    'outlook_record_scored_once',
    'before update of paid, paid_payments, paid_in_addition, scored_at on outlook_record',
    'old.paid is not null and new.corrected_on is null',
    'an outlook is scored once, and anew only when a payment was corrected'
  ],
  ['outlook_leaf_no_update', 'before update on outlook_leaf', null, reason],
  ['outlook_leaf_no_delete', 'before delete on outlook_leaf', null, reason]
] as const

/** Migrations after the baseline by name, oldest first; the names sort that way too. A released one never changes. */
export const laterMigrations: Record<string, Migration> = {
  /** Families of funds as rows; earlier versions had them in code. The next start fills it from data/families.csv. */
  '024-families': statements([
    `create table family (
      id text not null primary key,
      name text not null,
      setting text not null check (setting in ('rate', 'premium', 'siblings')), rules text not null,
      frequency text not null
        check (frequency in ('weekly', 'twice-a-month', 'every-4-weeks', 'monthly', 'quarterly')),
      pay_lag integer not null check (pay_lag >= 0),
      ex_closed text not null check (ex_closed in ('next', 'previous')),
      announcement_closed text not null check (announcement_closed in ('next', 'stay')),
      payment_slips text not null check (payment_slips in ('previous', 'stay')),
      skips_bank_holidays integer not null check (skips_bank_holidays in (0, 1)),
      top_rate real check (top_rate > 0),
      about text not null,
      place integer not null,
      written_by text default 'data' not null check (written_by in ('data', 'operator'))) strict`
  ]),
  /**
   * The quantiles of each estimate besides low (10 %), amount (50 %) and high (90 %), frozen like those, and sentences
   * about one-off payments in their season. Null in estimates of earlier methods.
   */
  '025-quantiles': {
    up: async (db: Kysely<unknown>) => {
      await runOnEither(db, [...quantileColumns, 'alter table estimate add column one_offs text'])
      const body = isPostgres(db)
        ? `for each row execute function refuse('${frozen}')`
        : `begin select raise(abort, '${frozen}'); end`
      await sql.raw(`${freezeQuantiles} ${body}`).execute(db)
    }
  },
  /** The source of each close, and the implied volatility of the underlyings. */
  '026-sources': statements([
    `alter table price add column source text`,
    `create table underlying_volatility (
      underlying text not null, date text not null, value real not null check (value > 0), expiry text not null,
      source text not null, primary key (underlying, date)) strict`
  ]),
  /** Push subscriptions, and the events that were sent to each. */
  '027-notifications': statements([
    `create table push_subscription (
      endpoint text not null primary key, p256dh text not null, auth text not null, funds text not null,
      wants_declared integer not null, wants_own_by integer not null, created_at text not null,
      failures integer default 0 not null) strict`,
    `create table push_sent (
      endpoint text not null references push_subscription (endpoint) on delete cascade, event text not null,
      sent_at text not null, primary key (endpoint, event)) strict`
  ]),
  /**
   * Return of capital as a share of a payment (19a notice, by ex-date) or of a year's payments (final figure). The next
   * start fills it from data/roc.csv; rows that the operator wrote stay.
   */
  '028-return-of-capital': statements([
    // No reference to a fund: a fund that is renamed takes its rows along.
    `create table return_of_capital (
      symbol text not null, ex_date_or_year text not null, kind text not null check (kind in ('19a', 'final')),
      roc_percent real not null check (roc_percent between 0 and 100), source text not null,
      written_by text default 'data' not null check (written_by in ('data', 'operator')),
      primary key (symbol, ex_date_or_year, kind)) strict`
  ]),
  /** Signed estimates as published, and their signatures. */
  '029-signed-record': {
    up: async (db: Kysely<unknown>) => {
      await runOnEither(db, [...recordTables, ...(isPostgres(db) ? postgresTriggers : sqliteTriggers)])
    }
  },
  /** Sessions between the close that determines a payment of the family and its ex-date. */
  '030-price-lag': statements([
    'alter table family add column price_lag integer default 2 not null check (price_lag between 1 and 5)'
  ]),
  /** Scheduled posts, tags, and earlier versions of posts. */
  '031-blog': statements([
    `alter table blog_post add column publish_at text`,
    `alter table blog_post add column tags text not null default '[]'`,
    `alter table deleted_post add column publish_at text`,
    `alter table deleted_post add column tags text not null default '[]'`,
    `create table blog_revision (
      id integer not null primary key autoincrement,
      post_id integer not null references blog_post (id) on delete cascade,
      saved_at text not null, title text not null, excerpt text not null, content text not null) strict`,
    `create index blog_revision_post on blog_revision (post_id, id)`
  ]),
  /** Daily closes of the underlyings. */
  '034-underlying-closes': statements([
    `create table underlying_close (
      underlying text not null, date text not null, close real not null check (close > 0), source text not null,
      primary key (underlying, date)) strict`
  ]),
  /** Feature images of posts; posts without one show a drawing. */
  '035-feature-images': statements(
    ['blog_post', 'deleted_post'].flatMap((table) => [
      `alter table ${table} add column feature_image text`,
      `alter table ${table} add column feature_image_alt text not null default ''`
    ])
  ),
  /** Days between which the next ex-date should fall; filled when estimates are next calculated. */
  '036-ex-date-range': statements(
    ['ex_date_first', 'ex_date_last'].map((column) => `alter table estimate add column ${column} text`)
  ),
  /** Lets a weekly report find its estimates by the day that `findFrozen` queries. */
  '037-record-days': statements([
    'create index estimate_record_day on estimate_record (coalesce(paid_ex_date, ex_date))'
  ]),
  /** The last failure of each subscription. `failures` counted messages before, days from now on. */
  '038-push-failures': statements([
    `alter table push_subscription add column failed_at text`,
    `update push_subscription set failures = 0`
  ]),
  /** Numbers the live estimates of a fund, so that one can change twice on a day. Existing ones keep 0: one per as-of day. */
  '039-estimate-versions': {
    up: async (db: Kysely<unknown>) => {
      if (isPostgres(db))
        return runOnEither(db, [
          'alter table estimate_record add column version integer default 0 not null',
          'alter table estimate_record drop constraint estimate_record_pkey',
          `alter table estimate_record add ${recordKey}`,
          `${freezeVersions} for each row execute function refuse('${frozen}')`
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
          q05 real, q25 real, q75 real, q95 real, signed_on text, version integer default 0 not null, ${recordKey}) strict`,
        'insert into estimate_record_copy select *, 0 from estimate_record',
        'drop table estimate_record',
        'alter table estimate_record_copy rename to estimate_record',
        ...rows.map(({ statement }) => statement),
        `${freezeVersions} begin select raise(abort, '${frozen}'); end`
      ])
    }
  },
  /** When the amount of each payment was first seen. */
  '040-first-seen': statements([
    `create table payment_first_seen (
      symbol text not null, ex_date text not null, amount real not null, source_name text not null,
      seen_at text not null, primary key (symbol, ex_date)) strict`
  ]),
  /** Receipts that witnesses of the signed record gave. */
  '041-record-anchors': statements([
    `create table record_anchor (
      number integer primary key not null references record_signature (number), anchored_at text not null,
      receipt text not null, file text not null) strict`
  ]),
  /** Changes of funds that filings with the SEC announce, and who wants to be notified of them. */
  '042-fund-notices': statements([
    `create table fund_notice (
      id integer not null primary key autoincrement, symbol text not null, kind text not null,
      status text not null check (status in ('draft', 'confirmed', 'dismissed')), sentence text not null,
      effective_on text, filing text not null, form text not null, filed_on text not null, url text not null,
      unique (symbol, kind, filing)) strict`,
    'alter table push_subscription add column wants_notices integer not null default 0'
  ]),
  /** Holdings, net assets and shares outstanding of each fund and day, as issuers publish them. */
  '043-fund-days': statements([
    `create table fund_day (
      symbol text not null, day text not null, net_assets real not null check (net_assets > 0),
      shares_outstanding real not null check (shares_outstanding > 0), holdings blob not null,
      source_name text not null, stored_at text not null, primary key (symbol, day)) strict`
  ]),
  /** A score by a residual or special payment may move to the regular one. */
  '044-move-scores': {
    up: (db: Kysely<unknown>) => runOnEither(db, isPostgres(db) ? moveScores.postgres : moveScores.sqlite)
  },
  /** Expense ratio and first day of each fund; the next start fills them from data/funds.csv. */
  '051-expense-ratios': statements(
    [
      'inception text',
      'expense_ratio real check (expense_ratio > 0)',
      'expense_as_of text',
      'expense_source text',
      'expense_caution text'
    ].map((column) => `alter table fund add column ${column}`)
  ),
  /** The payments of a year that follow the next one, and their sums. */
  '055-outlook': statements([
    `create table outlook (
      symbol text not null primary key references fund (symbol), as_of text not null, daily_rate real, factor real,
      yearly_return real, price real, factors text, sample text, sums text not null, basis text not null) strict`
  ]),
  /** Switches of sources, their requests by day, and the robots.txt of their sites. */
  '060-sources': statements([
    `create table source_choice (
      id text primary key not null, is_on integer not null, has_permission integer not null,
      chosen_at text not null) strict`,
    `create table source_use (
      id text not null, day text not null, requests integer not null, answered_at text,
      primary key (id, day)) strict`,
    `create table source_robots (
      origin text primary key not null, asked_at text not null, status integer not null, body text) strict`
  ]),
  /** Symbols that no fund has, funds on the exchange's list, and proposals that the operator dismissed. */
  '061-fund-proposals': statements([
    `create table fund_sighting (
      symbol text not null, source_name text not null, event text not null, issuer text not null, name text,
      first_on text not null, last_on text not null, primary key (symbol, source_name, event)) strict`,
    'create table fund_listing (symbol text primary key not null, last_on text not null) strict',
    'create table dismissed_proposal (symbol text primary key not null, dismissed_on text not null) strict'
  ]),
  /** When the source of an announcement published it. */
  '062-published-at': statements([
    'alter table declared_payment add column published_at text',
    'alter table payment_first_seen add column published_at text'
  ]),
  /** Outlooks of all funds for 3, 6 and 12 months, frozen monthly, and their signed leaves. */
  '070-outlook-record': {
    up: async (db: Kysely<unknown>) => {
      const triggers = outlookTriggers.map(([name, event, condition, why]) => {
        const head = `create trigger ${name} ${event} for each row ${condition === null ? '' : `when (${condition})`}`
        return isPostgres(db)
          ? `${head} execute function refuse('${why}')`
          : `${head} begin select raise(abort, '${why}'); end`
      })
      await runOnEither(db, [...outlookTables, ...triggers])
    }
  },
  /** Coming payments are rows. The next start derives them, as it does outlooks. */
  '071-coming-payments': statements([
    'drop table outlook',
    `create table outlook (
      symbol text not null primary key references fund (symbol), sample text, sums text not null,
      basis text not null) strict`,
    `create table coming_payment (
      symbol text not null references fund (symbol), position integer not null, ex_date text not null,
      ex_date_first text, ex_date_last text, own_by text not null, pay_date text not null, state text not null,
      kind text not null, amount real, low real, high real, quantiles text, declared text, dates_confirmed_on text,
      primary key (symbol, position)) strict`
  ]),
  /** Last closes of symbols that visitors asked for. */
  '085-holder-closes': statements([
    `create table holder_close (
      symbol text primary key not null, session text not null, day text, close real) strict`
  ]),
  /** Entries about payments that are stored, and marked because our range makes them unlikely. */
  '086-marked-payments': statements([
    'alter table manual_entry add column is_stored integer not null default 0'
  ]),
  /** Thursday of the week that a post reports. */
  '087-week-posts': statements([
    'alter table blog_post add column week text',
    'alter table deleted_post add column week text'
  ]),
  /** Witnesses that are asked to cosign the signed record, and what they cosigned. */
  '090-witnesses': statements([
    `create table record_witness (
      name text primary key not null, url text not null, verifier_key text not null, added_at text not null,
      asked_at text, fault text, fault_kind text, failing_since text) strict`,
    `create table record_cosignature (
      size integer not null, verifier_key text not null, cosigned_at text not null, root text not null,
      line text not null, primary key (size, verifier_key)) strict`
  ])
}

function statements(list: readonly string[]): Migration {
  return { up: (db) => runOnEither(db, list) }
}
