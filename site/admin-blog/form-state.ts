import * as z from 'zod/mini'
import { type Post, slugOf } from '../../admin-api/contract/blog.ts'
import { randomKey } from '../lib/random-key.ts'
import { fromHtml } from './markup/from-html.ts'
import { toHtml } from './markup/to-html.ts'

/** Fields of a post, named as in the API. */
const Fields = z.object({
  title: z.string(),
  excerpt: z.string(),
  content: z.string(),
  published: z.boolean(),
  /** Chosen address; empty to use the title. Drafts of earlier releases lack this and the next two fields. */
  slug: z._default(z.string(), ''),
  /** Local publication time in the format of a date field; empty for the time of the save. */
  publishAt: z._default(z.string(), ''),
  /** Separated by commas. */
  tags: z._default(z.string(), ''),
  /** Path of the uploaded image; empty to use a drawing. */
  featureImage: z._default(z.string(), ''),
  featureAlt: z._default(z.string(), '')
})
export type Fields = z.infer<typeof Fields>

/**
 * Either a new post, with its idempotency key; or a stored one, with its id, slug and title on the server and the
 * version that was opened. Drafts of earlier releases have neither key nor version.
 */
const Mode = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('create'), key: z._default(z.string(), randomKey) }),
  z.object({
    kind: z.literal('edit'),
    id: z.number(),
    slug: z.string(),
    title: z.string(),
    updatedAt: z.optional(z.string()),
    /** Whether visitors can read the stored post, so that its old address redirects after a move. */
    isPublic: z._default(z.boolean(), false)
  })
])
export type Mode = z.infer<typeof Mode>

/** Unsaved work in browser storage; `keptAt` is when it was saved. */
export const Draft = z.object({ mode: Mode, fields: Fields, keptAt: z.string() })
export type Draft = z.infer<typeof Draft>

export type TextField = 'title' | 'excerpt' | 'content'

/** A rejected edit; `theirs` is the version on the server, null if the post was deleted. */
export type Conflict = { theirs: Post | null }

export type PostFormState = {
  mode: Mode
  fields: Fields
  /** Fields on the server; null if unknown, as for the draft of a stored post. */
  stored: Fields | null
  /** Changes with every post that is opened, so that the editor restarts. */
  textId: number
  /** Instant at which the restored draft was saved; null without a draft. */
  restoredFrom: string | null
  conflict: Conflict | null
}

export type FormAction =
  | { type: 'changed'; fields: Partial<Fields> }
  | { type: 'opened'; post: Post }
  /** An earlier version replaces the text; it is not saved yet. */
  | { type: 'reverted'; text: Pick<Fields, TextField> }
  | { type: 'cleared'; key: string }
  /** The next save creates a new post. */
  | { type: 'renewed'; key: string }
  | { type: 'conflicted'; conflict: Conflict }

export const noFields: Fields = z.parse(Fields, { title: '', excerpt: '', content: '', published: false })

/** @param key idempotency key for a new post */
export function startForm(draft: Draft | null, key: string): PostFormState {
  const empty: PostFormState = {
    mode: { kind: 'create', key },
    fields: noFields,
    stored: noFields,
    textId: 0,
    restoredFrom: null,
    conflict: null
  }
  if (draft === null) return empty
  const { mode, fields, keptAt } = draft
  return { ...empty, mode, fields, stored: mode.kind === 'edit' ? null : noFields, restoredFrom: keptAt }
}

export function reducePostForm(state: PostFormState, action: FormAction): PostFormState {
  switch (action.type) {
    case 'changed':
      return { ...state, fields: { ...state.fields, ...action.fields } }
    case 'opened': {
      const { id, slug, title, excerpt, published, publish_at, updated_at: updatedAt } = action.post
      const date = publish_at ?? (published ? null : action.post.published_at)
      const fields = {
        title,
        excerpt,
        // Normalized like the editor's output, so that an opened post counts as unchanged.
        content: toHtml(fromHtml(action.post.content)),
        published: published || publish_at !== null,
        slug: slug === slugOf(title) ? '' : slug,
        publishAt: date === null ? '' : toLocalTime(date),
        tags: action.post.tags.join(', '),
        featureImage: action.post.feature_image ?? '',
        featureAlt: action.post.feature_image_alt
      }
      const mode = { kind: 'edit', id, slug, title, updatedAt, isPublic: published } as const
      return { ...startForm(null, ''), mode, fields, stored: fields, textId: state.textId + 1 }
    }
    case 'reverted': {
      const fields = { ...state.fields, ...action.text }
      return { ...state, fields, textId: state.textId + 1 }
    }
    case 'cleared':
      return { ...startForm(null, action.key), textId: state.textId + 1 }
    case 'renewed':
      return { ...state, mode: { kind: 'create', key: action.key }, conflict: null }
    case 'conflicted':
      return { ...state, conflict: action.conflict }
  }
}

export function hasChanges({ fields, stored }: PostFormState): boolean {
  if (stored === null) return true
  const names = Object.keys(noFields) as (keyof Fields)[]
  return names.some((name) => fields[name] !== stored[name])
}

/** Whether a date field has a time that is still to come. */
export function isFuture(localTime: string): boolean {
  return localTime !== '' && new Date(localTime) > new Date()
}

/** Formats '2026-07-08T12:00:00Z' for a date field: '2026-07-08T08:00' in New York. */
function toLocalTime(instant: string): string {
  // Swedish dates are like those of ISO 8601.
  return new Date(instant).toLocaleString('sv-SE').slice(0, 16).replace(' ', 'T')
}

/** Converts the fields to API input. */
export function toPostInput({ slug, publishAt, tags, featureImage, featureAlt, ...fields }: Fields) {
  return {
    ...fields,
    slug: slugOf(slug) || slugOf(fields.title),
    feature_image: featureImage === '' ? null : featureImage,
    feature_image_alt: featureImage === '' ? '' : featureAlt,
    publish_at: publishAt === '' ? null : new Date(publishAt).toISOString(),
    tags: tags
      .split(',')
      .map((tag) => tag.trim())
      .filter((tag) => tag !== '')
  }
}
