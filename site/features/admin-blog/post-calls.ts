import { createPost, type Post, readPost, slugOf, updatePost } from '../../../admin-api/contract/blog.ts'
import type { CallResult } from '../../lib/call.ts'
import { callAdmin } from '../../stores/admin-session.ts'
import type { Fields, Mode } from './post-form/form-state.ts'

/** A post with pictures of text may be large; a slow line gets its time. */
const timeoutMs = 60_000

export function savePost(mode: Mode, fields: Fields): Promise<CallResult<Post>> {
  const body = { ...fields, slug: slugOf(fields.title) }
  return mode.kind === 'create'
    ? callAdmin(createPost, body, { timeoutMs })
    : callAdmin(updatePost, { ...body, id: mode.id }, { timeoutMs })
}

export function openPost(slug: string): Promise<CallResult<Post>> {
  return callAdmin(readPost, { slug }, { timeoutMs })
}
