import { createPost, Post, readPost, slugOf, updatePost } from '../../admin-api/contract/blog.ts'
import { statusOfCode } from '../../admin-api/contract/errors.ts'
import type { CallFailure, CallResult } from '../lib/call.ts'
import { callAdmin } from '../login/admin-session.ts'
import type { Fields, Mode } from './post-form/fields.ts'
import type { Conflict } from './post-form/form-state.ts'

/** A post may be large, and the connection slow. */
const timeoutMs = 60_000

export function savePost(mode: Mode, fields: Fields): Promise<CallResult<Post>> {
  const body = { ...fields, slug: slugOf(fields.title) }
  return mode.kind === 'create'
    ? callAdmin(createPost, body, { timeoutMs, idempotencyKey: mode.key })
    : callAdmin(updatePost, { ...body, id: mode.id, updated_at: mode.updatedAt }, { timeoutMs })
}

/** What an edit ran into that was refused; null where the reason is another one. */
export function conflictOf(mode: Mode, { status, current }: CallFailure): Conflict | null {
  if (mode.kind === 'create') return null
  if (status === statusOfCode['not-found']) return { theirs: null }
  const theirs = Post.safeParse(current)
  return status === statusOfCode.conflict && theirs.success ? { theirs: theirs.data } : null
}

export function openPost(slug: string): Promise<CallResult<Post>> {
  return callAdmin(readPost, { slug }, { timeoutMs })
}
