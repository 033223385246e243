import { useRef, useState } from 'react'
import {
  deletedPostDays,
  deletePost,
  type Post,
  type PostSummary,
  pathOfPost,
  slugOf
} from '../../admin-api/contract/blog.ts'
import { statusOfCode } from '../../admin-api/contract/errors.ts'
import type { CallFailure } from '../lib/call.ts'
import { randomKey } from '../lib/random-key.ts'
import { callAdmin, showFailure } from '../login/admin-session.ts'
import { showToast } from '../ui/toast.ts'
import { useConfirm } from '../ui/use-confirm.tsx'
import { ContentEditor } from './editor/ContentEditor.tsx'
import type { EditorController } from './editor/editor-controller.ts'
import { conflictOf, openPost, savePost } from './post-calls.ts'
import { ConflictNotice } from './post-form/ConflictNotice.tsx'
import type { Fields, Mode } from './post-form/fields.ts'
import { hasChanges, missingFields } from './post-form/form-state.ts'
import { PostForm } from './post-form/PostForm.tsx'
import { usePostForm } from './post-form/use-post-form.ts'
import { DeletedPosts } from './post-list/DeletedPosts.tsx'
import { PostList } from './post-list/PostList.tsx'
import { PreviewDialog } from './preview/PreviewDialog.tsx'
import { usePreview } from './preview/use-preview.ts'

/** The form and the list: every change of a post affects both. */
export function PostEditorPage() {
  const { state, dispatch, isTouched } = usePostForm()
  const [isBusy, setBusy] = useState(false)
  const [addressNote, setAddressNote] = useState<string | null>(null)
  const [confirm, confirmDialog] = useConfirm()
  const { preview, showPreview, showOther, closePreview } = usePreview()
  const controller = useRef<EditorController | null>(null)
  const titleField = useRef<HTMLInputElement>(null)
  const { mode, fields, conflict } = state

  /** The fields, with everything typed so far. */
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

  /** Saves what was typed, as another post or with another state than the form has where that is said. */
  async function submit(target: Mode = mode, chosen: Partial<Fields> = {}) {
    if (isBusy) return
    setBusy(true)
    const written = { ...(await readFields()), ...chosen }
    const missing = missingFields(written)
    if (missing.length > 0) {
      setBusy(false)
      dispatch({ type: 'refused', missing })
      showToast({ kind: 'error', title: 'Error', message: 'Title, excerpt and content are required' })
      return
    }
    const result = await savePost(target, written)
    setBusy(false)
    if (!result.ok) return showRefusal(target, result)
    const { slug, title, published } = result.value
    const isNew = target.kind === 'create'
    showToast({
      kind: 'success',
      title: isNew ? 'Post Created' : 'Post Updated',
      message: `Successfully ${isNew ? 'created' : 'updated'} "${title}"`,
      ...(published && { link: { href: pathOfPost(slug), text: 'View the post' } })
    })
    const isTaken = slug !== slugOf(title) && (isNew || slug !== target.slug)
    setAddressNote(
      isTaken ? `Another post has that address already: this one is at ${pathOfPost(slug)}.` : null
    )
    clear()
  }

  /** The form keeps what was typed in any case. */
  function showRefusal(target: Mode, failure: CallFailure) {
    const found = conflictOf(target, failure)
    if (found !== null) return dispatch({ type: 'conflicted', conflict: found })
    const isSaved = target.kind === 'create' && failure.status === statusOfCode.conflict
    if (isSaved) dispatch({ type: 'renewed', key: randomKey() })
    showFailure('Error', failure, 'Failed to save post')
  }

  function overwrite(theirs: Post | null) {
    if (mode.kind === 'edit' && theirs !== null) submit({ ...mode, updatedAt: theirs.updated_at })
  }

  async function edit(post: PostSummary) {
    if (!(await confirmDiscard())) return
    const result = await openPost(post.slug)
    if (!result.ok) {
      showFailure('Error', result, 'Failed to load post')
      return
    }
    isTouched.current = false
    setAddressNote(null)
    dispatch({ type: 'opened', post: result.value })
    titleField.current?.focus()
  }

  async function remove({ id, title }: PostSummary) {
    const isSure = await confirm({
      title: 'Delete Post',
      message: `Are you sure you want to delete "${title}"? It can be brought back for ${deletedPostDays} days.`,
      confirmText: 'Delete'
    })
    if (!isSure) return
    const result = await callAdmin(deletePost, { id })
    if (!result.ok) {
      showFailure('Error', result, 'Failed to delete post')
      return
    }
    showToast({ kind: 'success', title: 'Post Deleted', message: `Successfully deleted "${title}"` })
    if (mode.kind === 'edit' && mode.id === id) clear()
  }

  async function discard() {
    if (await confirmDiscard()) clear()
  }

  return (
    <>
      <PostForm
        state={state}
        dispatch={dispatch}
        isBusy={isBusy}
        addressNote={addressNote}
        conflictNotice={
          conflict !== null && (
            <ConflictNotice
              conflict={conflict}
              onSee={() => conflict.theirs !== null && showOther(conflict.theirs)}
              onOverwrite={() => overwrite(conflict.theirs)}
              onKeep={() => submit({ kind: 'create', key: randomKey() }, { published: false })}
            />
          )
        }
        titleField={titleField}
        onSubmit={() => submit()}
        onCancel={discard}
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
            if (content !== fields.content) dispatch({ type: 'changed', fields: { content } })
          }}
          onController={(opened) => {
            controller.current = opened
          }}
        />
      </PostForm>
      <PostList editedId={mode.kind === 'edit' ? mode.id : null} onEdit={edit} onDelete={remove} />
      <DeletedPosts />
      <PreviewDialog preview={preview} onClose={closePreview} />
      {confirmDialog}
    </>
  )
}
