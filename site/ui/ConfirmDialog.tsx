import { useId } from 'react'
import { Dialog, DialogActions } from './Dialog.tsx'

export type Question = {
  title: string
  message: string
  /** The label of the confirming button: 'Delete', never 'OK'. */
  confirmText: string
}

type ConfirmDialogProps = {
  question: Question
  isOpen: boolean
  onAnswer: (isConfirmed: boolean) => void
  onClose: () => void
}

/** Asks before an action. The focus starts on Cancel. */
export function ConfirmDialog({ question, isOpen, onAnswer, onClose }: ConfirmDialogProps) {
  const messageId = useId()
  return (
    <Dialog
      isOpen={isOpen}
      role="alertdialog"
      title={question.title}
      describedBy={messageId}
      onClose={onClose}
    >
      <p id={messageId}>{question.message}</p>
      <DialogActions>
        {/* biome-ignore lint/a11y/noAutofocus: a dialog moves the focus, and Enter must do no harm */}
        <button type="button" className="button button--quiet" autoFocus onClick={() => onAnswer(false)}>
          Cancel
        </button>
        <button type="button" className="button" onClick={() => onAnswer(true)}>
          {question.confirmText}
        </button>
      </DialogActions>
    </Dialog>
  )
}
