import { useState } from 'react'
import { type Post, previewPost } from '../../../admin-api/contract/blog.ts'
import { callAdmin, showFailure } from '../../login/admin-session.ts'
import type { Fields } from '../post-form/fields.ts'
import type { Preview } from './PreviewDialog.tsx'

/** Shows the content as the server sanitises it when a post is saved. */
export function usePreview() {
  const [preview, setPreview] = useState<Preview | null>(null)

  async function showPreview({ title, content }: Fields) {
    const result = await callAdmin(previewPost, { content })
    if (!result.ok) return showFailure('Error', result, 'Failed to preview post')
    const { content: html, reading_minutes: readingMinutes } = result.value
    setPreview({ label: 'Preview', title: title.trim() === '' ? 'Untitled' : title, html, readingMinutes })
  }

  function showOther({ title, content: html, reading_minutes: readingMinutes }: Post) {
    setPreview({ label: 'The other version', title, html, readingMinutes })
  }

  return { preview, showPreview, showOther, closePreview: () => setPreview(null) }
}
