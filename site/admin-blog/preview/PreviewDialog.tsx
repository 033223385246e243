import { Dialog, DialogActions } from '../../ui/Dialog.tsx'
import './preview.css'

/** `html` was sanitised by the server, as on saving. */
export type Preview = {
  /** Whose text it is. */
  label: 'Preview' | 'The other version'
  title: string
  html: string
  readingMinutes: number
}

/** The post as its page will show it. */
export function PreviewDialog({ preview, onClose }: { preview: Preview | null; onClose: () => void }) {
  return (
    <div className="post-preview">
      <Dialog isOpen={preview !== null} title={preview?.label ?? 'Preview'} onClose={onClose}>
        {preview !== null && (
          <article className="post-preview__post">
            <header className="post-preview__head">
              <p className="label">{preview.readingMinutes} min read</p>
              <h3 className="post-preview__title">{preview.title}</h3>
            </header>
            <div
              className="prose post-body"
              // biome-ignore lint/security/noDangerouslySetInnerHtml: the server has just sanitised it
              dangerouslySetInnerHTML={{ __html: preview.html }}
            />
          </article>
        )}
        <DialogActions>
          <button type="button" className="button" onClick={onClose}>
            Back to the editor
          </button>
        </DialogActions>
      </Dialog>
    </div>
  )
}
