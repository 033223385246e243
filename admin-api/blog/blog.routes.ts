import type { Actor } from '../admin-log/admin-log.db.ts'
import {
  createPost as createPostCall,
  deletePost as deletePostCall,
  previewPost,
  readDeletedPosts,
  readPost,
  readPosts,
  readRevision,
  readRevisions,
  restoreDeletedPost,
  updatePost as updatePostCall
} from '../contract/blog.ts'
import type { RunJob } from '../estimates/job.ts'
import { ApiError } from '../platform/http/errors.ts'
import type { RouteParts, Routes } from '../platform/http/route.ts'
import type { QueueChange } from '../publishing/page-kind.ts'
import { countPublished, findPublished } from './archive.db.ts'
import { addImageRoutes } from './images/images.routes.ts'
import { toDeletedPost, toPost, toPostSummary } from './load-blog-page.ts'
import {
  countAllPosts,
  findAllPosts,
  findDeletedPosts,
  findPostBySlug,
  findRevision,
  findRevisions
} from './posts.db.ts'
import {
  longContent,
  type PreparedPost,
  prepareLongPost,
  preparePost,
  previewContent,
  previewLongPost,
  type WrittenPost
} from './prepare-post.ts'
import { changePost, createPost, removePost, restorePost } from './save-post.ts'

/** A million bytes of content plus JSON escaping. */
const maxBodyBytes = 1.5 * 1024 * 1024

export function addBlogRoutes(
  { router, route }: Routes,
  parts: RouteParts & { queueChange: QueueChange; runJob: RunJob }
): void {
  const { db, clock, queueChange, runJob } = parts
  const writingOf = (actor: Actor) => ({ actor, now: clock(), queueChange })

  async function prepare(written: WrittenPost): Promise<PreparedPost> {
    return written.content.length > longContent ? runJob(prepareLongPost, written) : preparePost(written)
  }

  route(
    readPosts,
    async ({ page, limit }, { session }) => {
      const slice = { limit, offset: (page - 1) * limit }
      const total = session === null ? await countPublished(db) : await countAllPosts(db)
      const rows = session === null ? await findPublished(db, slice) : await findAllPosts(db, slice)
      const pagination = { currentPage: page, total, totalPages: Math.ceil(total / limit) }
      return { posts: rows.map(toPostSummary), pagination }
    },
    { readsSession: true }
  )

  route(
    readPost,
    async ({ slug }, { session }) => {
      const row = await findPostBySlug(db, slug)
      if (row === undefined || (row.published === 0 && session === null)) {
        throw new ApiError('not-found', 'Post not found')
      }
      return toPost(row)
    },
    { readsSession: true }
  )

  route(
    createPostCall,
    async (written, { actor, idempotencyKey }) =>
      toPost(await createPost(db, await prepare(written), writingOf(actor), idempotencyKey)),
    { maxBodyBytes }
  )

  route(
    updatePostCall,
    async ({ id, updated_at: version = null, ...written }, { actor }) =>
      toPost(await changePost(db, id, await prepare(written), writingOf(actor), version)),
    { maxBodyBytes }
  )

  route(readRevisions, async ({ id }) => ({ revisions: await findRevisions(db, id) }))

  route(readRevision, async ({ id }) => {
    const revision = await findRevision(db, id)
    if (revision === undefined) throw new ApiError('not-found', 'This version is no longer stored.')
    return revision
  })

  route(deletePostCall, async ({ id }, { actor }) => {
    const row = await removePost(db, id, writingOf(actor))
    return { message: `Successfully deleted "${row.title}"` }
  })

  route(readDeletedPosts, async () => ({
    posts: (await findDeletedPosts(db)).map((row) => toDeletedPost(row, clock()))
  }))

  route(restoreDeletedPost, async ({ id }, { actor }) => toPost(await restorePost(db, id, writingOf(actor))))

  route(
    previewPost,
    ({ content }) =>
      content.length > longContent ? runJob(previewLongPost, content) : previewContent(content),
    { maxBodyBytes }
  )

  addImageRoutes({ router, route }, parts)
}
