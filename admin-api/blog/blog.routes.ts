import { type Actor, writeLog } from '../admin-log/admin-log.db.ts'
import {
  createPost as createPostCall,
  deletePost as deletePostCall,
  draftWeekPost,
  previewPost,
  readDeletedPosts,
  readEmailCopy,
  readPost,
  readPosts,
  readRevision,
  readRevisions,
  restoreDeletedPost,
  updatePost as updatePostCall
} from '../contract/blog.ts'
import { readMailingList, saveMailingList } from '../contract/mailing-list.ts'
import type { RunJob } from '../estimates/job.ts'
import { findMailingList } from '../pages/mailing-list.db.ts'
import { writeMetaValue } from '../platform/database/meta.db.ts'
import { writeTransaction } from '../platform/database/write-transaction.ts'
import { ApiError } from '../platform/http/errors.ts'
import type { RouteParts, Routes } from '../platform/http/route.ts'
import type { QueueChange } from '../publishing/page-kind.ts'
import { countPublished, findPublished } from './archive.db.ts'
import { draftWeek } from './draft-week.ts'
import { toEmailCopy } from './email-copy.ts'
import { addImageRoutes } from './images/images.routes.ts'
import { resolveLiveFigures } from './live-figures.ts'
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
  parts: RouteParts & { queueChange: QueueChange; runJob: RunJob },
  siteUrl: string
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
      return { ...toPost(row), content: await resolveLiveFigures(db, row.content) }
    },
    { readsSession: true }
  )

  route(draftWeekPost, async ({ week }, { actor }) => {
    const { post, isNew } = await draftWeek(db, week, writingOf(actor))
    return {
      post: { ...toPost(post), content: await resolveLiveFigures(db, post.content) },
      is_new: isNew
    }
  })

  route(readEmailCopy, async ({ slug }) => {
    const row = await findPostBySlug(db, slug)
    if (row === undefined) throw new ApiError('not-found', 'Post not found')
    if (row.published === 0)
      throw new ApiError('conflict', 'Publish this post first: the e-mail links to it.')
    return toEmailCopy({ ...toPost(row), content: await resolveLiveFigures(db, row.content) }, siteUrl)
  })

  route(readMailingList, async () => (await findMailingList(db)) ?? { url: '', field: '' })

  route(saveMailingList, async (list, { actor }) => {
    const now = clock()
    const message =
      list.url === ''
        ? 'The site no longer offers a mailing list.'
        : `The blog now offers the mailing list at ${new URL(list.url).host}.`
    await writeTransaction(db, async (trx) => {
      await writeMetaValue(trx, 'mailing-list', list.url === '' ? null : list)
      await queueChange(trx, { kind: 'mailing-list' }, now)
      await writeLog(trx, { category: 'SYSTEM', action: 'UPDATE', message, actor }, now)
    })
    return { message }
  })

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
