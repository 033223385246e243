import { useState } from 'react'
import { type Post, previewPost } from '../../admin-api/contract/blog.ts'
import { callAdmin, showFailure } from '../login/admin-session.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog, DialogActions } from '../ui/Dialog.tsx'
import type { Fields } from './form-state.ts'

/** `html` was sanitized by the server, as it is on saving. */
type Preview = {
  label: 'Preview' | 'The other version'
  title: string
  html: string
  readingMinutes: number
}

/** State of the dialog that shows a post as on its page. */
export function usePreview() {
  const [preview, setPreview] = useState<Preview | null>(null)

  async function showPreview({ title, content }: Fields) {
    const result = await callAdmin(previewPost, { content })
    if (!result.ok) return showFailure('Error', result, 'Failed to load the preview')
    const { content: html, reading_minutes: readingMinutes } = result.value
    setPreview({ label: 'Preview', title: title.trim() === '' ? 'Untitled' : title, html, readingMinutes })
  }

  function showOther({ title, content: html, reading_minutes: readingMinutes }: Post) {
    setPreview({ label: 'The other version', title, html, readingMinutes })
  }

  const previewDialog = <PreviewDialog preview={preview} onClose={() => setPreview(null)} />
  return { showPreview, showOther, previewDialog }
}

function PreviewDialog({ preview, onClose }: { preview: Preview | null; onClose: () => void }) {
  return (
    <div className="post-preview">
      <Dialog isOpen={preview !== null} title={preview?.label ?? 'Preview'} onClose={onClose}>
        {preview !== null && (
          <article className="measure">
            <header className="ruled-double below-3">
              <p className="label">{preview.readingMinutes} min read</p>
              <h3 className="text-xl anywhere">{preview.title}</h3>
            </header>
            <div
              className="prose post-body"
              // biome-ignore lint/security/noDangerouslySetInnerHtml: the server has just sanitized it
              dangerouslySetInnerHTML={{ __html: preview.html }}
            />
          </article>
        )}
        <DialogActions>
          <Button onClick={onClose}>Back to the editor</Button>
        </DialogActions>
      </Dialog>
    </div>
  )
}
