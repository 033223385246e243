import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import { runOnEither } from '../dialect.ts'

/** Feature images of posts; posts without one show a drawing. */
export const addFeatureImages: Migration = {
  up: (db: Kysely<unknown>) =>
    runOnEither(
      db,
      ['blog_post', 'deleted_post'].flatMap((table) => [
        `alter table ${table} add column feature_image text`,
        `alter table ${table} add column feature_image_alt text not null default ''`
      ])
    )
}
