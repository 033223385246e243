import { type ReactNode, type Ref, type SubmitEvent, useEffect, useRef } from 'react'
import { pathOfPost, slugOf } from '../../admin-api/contract/blog.ts'
import { formatInstant } from '../lib/format.ts'
import { Button } from '../ui/Button.tsx'
import { CardHeader } from '../ui/Card.tsx'
import { Field, Input } from '../ui/Field.tsx'
import { FeatureImage } from './FeatureImage.tsx'
import type { Conflict, Fields, FormState, TextField } from './form-state.ts'

type PostFormProps = {
  state: FormState
  isBusy: boolean
  /** Shown after a save for which the server chose another address. */
  addressNote: string | null
  /** Shown above the fields while an edit conflicts with the stored post. */
  conflictNotice: ReactNode
  titleField: Ref<HTMLInputElement>
  onChange: (fields: Partial<Fields>) => void
  onSubmit: () => void
  onDiscard: () => void
  onPreview: () => void
  /** The editor. */
  children: ReactNode
}

export function PostForm({
  state,
  isBusy,
  addressNote,
  conflictNotice,
  titleField,
  onChange,
  onSubmit,
  onDiscard,
  onPreview,
  children
}: PostFormProps) {
  const { mode, fields, missing, restoredFrom } = state
  const isEditing = mode.kind === 'edit'
  const form = useRef<HTMLFormElement>(null)

  useEffect(() => {
    if (missing.length === 0) return
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [missing.length])

  function submit(event: SubmitEvent) {
    event.preventDefault()
    onSubmit()
  }

  const isMissing = (field: TextField) => missing.includes(field)
  return (
    <form
      ref={form}
      className="card post-form"
      aria-labelledby="post-form-title"
      aria-busy={isBusy}
      inert={isBusy}
      noValidate
      onSubmit={submit}
    >
      <CardHeader titleId="post-form-title" title={isEditing ? 'Edit Post' : 'New Post'} />
      <div className="card__body post-form__fields grid gap-5">
        {restoredFrom !== null && (
          <div className="post-form__note row items-center between gap-y-2 gap-x-4" role="status">
            <p>
              Unsaved work from {formatInstant(restoredFrom)} is back
              {isEditing ? `: changes to “${mode.title}”.` : '.'}
            </p>
            <Button variant="quiet" onClick={onDiscard}>
              Discard it
            </Button>
          </div>
        )}
        {addressNote !== null && (
          <p className="post-form__note row items-center between gap-y-2 gap-x-4" role="status">
            {addressNote}
          </p>
        )}
        {conflictNotice}
        <div className="post-form__main stack gap-5">
          <Field id="post-title" label="Title" hint={addressHint(state)}>
            <Input
              ref={titleField}
              required
              maxLength={200}
              autoComplete="off"
              value={fields.title}
              aria-invalid={isMissing('title')}
              onChange={({ target }) => onChange({ title: target.value })}
            />
          </Field>
          <Field id="post-excerpt" label="Excerpt">
            <textarea
              id="post-excerpt"
              className="field__control post-form__excerpt"
              required
              maxLength={1000}
              rows={3}
              placeholder="Write a brief summary of the post"
              value={fields.excerpt}
              aria-invalid={isMissing('excerpt')}
              onChange={({ target }) => onChange({ excerpt: target.value })}
            />
          </Field>
          <div className={isMissing('content') ? 'field post-form__content--missing' : 'field'}>
            <p className="field__label">Content</p>
            {children}
            {isMissing('content') && <p className="field__error">The content is empty.</p>}
          </div>
        </div>
        <div className="post-form__side stack gap-5">
          <FeatureImage fields={fields} onChange={onChange} />
          <div className="post-form__details grid items-start gap-4">
            <Field id="post-slug" label="Address" hint="Leave empty to use the title.">
              <Input
                maxLength={80}
                autoComplete="off"
                placeholder={slugOf(fields.title)}
                value={fields.slug}
                onChange={({ target }) => onChange({ slug: target.value })}
              />
            </Field>
            <Field id="post-tags" label="Tags" hint="Separated by commas, such as taxes, YieldMax">
              <Input
                autoComplete="off"
                value={fields.tags}
                onChange={({ target }) => onChange({ tags: target.value })}
              />
            </Field>
            <Field id="post-date" label="Date of publication" hint={dateHint(fields)}>
              <Input
                type="datetime-local"
                value={fields.publishAt}
                onChange={({ target }) => onChange({ publishAt: target.value })}
              />
            </Field>
          </div>
          <label className="post-form__published line items-center gap-3 semibold">
            <input
              type="checkbox"
              role="switch"
              checked={fields.published}
              aria-checked={fields.published}
              onChange={({ target }) => onChange({ published: target.checked })}
            />
            <span>
              Published{' '}
              <span className="field__hint">
                {fields.published
                  ? isScheduled(fields)
                    ? 'It becomes public on its date.'
                    : 'Everyone can read it once it is saved.'
                  : 'Draft: only you can read it.'}
              </span>
            </span>
          </label>
          <div className="row gap-2">
            <Button type="submit">{isEditing ? 'Update Post' : 'Create Post'}</Button>
            <Button variant="quiet" onClick={onPreview}>
              Preview
            </Button>
            {isEditing && (
              <Button variant="quiet" onClick={onDiscard}>
                Cancel
              </Button>
            )}
          </div>
        </div>
      </div>
    </form>
  )
}

function isScheduled({ publishAt }: Fields): boolean {
  return publishAt !== '' && new Date(publishAt) > new Date()
}

function dateHint(fields: Fields): string {
  if (fields.publishAt === '') return 'Leave empty to use the date of publication.'
  if (!isScheduled(fields)) return 'This date is shown on the post.'
  return fields.published ? 'The post is published then.' : 'Turn on Published to schedule the post.'
}

function addressHint({ mode, fields }: FormState): string {
  const slug = slugOf(fields.slug) || slugOf(fields.title)
  if (fields.title.trim() === '') return 'The post’s address comes from its title.'
  if (slug === '') return 'The title needs a letter from a to z or a digit for the post’s address.'
  const isMoving = mode.kind === 'edit' && slug !== mode.slug && slug !== slugOf(mode.title)
  if (mode.kind === 'edit' && !isMoving) return `Address: ${pathOfPost(mode.slug)}`
  // A draft's old address isn't public, and an unpublished post loses its redirects.
  const redirects = isMoving && mode.isPublic && fields.published && !isScheduled(fields)
  return `Address: ${pathOfPost(slug)}${redirects ? `; ${pathOfPost(mode.slug)} will redirect there` : ''}`
}

type ConflictNoticeProps = {
  conflict: Conflict
  onSee: (theirs: NonNullable<Conflict['theirs']>) => void
  onOverwrite: (theirs: NonNullable<Conflict['theirs']>) => void
  onKeep: () => void
}

/** Choices after an edit was rejected because the post was changed or deleted elsewhere. */
export function ConflictNotice({ conflict, onSee, onOverwrite, onKeep }: ConflictNoticeProps) {
  const { theirs } = conflict
  const notice = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each conflict must focus the notice again
  useEffect(() => notice.current?.focus(), [conflict])

  return (
    <div
      className="post-form__note row items-center between gap-y-2 gap-x-4"
      role="alert"
      tabIndex={-1}
      ref={notice}
    >
      <p>
        {theirs === null
          ? 'This post was deleted in another window since you opened it.'
          : `This post was changed in another window since you opened it, on ${formatInstant(theirs.updated_at)}.`}{' '}
        Nothing was saved; your text is still here.
      </p>
      <div className="row gap-2">
        {theirs !== null && (
          <>
            <Button variant="quiet" onClick={() => onSee(theirs)}>
              See the other version
            </Button>
            <Button variant="quiet" onClick={() => onOverwrite(theirs)}>
              Overwrite with mine
            </Button>
          </>
        )}
        <Button variant="quiet" onClick={onKeep}>
          Keep mine as a new draft
        </Button>
      </div>
    </div>
  )
}
