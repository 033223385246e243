import { createPost, Post, updatePost } from '../../admin-api/contract/blog.ts'
import { statusOfCode } from '../../admin-api/contract/errors.ts'
import type { CallFailure } from '../lib/call-endpoint.ts'
import { callAdmin } from '../login/admin-session.ts'
import { type Conflict, type Fields, type Mode, toPostInput } from './form-state.ts'

/** A post may be large, and the connection slow. */
export const timeoutMs = 60_000

export function savePost(mode: Mode, fields: Fields) {
  const body = toPostInput(fields)
  return mode.kind === 'create'
    ? callAdmin(createPost, body, { timeoutMs, idempotencyKey: mode.key })
    : callAdmin(updatePost, { ...body, id: mode.id, updated_at: mode.updatedAt }, { timeoutMs })
}

/** Returns the conflict that made an edit fail; null if it failed for another reason. */
export function conflictOf(mode: Mode, { status, current }: CallFailure): Conflict | null {
  if (mode.kind === 'create') return null
  if (status === statusOfCode['not-found']) return { theirs: null }
  const theirs = Post.safeParse(current)
  return status === statusOfCode.conflict && theirs.success ? { theirs: theirs.data } : null
}
