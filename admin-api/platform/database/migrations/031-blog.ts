import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import { runOnEither } from '../dialect.ts'

/** Scheduled posts, tags, and earlier versions of posts. */
export const addBlogSchedule: Migration = {
  up: (db: Kysely<unknown>) =>
    runOnEither(db, [
      `alter table blog_post add column publish_at text`,
      `alter table blog_post add column tags text not null default '[]'`,
      `alter table deleted_post add column publish_at text`,
      `alter table deleted_post add column tags text not null default '[]'`,
      `create table blog_revision (
        id integer not null primary key autoincrement,
        post_id integer not null references blog_post (id) on delete cascade,
        saved_at text not null, title text not null, excerpt text not null, content text not null) strict`,
      `create index blog_revision_post on blog_revision (post_id, id)`
    ])
}
