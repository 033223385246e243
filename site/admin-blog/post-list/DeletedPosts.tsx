import {
  type DeletedPost,
  deletedPostDays,
  pathOfPost,
  readDeletedPosts,
  restoreDeletedPost
} from '../../../admin-api/contract/blog.ts'
import { formatSlashedDay } from '../../lib/format.ts'
import { useBusy } from '../../lib/use-busy.ts'
import { createAdminQuery, useAdminQuery } from '../../login/admin-query.ts'
import { callAdmin, showFailure } from '../../login/admin-session.ts'
import { showToast } from '../../ui/toast.ts'
import { StatusBadge } from '../../ui/StatusBadge.tsx'

const deletedQuery = createAdminQuery(readDeletedPosts)

/** What was deleted in the last 30 days, to be brought back; nothing where there is none. */
export function DeletedPosts() {
  const { value, failure } = useAdminQuery(deletedQuery, {}, null)
  const [busy, run] = useBusy()
  const posts = value?.posts ?? []

  async function restore({ id, title }: DeletedPost) {
    const result = await callAdmin(restoreDeletedPost, { id })
    if (!result.ok) return showFailure('Error', result, 'Failed to restore post')
    const { published, slug } = result.value
    const place = published ? `at ${pathOfPost(slug)}` : 'as a draft'
    showToast({ kind: 'success', title: 'Post Restored', message: `"${title}" is back ${place}` })
  }

  if (failure !== null && value === null) return <p role="alert">The deleted posts could not be loaded.</p>
  if (posts.length === 0) return null
  return (
    <section className="post-list" aria-labelledby="deleted-posts-title">
      <h2 className="post-list__title" id="deleted-posts-title">
        Deleted posts <span className="post-list__count">{posts.length}</span>
      </h2>
      <p>Nobody can read them. Each can be brought back for {deletedPostDays} days, then it goes for good.</p>
      <ul className="post-list__entries">
        {posts.map((post) => (
          <li key={post.id}>
            <article className="post-entry">
              <div className="post-entry__about">
                <h3 className="post-entry__title">{post.title}</h3>
                <p className="post-entry__facts">
                  <span>
                    Deleted{' '}
                    <time dateTime={post.deleted_at}>{formatSlashedDay(post.deleted_at.slice(0, 10))}</time>
                  </span>{' '}
                  <span>{post.days_left === 1 ? '1 day left' : `${post.days_left} days left`}</span>{' '}
                  <StatusBadge tone="neutral">{post.published ? 'Was published' : 'Was a draft'}</StatusBadge>
                </p>
              </div>
              <div className="post-entry__acts">
                <button
                  type="button"
                  className="chip"
                  aria-label={`Restore ${post.title}`}
                  aria-disabled={busy.has(String(post.id))}
                  onClick={() => run(String(post.id), () => restore(post))}
                >
                  Restore
                </button>
              </div>
            </article>
          </li>
        ))}
      </ul>
    </section>
  )
}
