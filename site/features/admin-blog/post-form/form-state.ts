import type { Post } from '../../../../admin-api/contract/blog.ts'
import { fromHtml } from '../markup/from-html.ts'
import { toHtml } from '../markup/to-html.ts'
import type { Draft } from './draft.ts'

export type Fields = { title: string; excerpt: string; content: string; published: boolean }
export type TextField = 'title' | 'excerpt' | 'content'
export type Mode = { kind: 'create' } | { kind: 'edit'; id: number; slug: string; title: string }

export type FormState = {
  mode: Mode
  fields: Fields
  /** What the server has; null where that is not known, as for a draft of a stored post. */
  stored: Fields | null
  /** Another number, another text: the editor starts anew. */
  textId: number
  /** When the draft that was brought back had been kept (an instant); null where nothing was. */
  restoredFrom: string | null
  missing: TextField[]
}

export type FormAct =
  | { type: 'changed'; fields: Partial<Fields> }
  | { type: 'opened'; post: Post }
  | { type: 'cleared' }
  | { type: 'refused'; missing: TextField[] }

export const noFields: Fields = { title: '', excerpt: '', content: '', published: false }

export function startForm(draft: Draft | null): FormState {
  const empty: FormState = {
    mode: { kind: 'create' },
    fields: noFields,
    stored: noFields,
    textId: 0,
    restoredFrom: null,
    missing: []
  }
  if (draft === null) return empty
  const { mode, fields, keptAt } = draft
  return { ...empty, mode, fields, stored: mode.kind === 'edit' ? null : noFields, restoredFrom: keptAt }
}

export function formAfter(state: FormState, act: FormAct): FormState {
  switch (act.type) {
    case 'changed': {
      const fields = { ...state.fields, ...act.fields }
      return { ...state, fields, missing: state.missing.filter((field) => isMissing(fields, field)) }
    }
    case 'opened': {
      const { id, slug, title, excerpt, published } = act.post
      // In the editor's own spelling, so that a post that was only opened counts as unchanged.
      const fields = { title, excerpt, published, content: toHtml(fromHtml(act.post.content)) }
      const mode = { kind: 'edit', id, slug, title } as const
      return { mode, fields, stored: fields, textId: state.textId + 1, restoredFrom: null, missing: [] }
    }
    case 'cleared':
      return { ...startForm(null), textId: state.textId + 1 }
    case 'refused':
      return { ...state, missing: act.missing }
  }
}

export function hasChanges({ fields, stored }: FormState): boolean {
  if (stored === null) return true
  return (
    fields.title !== stored.title ||
    fields.excerpt !== stored.excerpt ||
    fields.content !== stored.content ||
    fields.published !== stored.published
  )
}

export function missingFields(fields: Fields): TextField[] {
  const required: TextField[] = ['title', 'excerpt', 'content']
  return required.filter((field) => isMissing(fields, field))
}

function isMissing(fields: Fields, field: TextField): boolean {
  return fields[field].trim() === ''
}
