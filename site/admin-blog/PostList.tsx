import { type ReactNode, useEffect, useState } from 'react'
import {
  type DeletedPost,
  deletedPostDays,
  keptRevisions,
  type PostSummary,
  pathOfPost,
  readDeletedPosts,
  readPosts,
  readRevision,
  readRevisions,
  restoreDeletedPost
} from '../../admin-api/contract/blog.ts'
import type { Pagination } from '../../admin-api/contract/fields.ts'
import { usePagedList } from '../admin/list-query.ts'
import { TaskButton } from '../admin/TaskButton.tsx'
import { formatInstant, formatMonthDayYear } from '../lib/format.ts'
import { logFailure } from '../lib/log.ts'
import { useAdminQuery } from '../login/admin-query.ts'
import { callAdmin, showFailure, showOutcome } from '../login/admin-session.ts'
import { Button, ButtonLink } from '../ui/Button.tsx'
import { Pager } from '../ui/Pager.tsx'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { EmailCopyButton } from './EmailCopyButton.tsx'
import type { Fields, TextField } from './form-state.ts'
import { fromHtml } from './markup/from-html.ts'
import { toHtml } from './markup/to-html.ts'

type PostListProps = {
  /** Id of the post in the form. */
  editedId: number | null
  /** Empties the form for a new post. */
  onNew: () => void
  /** Drafts the post about the newest week, or opens it. */
  onDraftWeek: () => Promise<void>
  onEdit: (post: PostSummary) => void
  onDelete: (post: PostSummary) => void
}

const pageSize = 100
const postList = {
  endpoint: readPosts,
  rules: { initial: {} },
  toInput: ({ page }: { page: number }) => ({ page, limit: pageSize }),
  totalOf: ({ pagination }: { pagination: Pagination }) => pagination.total,
  refreshEveryMs: null
}

/** Posts listed until the operator shows all. */
const shownPosts = 6

/** All posts, including drafts, newest first. */
export function PostList({ editedId, onNew, onDraftWeek, onEdit, onDelete }: PostListProps) {
  const [isExpanded, setExpanded] = useState(false)
  const { value, total, failure, page, totalPages, turn, refetch } = usePagedList(postList)
  const posts = failure === null ? value?.posts : undefined
  useEffect(() => {
    if (failure !== null) logFailure('Failed to fetch posts', failure)
  }, [failure])
  return (
    <section className="stack gap-4" aria-labelledby="post-list-title">
      <div className="row items-center between gap-3">
        <h2 className="line items-baseline gap-2 text-xl" id="post-list-title">
          Posts {posts && <span className="muted text-s tabular">{total}</span>}
        </h2>
        <div className="row gap-2">
          <TaskButton variant="quiet" text="Draft the Week" task={onDraftWeek} />
          <Button variant="quiet" onClick={onNew}>
            Write a New Post
          </Button>
        </div>
      </div>
      {failure !== null && (
        <p className="row items-center gap-3" role="alert">
          The posts could not be loaded.
          <Button variant="quiet" onClick={() => void refetch()}>
            Try Again
          </Button>
        </p>
      )}
      {failure === null && value === null && <p role="status">Loading posts...</p>}
      {posts?.length === 0 && <p>No post yet. The first one is yours.</p>}
      {posts && posts.length > 0 && (
        <ul className="stack gap-2">
          {(isExpanded ? posts : posts.slice(0, shownPosts)).map((post) => (
            <PostEntry
              key={post.id}
              title={post.title}
              isEdited={post.id === editedId}
              facts={
                <>
                  <span>ID {post.id}</span> <span className="anywhere">{post.slug}</span>{' '}
                  <Day instant={post.created_at} />{' '}
                  <StatusBadge tone={post.published ? 'good' : 'neutral'}>
                    {post.published ? 'Published' : post.publish_at === null ? 'Draft' : 'Scheduled'}
                  </StatusBadge>{' '}
                  {post.publish_at !== null && <span>for {formatInstant(post.publish_at)}</span>}
                </>
              }
            >
              {post.published && (
                <ButtonLink
                  variant="chip"
                  href={pathOfPost(post.slug)}
                  target="_blank"
                  rel="noopener"
                  aria-label={`View ${post.title} (opens in a new tab)`}
                >
                  View
                </ButtonLink>
              )}
              {post.published && <EmailCopyButton post={post} />}
              <Button variant="chip" aria-label={`Edit ${post.title}`} onClick={() => onEdit(post)}>
                Edit
              </Button>
              <Button
                variant="chip"
                className="chip--danger"
                aria-label={`Delete ${post.title}`}
                onClick={() => onDelete(post)}
              >
                Delete
              </Button>
            </PostEntry>
          ))}
        </ul>
      )}
      {posts && posts.length > shownPosts && !isExpanded && (
        <div className="row">
          <Button variant="quiet" onClick={() => setExpanded(true)}>
            Show all {total} posts
          </Button>
        </div>
      )}
      {posts && isExpanded && totalPages > 1 && (
        <Pager label="Pages of posts" page={page} totalPages={totalPages} turn={turn} />
      )}
    </section>
  )
}

/** Deleted posts that can still be restored; renders nothing if there are none. */
export function DeletedPosts() {
  const { value, failure } = useAdminQuery(readDeletedPosts, {}, null)
  const posts = value?.posts ?? []

  async function restore({ id, title }: DeletedPost) {
    showOutcome(await callAdmin(restoreDeletedPost, { id }), {
      done: 'Post Restored',
      failed: 'Error',
      sentence: 'Failed to restore post',
      message: ({ published, slug }) =>
        `"${title}" is back ${published ? `at ${pathOfPost(slug)}` : 'as a draft'}`
    })
  }

  if (failure !== null && value === null) return <p role="alert">The deleted posts could not be loaded.</p>
  if (posts.length === 0) return null
  return (
    <section className="stack gap-4" aria-labelledby="deleted-posts-title">
      <h2 className="line items-baseline gap-2 text-xl" id="deleted-posts-title">
        Deleted posts <span className="muted text-s tabular">{posts.length}</span>
      </h2>
      <p>
        Nobody can read them. You can restore each for {deletedPostDays} days; then it is deleted for good.
      </p>
      <ul className="stack gap-2">
        {posts.map((post) => (
          <PostEntry
            key={post.id}
            title={post.title}
            facts={
              <>
                <span>
                  Deleted <Day instant={post.deleted_at} />
                </span>{' '}
                <span>{post.days_left === 1 ? '1 day left' : `${post.days_left} days left`}</span>{' '}
                <StatusBadge tone="neutral">{post.published ? 'Was published' : 'Was a draft'}</StatusBadge>
              </>
            }
          >
            <TaskButton text="Restore" aria-label={`Restore ${post.title}`} task={() => restore(post)} />
          </PostEntry>
        ))}
      </ul>
    </section>
  )
}

type RevisionsProps = {
  postId: number
  /** Receives the text of an earlier version. */
  onOpen: (text: Pick<Fields, TextField>) => Promise<void>
}

/** Earlier versions of the post in the form; renders nothing if there are none. */
export function Revisions({ postId, onOpen }: RevisionsProps) {
  const { value } = useAdminQuery(readRevisions, { id: postId }, null)
  const revisions = value?.revisions ?? []

  async function open(id: number) {
    const result = await callAdmin(readRevision, { id })
    if (!result.ok) return showFailure('Error', result, 'Failed to load this version')
    const { title, excerpt, content } = result.value
    await onOpen({ title, excerpt, content: toHtml(fromHtml(content)) })
  }

  if (revisions.length === 0) return null
  return (
    <section className="stack gap-4" aria-labelledby="revisions-title">
      <h2 className="line items-baseline gap-2 text-xl" id="revisions-title">
        Earlier versions <span className="muted text-s tabular">{revisions.length}</span>
      </h2>
      <p>
        The last {keptRevisions} versions are saved. Opening one fills the form with its text; nothing changes
        until you save.
      </p>
      <ul className="stack gap-2">
        {revisions.map(({ id, saved_at, title }) => (
          <PostEntry
            key={id}
            facts={
              <>
                <time dateTime={saved_at}>{formatInstant(saved_at)}</time> {title}
              </>
            }
          >
            <TaskButton
              text="Open"
              aria-label={`Open the version of ${formatInstant(saved_at)}`}
              task={() => open(id)}
            />
          </PostEntry>
        ))}
      </ul>
    </section>
  )
}

type PostEntryProps = {
  title?: string
  isEdited?: boolean
  facts: ReactNode
  /** Links and buttons. */
  children: ReactNode
}

function PostEntry({ title, isEdited = false, facts, children }: PostEntryProps) {
  return (
    <li>
      <article
        className={`post-entry row items-center between gap-y-3 gap-x-4 ${isEdited ? 'post-entry--edited' : ''}`}
      >
        <div className="grow">
          {title !== undefined && <h3 className="text-m strong anywhere">{title}</h3>}
          <p className="row items-center gap-y-1 gap-x-3 muted text-xs tabular">{facts}</p>
        </div>
        <div className="row gap-2">{children}</div>
      </article>
    </li>
  )
}

function Day({ instant }: { instant: string }) {
  return <time dateTime={instant}>{formatMonthDayYear(instant.slice(0, 10))}</time>
}
