import { type ReactNode, useCallback, useId, useRef, useState } from 'react'
import { Button } from './Button.tsx'
import { Dialog, DialogActions } from './Dialog.tsx'

export type Question = {
  title: string
  message: string
  /** Label of the confirming button, a verb such as 'Delete'. */
  confirmText: string
}
type Confirm = (question: Question) => Promise<boolean>

const nothing: Question = { title: '', message: '', confirmText: '' }

/**
 * `const [confirm, confirmDialog] = useConfirm()`: render `confirmDialog` anywhere, then
 * `if (!(await confirm({ title, message, confirmText }))) return`. Resolves after the dialog has closed and the focus
 * has returned. A new question answers a pending one with false.
 */
export function useConfirm(): [Confirm, ReactNode] {
  const messageId = useId()
  const [question, setQuestion] = useState(nothing)
  const [isOpen, setOpen] = useState(false)
  const isConfirmed = useRef(false)
  const settle = useRef<(isConfirmed: boolean) => void>(() => {})

  const confirm = useCallback<Confirm>((asked) => {
    settle.current(false)
    isConfirmed.current = false
    setQuestion(asked)
    setOpen(true)
    return new Promise((resolve) => {
      settle.current = resolve
    })
  }, [])

  function answer(given: boolean) {
    isConfirmed.current = given
    setOpen(false)
  }

  function settled() {
    setOpen(false)
    settle.current(isConfirmed.current)
  }

  const dialog = (
    <Dialog
      isOpen={isOpen}
      role="alertdialog"
      title={question.title}
      describedBy={messageId}
      onClose={settled}
    >
      <p id={messageId}>{question.message}</p>
      <DialogActions>
        {/* Focused first, so that Enter cancels. */}
        <Button variant="quiet" autoFocus onClick={() => answer(false)}>
          Cancel
        </Button>
        <Button onClick={() => answer(true)}>{question.confirmText}</Button>
      </DialogActions>
    </Dialog>
  )
  return [confirm, dialog]
}
