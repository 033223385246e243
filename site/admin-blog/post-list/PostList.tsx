import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { type PostSummary, readPosts } from '../../../admin-api/contract/blog.ts'
import type { Pagination } from '../../../admin-api/contract/wire.ts'
import { logFailure } from '../../lib/log.ts'
import { $adminWrites, callAdmin } from '../../login/admin-session.ts'
import { Pager } from '../../ui/Pager.tsx'
import { PostEntry } from './PostEntry.tsx'
import './post-list.css'

type PostListProps = {
  /** The post in the form. */
  editedId: number | null
  onEdit: (post: PostSummary) => void
  onDelete: (post: PostSummary) => void
}

type Posts =
  | { status: 'loading' }
  | { status: 'failed' }
  | { status: 'loaded'; posts: PostSummary[]; pagination: Pagination }

const postsAPage = 100

/** All posts, drafts too, read again after every save and deletion. */
export function PostList({ editedId, onEdit, onDelete }: PostListProps) {
  const [page, setPage] = useState(1)
  const [attempt, setAttempt] = useState(0)
  const [list, setList] = useState<Posts>({ status: 'loading' })
  const writes = useStore($adminWrites)

  // biome-ignore lint/correctness/useExhaustiveDependencies: a write or another try reads the same page again
  useEffect(() => {
    const stop = new AbortController()
    callAdmin(readPosts, { page, limit: postsAPage }, { signal: stop.signal }).then((result) => {
      if (stop.signal.aborted) return
      if (result.ok) {
        const { posts, pagination } = result.value
        // The last post of the last page may just have been deleted.
        if (posts.length === 0 && page > 1) setPage(page - 1)
        else setList({ status: 'loaded', posts, pagination })
      } else {
        logFailure('Failed to fetch posts', result.message)
        setList({ status: 'failed' })
      }
    })
    return () => stop.abort()
  }, [page, attempt, writes])

  return (
    <section className="post-list" aria-labelledby="post-list-title">
      <h2 className="post-list__title" id="post-list-title">
        Posts {list.status === 'loaded' && <span className="post-list__count">{list.pagination.total}</span>}
      </h2>
      {list.status === 'loading' && <p role="status">Opening the log…</p>}
      {list.status === 'failed' && (
        <p className="post-list__failed" role="alert">
          The posts could not be loaded.
          <button type="button" className="button button--quiet" onClick={() => setAttempt(attempt + 1)}>
            Try Again
          </button>
        </p>
      )}
      {list.status === 'loaded' && list.posts.length === 0 && <p>No post yet. The first one is yours.</p>}
      {list.status === 'loaded' && list.posts.length > 0 && (
        <ul className="post-list__entries">
          {list.posts.map((post) => (
            <li key={post.id}>
              <PostEntry
                post={post}
                isEdited={post.id === editedId}
                onEdit={() => onEdit(post)}
                onDelete={() => onDelete(post)}
              />
            </li>
          ))}
        </ul>
      )}
      {list.status === 'loaded' && list.pagination.totalPages > 1 && (
        <Pager label="Pages of posts" page={page} totalPages={list.pagination.totalPages} onPage={setPage} />
      )}
    </section>
  )
}
