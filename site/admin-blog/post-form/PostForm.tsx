import { type Dispatch, type ReactNode, type Ref, type SubmitEvent, useEffect, useRef } from 'react'
import { pathOfPost, slugOf } from '../../../admin-api/contract/blog.ts'
import { formatInstant } from '../../lib/format.ts'
import type { FormAction, FormState, TextField } from './form-state.ts'
import './post-form.css'

type PostFormProps = {
  state: FormState
  dispatch: Dispatch<FormAction>
  isBusy: boolean
  /** After a save: the address the server chose, where it is not the one shown before. */
  addressNote: string | null
  /** Shown above the fields while an edit could not be saved. */
  conflictNotice: ReactNode
  titleField: Ref<HTMLInputElement>
  onSubmit: () => void
  onCancel: () => void
  onDiscard: () => void
  onPreview: () => void
  /** The editor. */
  children: ReactNode
}

export function PostForm({
  state,
  dispatch,
  isBusy,
  addressNote,
  conflictNotice,
  titleField,
  onSubmit,
  onCancel,
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
      <header className="card__header">
        <h2 className="card__title" id="post-form-title">
          {isEditing ? 'Edit Post' : 'New Post'}
        </h2>
      </header>
      <div className="card__body post-form__fields">
        {restoredFrom !== null && (
          <div className="post-form__restored" role="status">
            <p>
              Unsaved work from {formatInstant(restoredFrom)} is back
              {isEditing ? `: changes to “${mode.title}”.` : '.'}
            </p>
            <button type="button" className="button button--quiet" onClick={onDiscard}>
              Discard it
            </button>
          </div>
        )}
        {addressNote !== null && (
          <p className="post-form__note" role="status">
            {addressNote}
          </p>
        )}
        {conflictNotice}
        <div className="field">
          <label className="field__label" htmlFor="post-title">
            Title
          </label>
          <input
            ref={titleField}
            id="post-title"
            className="field__control"
            required
            maxLength={200}
            autoComplete="off"
            value={fields.title}
            aria-invalid={isMissing('title')}
            aria-describedby="post-address"
            onChange={({ target }) => dispatch({ type: 'changed', fields: { title: target.value } })}
          />
          <p className="field__hint" id="post-address">
            {addressHint(state)}
          </p>
        </div>
        <div className="field">
          <label className="field__label" htmlFor="post-excerpt">
            Excerpt
          </label>
          <textarea
            id="post-excerpt"
            className="field__control post-form__excerpt"
            required
            maxLength={1000}
            rows={3}
            placeholder="Write a brief summary of the post"
            value={fields.excerpt}
            aria-invalid={isMissing('excerpt')}
            onChange={({ target }) => dispatch({ type: 'changed', fields: { excerpt: target.value } })}
          />
        </div>
        <div className={isMissing('content') ? 'field post-form__content--missing' : 'field'}>
          <p className="field__label">Content</p>
          {children}
          {isMissing('content') && <p className="field__error">The content is still empty.</p>}
        </div>
        <label className="post-form__published">
          <input
            type="checkbox"
            role="switch"
            checked={fields.published}
            aria-checked={fields.published}
            onChange={({ target }) => dispatch({ type: 'changed', fields: { published: target.checked } })}
          />
          <span>
            Published{' '}
            <span className="field__hint">
              {fields.published
                ? 'Everybody can read it once it is saved.'
                : 'A draft: only you can read it.'}
            </span>
          </span>
        </label>
        <div className="post-form__acts">
          <button type="submit" className="button">
            {isEditing ? 'Update Post' : 'Create Post'}
          </button>
          <button type="button" className="button button--quiet" onClick={onPreview}>
            Preview
          </button>
          {isEditing && (
            <button type="button" className="button button--quiet" onClick={onCancel}>
              Cancel
            </button>
          )}
        </div>
      </div>
    </form>
  )
}

function addressHint({ mode, fields }: FormState): string {
  const slug = slugOf(fields.title)
  if (fields.title.trim() === '') return 'The address of the post is made of its title.'
  if (slug === '') return 'The title needs a letter from a to z or a figure: the address is made of them.'
  const isMoving = mode.kind === 'edit' && slug !== slugOf(mode.title)
  if (mode.kind === 'edit' && !isMoving) return `Address: ${pathOfPost(mode.slug)}`
  return `Address: ${pathOfPost(slug)}${isMoving ? `; ${pathOfPost(mode.slug)} will lead there` : ''}`
}
