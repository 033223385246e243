import { Router } from 'express'
import {
  createPost as createPostCall,
  deletePost as deletePostCall,
  previewPost,
  readPost,
  readPosts,
  updatePost as updatePostCall
} from '../../contract/blog.ts'
import { ApiError } from '../../http/errors.ts'
import { route } from '../../http/route.ts'
import type { Services } from '../../services.ts'
import { countPublished, findPublished } from './archive.db.ts'
import { readingMinutes } from './content/plain-text.ts'
import { createImageRoutes } from './images/images.routes.ts'
import { countAllPosts, findAllPosts, findPostBySlug, toPost, toSummary } from './posts.db.ts'
import { changePost, createPost, readyContent, readyPost, removePost } from './save-post.ts'

/** A million bytes of content, and what JSON adds to them. */
const maxBodyBytes = 1.5 * 1024 * 1024

export function createBlogRoutes(services: Services): Router {
  const { db, clock, publisher, findSession } = services
  const router = Router()

  route(
    router,
    readPosts,
    async ({ page, limit }, { session }) => {
      const slice = { limit, offset: (page - 1) * limit }
      const total = session === null ? await countPublished(db) : await countAllPosts(db)
      const rows = session === null ? await findPublished(db, slice) : await findAllPosts(db, slice)
      const pagination = { currentPage: page, total, totalPages: Math.ceil(total / limit) }
      return { posts: rows.map(toSummary), pagination }
    },
    { findSession }
  )

  route(
    router,
    readPost,
    async ({ slug }, { session }) => {
      const row = await findPostBySlug(db, slug)
      if (row === undefined || (row.published === 0 && session === null)) {
        throw new ApiError('not-found', 'Post not found')
      }
      return toPost(row)
    },
    { findSession }
  )

  route(
    router,
    createPostCall,
    async (written, { actor }) => {
      const row = await createPost(db, readyPost(written), { actor, now: clock() })
      publisher.wake()
      return toPost(row)
    },
    { findSession, maxBodyBytes }
  )

  route(
    router,
    updatePostCall,
    async ({ id, ...written }, { actor }) => {
      const row = await changePost(db, id, readyPost(written), { actor, now: clock() })
      publisher.wake()
      return toPost(row)
    },
    { findSession, maxBodyBytes }
  )

  route(
    router,
    deletePostCall,
    async ({ id }, { actor }) => {
      const row = await removePost(db, id, { actor, now: clock() })
      publisher.wake()
      return { message: `Successfully deleted "${row.title}"` }
    },
    { findSession }
  )

  route(
    router,
    previewPost,
    (written) => {
      const content = readyContent(written.content)
      return { content, reading_minutes: readingMinutes(content) }
    },
    { findSession, maxBodyBytes }
  )

  router.use(createImageRoutes(services))
  return router
}
