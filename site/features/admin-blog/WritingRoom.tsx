import { useRef, useState } from 'react'
import { deletePost, type PostSummary, pathOfPost, slugOf } from '../../../admin-api/contract/blog.ts'
import { callAdmin, tellFailure } from '../../stores/admin-session.ts'
import { showToast } from '../../stores/toast.ts'
import { useConfirm } from '../../ui/use-confirm.tsx'
import { ContentEditor } from './editor/ContentEditor.tsx'
import type { Desk } from './editor/desk.ts'
import { openPost, savePost } from './post-calls.ts'
import { hasChanges, missingFields } from './post-form/form-state.ts'
import { PostForm } from './post-form/PostForm.tsx'
import { usePostForm } from './post-form/use-post-form.ts'
import { PostList } from './post-list/PostList.tsx'
import { PreviewDialog } from './preview/PreviewDialog.tsx'
import { usePreview } from './preview/use-preview.ts'

/** The form and the list: what one does to a post changes both. */
export function WritingRoom() {
  const { state, dispatch, isTouched } = usePostForm()
  const [isBusy, setBusy] = useState(false)
  const [addressNote, setAddressNote] = useState<string | null>(null)
  const [confirm, confirmDialog] = useConfirm()
  const { preview, showPreview, closePreview } = usePreview()
  const desk = useRef<Desk | null>(null)
  const titleField = useRef<HTMLInputElement>(null)
  const { mode, fields } = state

  /** The fields with all that was typed up to now. */
  async function fieldsNow() {
    const content = (await desk.current?.html()) ?? fields.content
    isTouched.current = false
    dispatch({ type: 'changed', fields: { content } })
    return { ...fields, content }
  }

  async function mayLetGo(): Promise<boolean> {
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
    dispatch({ type: 'cleared' })
    titleField.current?.focus()
  }

  async function submit() {
    if (isBusy) return
    setBusy(true)
    const written = await fieldsNow()
    const missing = missingFields(written)
    if (missing.length > 0) {
      setBusy(false)
      dispatch({ type: 'refused', missing })
      showToast({ kind: 'error', title: 'Error', message: 'Title, excerpt and content are required' })
      return
    }
    const result = await savePost(mode, written)
    setBusy(false)
    if (!result.ok) {
      tellFailure('Error', result, 'Failed to save post')
      return
    }
    const { slug, title } = result.value
    const isNew = mode.kind === 'create'
    showToast({
      kind: 'success',
      title: isNew ? 'Post Created' : 'Post Updated',
      message: `Successfully ${isNew ? 'created' : 'updated'} "${title}"`
    })
    const isTaken = slug !== slugOf(title) && (isNew || slug !== mode.slug)
    setAddressNote(
      isTaken ? `Another post has that address already: this one is at ${pathOfPost(slug)}.` : null
    )
    clear()
  }

  async function edit(post: PostSummary) {
    if (!(await mayLetGo())) return
    const result = await openPost(post.slug)
    if (!result.ok) {
      tellFailure('Error', result, 'Failed to load post')
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
      message: `Are you sure you want to delete "${title}"?`,
      confirmText: 'Delete'
    })
    if (!isSure) return
    const result = await callAdmin(deletePost, { id })
    if (!result.ok) {
      tellFailure('Error', result, 'Failed to delete post')
      return
    }
    showToast({ kind: 'success', title: 'Post Deleted', message: `Successfully deleted "${title}"` })
    if (mode.kind === 'edit' && mode.id === id) clear()
  }

  async function letGo() {
    if (await mayLetGo()) clear()
  }

  return (
    <>
      <PostForm
        state={state}
        dispatch={dispatch}
        isBusy={isBusy}
        addressNote={addressNote}
        titleField={titleField}
        onSubmit={submit}
        onCancel={letGo}
        onDiscard={letGo}
        onPreview={async () => showPreview(await fieldsNow())}
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
          onDesk={(opened) => {
            desk.current = opened
          }}
        />
      </PostForm>
      <PostList editedId={mode.kind === 'edit' ? mode.id : null} onEdit={edit} onDelete={remove} />
      <PreviewDialog preview={preview} onClose={closePreview} />
      {confirmDialog}
    </>
  )
}
