import { type ReactNode, useCallback, useRef, useState } from 'react'
import { ConfirmDialog, type Question } from './ConfirmDialog.tsx'

type Confirm = (question: Question) => Promise<boolean>
type PendingQuestion = { question: Question; isOpen: boolean }

/**
 * `const [confirm, confirmDialog] = useConfirm()`: render `confirmDialog` anywhere, then
 * `if (!(await confirm({ title, message, confirmText }))) return`. Resolves after the dialog has closed and the focus
 * has returned. A new question answers a pending one with false.
 */
export function useConfirm(): [Confirm, ReactNode] {
  const [pending, setPending] = useState<PendingQuestion | null>(null)
  const isConfirmed = useRef(false)
  const settle = useRef<(isConfirmed: boolean) => void>(() => {})

  const confirm = useCallback<Confirm>((question) => {
    settle.current(false)
    isConfirmed.current = false
    setPending({ question, isOpen: true })
    return new Promise((resolve) => {
      settle.current = resolve
    })
  }, [])

  function answer(given: boolean) {
    isConfirmed.current = given
    close()
  }

  function close() {
    setPending((last) => last && { ...last, isOpen: false })
  }

  function settled() {
    close()
    settle.current(isConfirmed.current)
  }

  const nothing = { title: '', message: '', confirmText: '' }
  const dialog = (
    <ConfirmDialog
      question={pending?.question ?? nothing}
      isOpen={pending?.isOpen ?? false}
      onAnswer={answer}
      onClose={settled}
    />
  )
  return [confirm, dialog]
}
