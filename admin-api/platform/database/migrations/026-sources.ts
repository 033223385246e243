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
