import { type ReactNode, useCallback, useRef, useState } from 'react'
import { ConfirmDialog, type Question } from './ConfirmDialog.tsx'

type Ask = (question: Question) => Promise<boolean>
type Asked = { question: Question; isOpen: boolean }

/**
 * `const [confirm, confirmDialog] = useConfirm()`: put `confirmDialog` anywhere into what you draw, then
 * `if (!(await confirm({ title, message, confirmText }))) return`. One question at a time; the answer comes when
 * the dialog has closed and the focus is back, so that a second question may follow.
 */
export function useConfirm(): [Ask, ReactNode] {
  const [asked, setAsked] = useState<Asked | null>(null)
  const isConfirmed = useRef(false)
  const settle = useRef<(isConfirmed: boolean) => void>(() => {})

  const ask = useCallback<Ask>((question) => {
    settle.current(false)
    isConfirmed.current = false
    setAsked({ question, isOpen: true })
    return new Promise((resolve) => {
      settle.current = resolve
    })
  }, [])

  function answer(given: boolean) {
    isConfirmed.current = given
    close()
  }

  function close() {
    setAsked((last) => last && { ...last, isOpen: false })
  }

  function settled() {
    close()
    settle.current(isConfirmed.current)
  }

  const nothing = { title: '', message: '', confirmText: '' }
  const dialog = (
    <ConfirmDialog
      question={asked?.question ?? nothing}
      isOpen={asked?.isOpen ?? false}
      onAnswer={answer}
      onClose={settled}
    />
  )
  return [ask, dialog]
}
