import { type PostSummary, pathOfPost } from '../../../admin-api/contract/blog.ts'
import { formatSlashedDay } from '../../lib/format.ts'
import { StatusBadge } from '../../ui/StatusBadge.tsx'

type PostEntryProps = { post: PostSummary; isEdited: boolean; onEdit: () => void; onDelete: () => void }

export function PostEntry({ post, isEdited, onEdit, onDelete }: PostEntryProps) {
  const { id, title, slug, published, created_at: createdAt } = post
  return (
    <article className={isEdited ? 'post-entry post-entry--edited' : 'post-entry'}>
      <div className="post-entry__about">
        <h3 className="post-entry__title">{title}</h3>
        <p className="post-entry__facts">
          <span>ID {id}</span> <span className="post-entry__slug">{slug}</span>{' '}
          <time dateTime={createdAt}>{formatSlashedDay(createdAt.slice(0, 10))}</time>{' '}
          <StatusBadge tone={published ? 'good' : 'neutral'}>{published ? 'Published' : 'Draft'}</StatusBadge>
        </p>
      </div>
      <div className="post-entry__acts">
        {published && (
          <a
            className="chip"
            href={pathOfPost(slug)}
            target="_blank"
            rel="noopener"
            aria-label={`View ${title} (opens in a new tab)`}
          >
            View
          </a>
        )}
        <button type="button" className="chip" aria-label={`Edit ${title}`} onClick={onEdit}>
          Edit
        </button>
        <button
          type="button"
          className="chip post-entry__delete"
          aria-label={`Delete ${title}`}
          onClick={onDelete}
        >
          Delete
        </button>
      </div>
    </article>
  )
}
