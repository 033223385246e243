import { type PostSummary, readEmailCopy } from '../../admin-api/contract/blog.ts'
import { TaskButton } from '../admin/TaskButton.tsx'
import { callAdmin, showFailure } from '../login/admin-session.ts'
import { showToast } from '../ui/toast.ts'

type EmailCopyButtonProps = { post: Pick<PostSummary, 'slug' | 'title'> }

/** Copies a published post for an e-mail, formatted and as plain text; the program that pastes it chooses. */
export function EmailCopyButton({ post: { slug, title } }: EmailCopyButtonProps) {
  async function copy() {
    const result = await callAdmin(readEmailCopy, { slug })
    if (!result.ok) return showFailure('Copy Failed', result, 'Failed to load the post')
    const { html, text } = result.value
    try {
      await navigator.clipboard.write([
        new ClipboardItem({
          'text/html': new Blob([html], { type: 'text/html' }),
          'text/plain': new Blob([text], { type: 'text/plain' })
        })
      ])
    } catch {
      showToast({
        kind: 'error',
        title: 'Copy Failed',
        message: 'The browser refused access to the clipboard. Allow it for this site and try again.'
      })
      return
    }
    showToast({
      kind: 'success',
      title: 'Copied for E-mail',
      message: `"${title}" is on the clipboard, formatted and as plain text.`
    })
  }

  return <TaskButton text="Copy for E-mail" aria-label={`Copy for E-mail: ${title}`} task={copy} />
}
