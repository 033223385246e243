import { useState } from 'react'
import { previewPost } from '../../../../admin-api/contract/blog.ts'
import { callAdmin, tellFailure } from '../../../stores/admin-session.ts'
import type { Fields } from '../post-form/form-state.ts'
import type { Preview } from './PreviewDialog.tsx'

/** Has the server make the content safe, as saving would, and shows what comes of it. */
export function usePreview() {
  const [preview, setPreview] = useState<Preview | null>(null)

  async function showPreview({ title, content }: Fields) {
    const result = await callAdmin(previewPost, { content })
    if (!result.ok) return tellFailure('Error', result, 'Failed to preview post')
    const { content: html, reading_minutes: readingMinutes } = result.value
    setPreview({ title: title.trim() === '' ? 'Untitled' : title, html, readingMinutes })
  }

  return { preview, showPreview, closePreview: () => setPreview(null) }
}
