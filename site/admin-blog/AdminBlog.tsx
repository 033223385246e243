import { type RefObject, useEffect, useEffectEvent, useReducer, useRef, useState } from 'react'
import {
  createPost,
  deletedPostDays,
  deletePost,
  draftWeekPost,
  type PostSummary,
  pathOfPost,
  readPost,
  requiredMessage
} from '../../admin-api/contract/blog.ts'
import { statusOfCode } from '../../admin-api/contract/errors.ts'
import { AdminHeader } from '../admin/AdminHeader.tsx'
import type { CallFailure } from '../lib/call-endpoint.ts'
import { formatInstant } from '../lib/format.ts'
import { randomKey } from '../lib/random-key.ts'
import { readStored, removeStored, storageKeys, writeStored } from '../lib/storage.ts'
import { AdminPage } from '../login/AdminPage.tsx'
import { callAdmin, showFailure, showOutcome } from '../login/admin-session.ts'
import { checkInput, readContract } from '../login/use-form.ts'
import { ButtonLink } from '../ui/Button.tsx'
import type { FormErrors } from '../ui/Field.tsx'
import { useFormState } from '../ui/Form.tsx'
import { showToast } from '../ui/toast.ts'
import { useConfirm } from '../ui/use-confirm.tsx'
import { EmailCopyButton } from './EmailCopyButton.tsx'
import { ContentEditor } from './editor/ContentEditor.tsx'
import type { EditorController } from './editor/editor-controller.ts'
import {
  Draft,
  hasChanges,
  type Mode,
  type PostFormState,
  reducePostForm,
  startForm,
  toPostInput
} from './form-state.ts'
import { ConflictNotice, PostForm } from './PostForm.tsx'
import { DeletedPosts, PostList, Revisions } from './PostList.tsx'
import { usePreview } from './Preview.tsx'
import { conflictOf, savePost, timeoutMs } from './save-post.ts'
import { missingDescriptionsQuestion } from './undescribed.ts'
import './admin-blog.css'

export function AdminBlog() {
  return (
    <AdminPage className="admin-blog">
      <AdminHeader page="posts">
        <ButtonLink variant="quiet" href="/blog">
          View blog
        </ButtonLink>
      </AdminHeader>
      <PostEditor />
    </AdminPage>
  )
}

/** The form and the lists, all of which change when a post is saved or deleted. */
export function PostEditor() {
  const { state, dispatch, isTouched } = usePostForm()
  const [{ limits }] = useState(() => readContract(createPost))
  const form = useFormState(save, limits)
  const [addressNote, setAddressNote] = useState<string | null>(null)
  const [published, setPublished] = useState<Pick<PostSummary, 'slug' | 'title'> | null>(null)
  const [confirm, confirmDialog] = useConfirm()
  const { showPreview, showOther, previewDialog } = usePreview()
  const controller = useRef<EditorController | null>(null)
  const titleField = useRef<HTMLInputElement>(null)
  const { mode, fields, conflict } = state

  /** Returns the fields, including the latest content of the editor. */
  async function readFields() {
    const content = (await controller.current?.html()) ?? fields.content
    isTouched.current = false
    dispatch({ type: 'changed', fields: { content } })
    return { ...fields, content }
  }

  async function confirmDiscard(): Promise<boolean> {
    if (!isTouched.current && !hasChanges(state)) return true
    const name = fields.title.trim() === '' ? 'this post' : `“${fields.title}”`
    return confirm({
      title: 'Discard changes',
      message: `What you wrote in ${name} has not been saved. Discard it?`,
      confirmText: 'Discard'
    })
  }

  function clear() {
    isTouched.current = false
    dispatch({ type: 'cleared', key: randomKey() })
    titleField.current?.focus()
  }

  async function discard() {
    if (await confirmDiscard()) clear()
  }

  /** Saves the form; after a conflict as a new draft, or over the other version. */
  async function save(sent: FormData, element: HTMLFormElement): Promise<FormErrors | (() => void) | null> {
    const answer = sent.get('conflict')
    const target: Mode =
      answer === 'draft'
        ? { kind: 'create', key: randomKey() }
        : answer === 'overwrite' && mode.kind === 'edit'
          ? { ...mode, updatedAt: conflict?.theirs?.updated_at }
          : mode
    const written = { ...(await readFields()), ...(answer === 'draft' && { published: false }) }
    const errors = checkInput(createPost, toPostInput(written), element)
    if (errors !== null) {
      const isMissing = Object.values(errors).includes(requiredMessage)
      if (isMissing) showToast({ kind: 'error', title: 'Error', message: requiredMessage })
      return errors
    }
    const question = written.published ? missingDescriptionsQuestion(written) : null
    if (question !== null && !(await confirm(question))) return null
    const result = await savePost(target, written)
    if (!result.ok) return reject(target, result)
    const { slug, title, published, publish_at } = result.value
    const isNew = target.kind === 'create'
    showToast({
      kind: 'success',
      title: isNew ? 'Post Created' : 'Post Updated',
      message: `Successfully ${isNew ? 'created' : 'updated'} "${title}"${publish_at === null ? '' : `. It becomes public on ${formatInstant(publish_at)}`}`,
      ...(published && { link: { href: pathOfPost(slug), text: 'View the post' } })
    })
    setPublished(result.value.published ? { slug, title } : null)
    const isTaken = slug !== toPostInput(written).slug && (isNew || slug !== target.slug)
    setAddressNote(
      isTaken ? `Another post already has that address, so this one is at ${pathOfPost(slug)}.` : null
    )
    return clear
  }

  /** Handles a failed save; the form keeps its input. */
  function reject(target: Mode, failure: CallFailure): FormErrors | (() => void) {
    const found = conflictOf(target, failure)
    if (found !== null) return () => dispatch({ type: 'conflicted', conflict: found })
    const isSaved = target.kind === 'create' && failure.status === statusOfCode.conflict
    if (isSaved) dispatch({ type: 'renewed', key: randomKey() })
    showFailure('Error', failure, 'Failed to save post')
    return { '': failure.message }
  }

  async function edit({ slug }: PostSummary) {
    if (!(await confirmDiscard())) return
    const result = await callAdmin(readPost, { slug }, { timeoutMs })
    if (!result.ok) return showFailure('Error', result, 'Failed to load post')
    isTouched.current = false
    setAddressNote(null)
    dispatch({ type: 'opened', post: result.value })
    titleField.current?.focus()
  }

  async function draftWeek() {
    if (!(await confirmDiscard())) return
    const result = await callAdmin(draftWeekPost, {}, { timeoutMs })
    if (!result.ok) return showFailure('No Draft', result, 'Failed to draft the week')
    const { post, is_new } = result.value
    isTouched.current = false
    setAddressNote(null)
    setPublished(null)
    dispatch({ type: 'opened', post })
    titleField.current?.focus()
    showToast({
      kind: 'success',
      title: is_new ? 'Week Drafted' : 'Post Opened',
      message: is_new
        ? `"${post.title}" is saved as a draft.`
        : `"${post.title}" exists already${post.published ? ' and is public' : ''}.`
    })
  }

  async function remove({ id, title }: PostSummary) {
    const isSure = await confirm({
      title: 'Delete Post',
      message: `Are you sure you want to delete "${title}"? You can restore it for ${deletedPostDays} days.`,
      confirmText: 'Delete'
    })
    if (!isSure) return
    const isDeleted = showOutcome(await callAdmin(deletePost, { id }), {
      done: 'Post Deleted',
      failed: 'Error',
      sentence: 'Failed to delete post',
      message: () => `Successfully deleted "${title}"`
    })
    if (isDeleted && mode.kind === 'edit' && mode.id === id) clear()
  }

  return (
    <>
      <PostList
        editedId={mode.kind === 'edit' ? mode.id : null}
        onNew={discard}
        onDraftWeek={draftWeek}
        onEdit={edit}
        onDelete={remove}
      />
      {published !== null && (
        <div className="callout row items-center between gap-y-2 gap-x-4" role="status">
          <p>“{published.title}” is public. Send it to your readers, too?</p>
          <EmailCopyButton post={published} />
        </div>
      )}
      <PostForm
        state={state}
        form={form}
        addressNote={addressNote}
        conflictNotice={conflict !== null && <ConflictNotice conflict={conflict} onSee={showOther} />}
        titleField={titleField}
        onChange={(changed) => dispatch({ type: 'changed', fields: changed })}
        onDiscard={discard}
        onPreview={async () => showPreview(await readFields())}
      >
        <ContentEditor
          key={state.textId}
          html={fields.content}
          onTouch={() => {
            isTouched.current = true
          }}
          onContent={(content) => {
            isTouched.current = false
            if (content === fields.content) return
            form.clear('content')
            dispatch({ type: 'changed', fields: { content } })
          }}
          onController={(opened) => {
            controller.current = opened
          }}
        />
      </PostForm>
      {mode.kind === 'edit' && (
        <Revisions
          key={mode.id}
          postId={mode.id}
          onOpen={async (text) => {
            if (await confirmDiscard()) dispatch({ type: 'reverted', text })
          }}
        />
      )}
      <DeletedPosts />
      {previewDialog}
      {confirmDialog}
    </>
  )
}

const draftDelayMs = 300

/**
 * State of the form, with a draft in the browser: unsaved work survives a reload, and the browser asks before leaving
 * the page. `isTouched` is true while the editor holds text that the fields don't have yet.
 */
function usePostForm() {
  const [state, dispatch] = useReducer(reducePostForm, null, () => {
    const draft = readStored('localStorage', storageKeys.blogDraft, (stored) => Draft.safeParse(stored).data)
    return startForm(draft, randomKey())
  })
  const isTouched: RefObject<boolean> = useRef(false)
  const saveChanges = useEffectEvent(() => {
    if (hasChanges(state)) saveDraft(state)
  })
  const ask = useEffectEvent((event: BeforeUnloadEvent) => {
    if (isTouched.current || hasChanges(state)) event.preventDefault()
  })

  useEffect(() => {
    if (!hasChanges(state)) return removeStored('localStorage', storageKeys.blogDraft)
    const timer = setTimeout(() => saveDraft(state), draftDelayMs)
    return () => clearTimeout(timer)
  }, [state])

  useEffect(() => {
    const stop = new AbortController()
    const { signal } = stop
    window.addEventListener('beforeunload', saveChanges, { signal })
    window.addEventListener('beforeunload', ask, { signal })
    window.addEventListener('pagehide', saveChanges, { signal })
    return () => stop.abort()
  }, [])

  return { state, dispatch, isTouched }
}

function saveDraft({ mode, fields }: PostFormState): void {
  const draft: Draft = { mode, fields, keptAt: new Date().toISOString() }
  writeStored('localStorage', storageKeys.blogDraft, draft)
}
