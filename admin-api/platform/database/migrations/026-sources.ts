import type { Migration } from 'kysely/migration'
import { runOnEither } from '../dialect.ts'

/** The source of each close, and the implied volatility of the underlyings. */
export const addSources: Migration = {
  up: (db) =>
    runOnEither(db, [
      `alter table price add column source text`,
      `create table underlying_volatility (
        underlying text not null, date text not null, value real not null check (value > 0), expiry text not null,
        source text not null, primary key (underlying, date)) strict`
    ])
}

/** Daily closes of the underlyings. */
export const addUnderlyingCloses: Migration = {
  up: (db) =>
    runOnEither(db, [
      `create table underlying_close (
        underlying text not null, date text not null, close real not null check (close > 0), source text not null,
        primary key (underlying, date)) strict`
    ])
}

/** Push subscriptions, and the events that were sent to each. */
export const addNotifications: Migration = {
  up: (db) =>
    runOnEither(db, [
      `create table push_subscription (
        endpoint text not null primary key, p256dh text not null, auth text not null, funds text not null,
        wants_declared integer not null, wants_own_by integer not null, created_at text not null,
        failures integer default 0 not null) strict`,
      `create table push_sent (
        endpoint text not null references push_subscription (endpoint) on delete cascade, event text not null,
        sent_at text not null, primary key (endpoint, event)) strict`
    ])
}

/**
 * Return of capital as a share of a payment (19a notice, by ex-date) or of a year's payments (final figure). The next
 * start fills it from data/roc.csv; rows that the operator wrote stay.
 */
export const addReturnOfCapital: Migration = {
  up: (db) =>
    runOnEither(db, [
      // No reference to a fund: a fund that is renamed takes its rows along.
      `create table return_of_capital (
        symbol text not null, ex_date_or_year text not null, kind text not null check (kind in ('19a', 'final')),
        roc_percent real not null check (roc_percent between 0 and 100), source text not null,
        written_by text default 'data' not null check (written_by in ('data', 'operator')),
        primary key (symbol, ex_date_or_year, kind)) strict`
    ])
}

/** Sessions between the close that determines a payment of the family and its ex-date. */
export const addPriceLag: Migration = {
  up: (db) =>
    runOnEither(db, [
      'alter table family add column price_lag integer default 2 not null check (price_lag between 1 and 5)'
    ])
}

/** The last failure of each subscription. `failures` counted messages before, days from now on. */
export const addFailedAt: Migration = {
  up: (db) =>
    runOnEither(db, [
      `alter table push_subscription add column failed_at text`,
      `update push_subscription set failures = 0`
    ])
}
