import { keptRevisions, readRevision, readRevisions } from '../../admin-api/contract/blog.ts'
import { TaskButton } from '../admin/TaskButton.tsx'
import { formatInstant } from '../lib/format.ts'
import { useAdminQuery } from '../login/admin-query.ts'
import { callAdmin, showFailure } from '../login/admin-session.ts'
import type { Fields, TextField } from './form-state.ts'
import { fromHtml } from './markup/from-html.ts'
import { toHtml } from './markup/to-html.ts'

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
    if (!result.ok) return showFailure('Error', result)
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
          <li key={id}>
            <div className="post-entry row items-center between gap-y-3 gap-x-4">
              <div className="grow">
                <p className="row items-center gap-x-3 muted text-xs tabular">
                  <time dateTime={saved_at}>{formatInstant(saved_at)}</time> {title}
                </p>
              </div>
              <TaskButton
                text="Open"
                aria-label={`Open the version of ${formatInstant(saved_at)}`}
                task={() => open(id)}
              />
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
