import type { Post } from '../../../admin-api/contract/blog.ts'
import { fromHtml } from '../markup/from-html.ts'
import { toHtml } from '../markup/to-html.ts'
import type { Draft } from './draft.ts'
import type { Fields, Mode } from './fields.ts'

export type TextField = 'title' | 'excerpt' | 'content'

/** An edit that was refused: `theirs` is what is stored by now, null where it was deleted. */
export type Conflict = { theirs: Post | null }

export type FormState = {
  mode: Mode
  fields: Fields
  /** What the server has; null where that is not known, as for a draft of a stored post. */
  stored: Fields | null
  /** Changes with the post in the form: the editor starts anew. */
  textId: number
  /** The instant at which the draft now in the form was kept; null without a draft. */
  restoredFrom: string | null
  missing: TextField[]
  conflict: Conflict | null
}

export type FormAction =
  | { type: 'changed'; fields: Partial<Fields> }
  | { type: 'opened'; post: Post }
  | { type: 'cleared'; key: string }
  | { type: 'refused'; missing: TextField[] }
  /** What is in the form becomes a post of its own at the next save. */
  | { type: 'renewed'; key: string }
  | { type: 'conflicted'; conflict: Conflict }

export const noFields: Fields = { title: '', excerpt: '', content: '', published: false }

/** @param key for the new post that the form begins with */
export function startForm(draft: Draft | null, key: string): FormState {
  const empty: FormState = {
    mode: { kind: 'create', key },
    fields: noFields,
    stored: noFields,
    textId: 0,
    restoredFrom: null,
    missing: [],
    conflict: null
  }
  if (draft === null) return empty
  const { mode, fields, keptAt } = draft
  return { ...empty, mode, fields, stored: mode.kind === 'edit' ? null : noFields, restoredFrom: keptAt }
}

export function reducePostForm(state: FormState, action: FormAction): FormState {
  switch (action.type) {
    case 'changed': {
      const fields = { ...state.fields, ...action.fields }
      return { ...state, fields, missing: state.missing.filter((field) => isMissing(fields, field)) }
    }
    case 'opened': {
      const { id, slug, title, excerpt, published, updated_at: updatedAt } = action.post
      // As the editor writes it, so that a post that was only opened counts as unchanged.
      const fields = { title, excerpt, published, content: toHtml(fromHtml(action.post.content)) }
      const mode = { kind: 'edit', id, slug, title, updatedAt } as const
      return { ...startForm(null, ''), mode, fields, stored: fields, textId: state.textId + 1 }
    }
    case 'cleared':
      return { ...startForm(null, action.key), textId: state.textId + 1 }
    case 'refused':
      return { ...state, missing: action.missing }
    case 'renewed':
      return { ...state, mode: { kind: 'create', key: action.key }, conflict: null }
    case 'conflicted':
      return { ...state, conflict: action.conflict }
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
