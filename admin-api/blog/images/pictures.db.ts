import type { Selectable } from 'kysely'
import type { Database, Db } from '../../platform/database/schema.ts'

type PictureRow = Selectable<Database['blog_image']>

/** Stores a picture; an existing one gets the later of both upload times. */
export async function storePicture(db: Db, picture: PictureRow): Promise<void> {
  await db
    .insertInto('blog_image')
    .values(picture)
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet({ uploaded_at: picture.uploaded_at })
        .where('blog_image.uploaded_at', '<', picture.uploaded_at)
    )
    .execute()
}

export async function findPicture(db: Db, name: string): Promise<PictureRow | undefined> {
  return db
    .selectFrom('blog_image')
    .select(['name', 'uploaded_at', 'bytes'])
    .where('name', '=', name)
    .executeTakeFirst()
}

/** @param before an instant, included */
export async function findPicturesUploadedBefore(db: Db, before: string): Promise<string[]> {
  const rows = await db
    .selectFrom('blog_image')
    .select('name')
    .where('uploaded_at', '<=', before)
    .orderBy('name')
    .execute()
  return rows.map(({ name }) => name)
}

export async function deletePictures(db: Db, names: readonly string[]): Promise<void> {
  await db.deleteFrom('blog_image').where('name', 'in', names).execute()
}

/** Names of pictures used by posts: published, draft, or deleted and still restorable. */
export async function findUsedPictures(db: Db): Promise<Set<string>> {
  const uses = await Promise.all(
    (['blog_post', 'deleted_post'] as const).map((table) =>
      db
        .selectFrom(table)
        .select(['content', 'feature_image'])
        .where((eb) => eb.or([eb('content', 'like', '%/blog-images/%'), eb('feature_image', 'is not', null)]))
        .execute()
    )
  )
  return new Set(
    uses
      .flat()
      .flatMap(({ content, feature_image }) =>
        [...`${feature_image} ${content}`.matchAll(/\/blog-images\/([0-9a-f]{32}\.webp)/g)].flatMap(
          ([, name]) => name ?? []
        )
      )
  )
}
