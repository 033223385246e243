import type { Selectable } from 'kysely'
import { type DeletedPost, deletedPostDays, type Post, type PostSummary } from '../contract/blog.ts'
import type { BlogPostTable, DeletedPostTable } from '../platform/database/schema/blog.ts'

export type PostRow = Selectable<BlogPostTable>
export type SummaryRow = Omit<PostRow, 'content'>

export function toPostSummary({ archive_number: _, published, ...row }: SummaryRow): PostSummary {
  return { ...row, published: published === 1 }
}

export function toPost({ content, ...row }: PostRow): Post {
  return { ...toPostSummary(row), content }
}

const dayMs = 86_400_000

type DeletedSummary = Pick<DeletedPostTable, 'id' | 'title' | 'published' | 'deleted_at'>

export function toDeletedPost({ published, ...row }: DeletedSummary, now: Date): DeletedPost {
  const leftMs = Date.parse(row.deleted_at) + deletedPostDays * dayMs - now.getTime()
  return { ...row, published: published === 1, days_left: Math.max(0, Math.ceil(leftMs / dayMs)) }
}
