import { type ChangeEvent, type ReactNode, type Ref, useEffect, useRef, useState } from 'react'
import { imageUpload, pathOfPost, requiredMessage, slugOf } from '../../admin-api/contract/blog.ts'
import { formatInstant } from '../lib/format.ts'
import { Button } from '../ui/Button.tsx'
import { CardHeader } from '../ui/Card.tsx'
import { Checkbox, Field, TextArea } from '../ui/Field.tsx'
import { FileButton } from '../ui/FileButton.tsx'
import { Form, type FormHandle, FormSummary, SubmitButton } from '../ui/Form.tsx'
import { uploadImage } from './editor/tools/upload-image.ts'
import { type Conflict, type Fields, isFuture, type PostFormState } from './form-state.ts'

type PostFormProps = {
  state: PostFormState
  form: FormHandle
  /** Shown after a save for which the server chose another address. */
  addressNote: string | null
  /** Shown above the fields while an edit conflicts with the stored post. */
  conflictNotice: ReactNode
  titleField: Ref<HTMLInputElement>
  onChange: (fields: Partial<Fields>) => void
  onDiscard: () => void
  onPreview: () => void
  /** The editor. */
  children: ReactNode
}

export function PostForm(props: PostFormProps) {
  const { state, form, addressNote, conflictNotice, titleField, onChange, onDiscard, onPreview, children } =
    props
  const { mode, fields, restoredFrom } = state
  const isEditing = mode.kind === 'edit'
  const isScheduled = fields.published && isFuture(fields.publishAt)
  const errorOf = (field: keyof typeof requiredTexts) =>
    form.errors[field] === requiredMessage ? requiredTexts[field] : undefined
  const textOf = (name: 'title' | 'excerpt' | 'slug' | 'tags' | 'publishAt') => ({
    value: fields[name],
    onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      onChange({ [name]: target.value })
  })

  return (
    <Form form={form} className="card post-form" aria-labelledby="post-form-title">
      <CardHeader titleId="post-form-title" title={isEditing ? 'Edit Post' : 'New Post'} />
      <div className="card__body post-form__fields grid gap-5">
        {restoredFrom !== null && (
          <div className="callout span-all row items-center between gap-y-2 gap-x-4" role="status">
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
          <p className="callout span-all row items-center between gap-y-2 gap-x-4" role="status">
            {addressNote}
          </p>
        )}
        {conflictNotice}
        <div className="stack gap-5">
          <Field
            name="title"
            label="Title"
            hint={addressHint(state)}
            error={errorOf('title')}
            ref={titleField}
            autoComplete="off"
            {...textOf('title')}
          />
          <Field name="excerpt" label="Excerpt" error={errorOf('excerpt')}>
            <TextArea rows={3} placeholder="Write a brief summary of the post" {...textOf('excerpt')} />
          </Field>
          <div className="field">
            <p className="field__label">Content</p>
            {children}
            {/* Connects the editor with its error. */}
            <input type="hidden" name="content" value={fields.content} readOnly />
            {form.errors['content'] !== undefined && <p className="field__error">{requiredTexts.content}</p>}
          </div>
        </div>
        <div className="stack gap-5">
          <FeatureImage fields={fields} onChange={onChange} />
          <div className="grid items-start gap-4">
            <Field
              name="slug"
              label="Address"
              hint="Leave empty to use the title."
              maxLength={80}
              autoComplete="off"
              placeholder={slugOf(fields.title)}
              {...textOf('slug')}
            />
            <Field
              name="tags"
              label="Tags"
              hint="Separated by commas, such as taxes, YieldMax"
              autoComplete="off"
              {...textOf('tags')}
            />
            <Field
              name="publish_at"
              label={`Date of publication (${timeZoneOf(fields.publishAt)})`}
              hint={dateHint(fields)}
              type="datetime-local"
              {...textOf('publishAt')}
            />
          </div>
          <Checkbox
            className="post-form__published gap-3 semibold"
            role="switch"
            checked={fields.published}
            aria-checked={fields.published}
            onChange={({ target }) => onChange({ published: target.checked })}
          >
            Published <span className="field__hint">{publishedHint(fields)}</span>
          </Checkbox>
          <FormSummary />
          <div className="row gap-2">
            <SubmitButton>
              {isScheduled ? 'Schedule Post' : isEditing ? 'Update Post' : 'Create Post'}
            </SubmitButton>
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
    </Form>
  )
}

/** Shown instead of the contract's message, which names all three. */
const requiredTexts = {
  title: 'Enter a title.',
  excerpt: 'Enter an excerpt.',
  content: 'The content is empty.'
}

function publishedHint({ published, publishAt }: Fields): string {
  if (!published) return 'Draft: only you can read it.'
  return isFuture(publishAt) ? 'It becomes public on its date.' : 'Everyone can read it once it is saved.'
}

/** The operator's time zone, in which a date field is read: 'EDT'. */
function timeZoneOf(localTime: string): string {
  const moment = localTime === '' ? new Date() : new Date(localTime)
  return formatInstant(moment.toISOString()).split(' ').at(-1) ?? ''
}

function dateHint(fields: Fields): string {
  if (fields.publishAt === '') return 'Leave empty to publish now.'
  if (!isFuture(fields.publishAt)) return 'This date is shown on the post.'
  return fields.published ? 'The post is published then.' : 'Turn on Published to schedule the post.'
}

function addressHint({ mode, fields }: PostFormState): string {
  const slug = slugOf(fields.slug) || slugOf(fields.title)
  if (fields.title.trim() === '') return 'The post’s address comes from its title.'
  if (slug === '') return 'The title needs a letter from a to z or a digit for the post’s address.'
  const isMoving = mode.kind === 'edit' && slug !== mode.slug && slug !== slugOf(mode.title)
  if (mode.kind === 'edit' && !isMoving) return `Address: ${pathOfPost(mode.slug)}`
  // A draft's old address isn't public, and an unpublished post loses its redirects.
  const redirects = isMoving && mode.isPublic && fields.published && !isFuture(fields.publishAt)
  return `Address: ${pathOfPost(slug)}${redirects ? `; ${pathOfPost(mode.slug)} will redirect there` : ''}`
}

type ConflictNoticeProps = {
  conflict: Conflict
  onSee: (theirs: NonNullable<Conflict['theirs']>) => void
}

/** Choices after an edit was rejected because the post was changed or deleted elsewhere. */
export function ConflictNotice({ conflict, onSee }: ConflictNoticeProps) {
  const { theirs } = conflict
  const notice = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each conflict must focus the notice again
  useEffect(() => notice.current?.focus(), [conflict])

  return (
    <div
      className="callout span-all row items-center between gap-y-2 gap-x-4"
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
            <SubmitButton variant="quiet" name="conflict" value="overwrite">
              Overwrite with mine
            </SubmitButton>
          </>
        )}
        <SubmitButton variant="quiet" name="conflict" value="draft">
          Keep mine as a new draft
        </SubmitButton>
      </div>
    </div>
  )
}

type FeatureImageProps = {
  fields: Pick<Fields, 'featureImage' | 'featureAlt'>
  onChange: (fields: Partial<Fields>) => void
}

/** The image above the post, in lists and in previews of shared links. */
function FeatureImage({ fields: { featureImage, featureAlt }, onChange }: FeatureImageProps) {
  const [status, setStatus] = useState<string | null>(null)

  async function upload(file: File) {
    setStatus('Uploading…')
    const result = await uploadImage(file, (share) => setStatus(`Uploading, ${Math.round(share * 100)}%`))
    setStatus(result.ok ? null : result.message)
    if (result.ok) onChange({ featureImage: result.image.url, featureAlt: '' })
  }

  return (
    <div className="field">
      <p className="field__label">Feature image</p>
      {featureImage !== '' && <img className="feature-image__picture" src={featureImage} alt={featureAlt} />}
      <p className="field__hint" role="status">
        {status ??
          (featureImage === ''
            ? 'Without one, the post gets one of our drawings. 1200 by 630 pixels fit everywhere.'
            : 'Shown above the post, in lists and with shared links.')}
      </p>
      <div className="row gap-2">
        <FileButton
          text={featureImage === '' ? 'Choose an image' : 'Choose another image'}
          label="Feature image file"
          accept={imageUpload.types.join(',')}
          onFile={(file) => void upload(file)}
        />
        {featureImage !== '' && (
          <Button variant="quiet" onClick={() => onChange({ featureImage: '', featureAlt: '' })}>
            Remove the image
          </Button>
        )}
      </div>
      {featureImage !== '' && (
        <Field
          name="feature_image_alt"
          label="What the feature image shows"
          autoComplete="off"
          value={featureAlt}
          onChange={({ target }) => onChange({ featureAlt: target.value })}
        />
      )}
    </div>
  )
}
