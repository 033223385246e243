import { useId } from 'react'
import { Button } from './Button.tsx'
import { Dialog, DialogActions } from './Dialog.tsx'

export type Question = {
  title: string
  message: string
  /** Label of the confirming button, a verb such as 'Delete'. */
  confirmText: string
}

type ConfirmDialogProps = {
  question: Question
  isOpen: boolean
  onAnswer: (isConfirmed: boolean) => void
  onClose: () => void
}

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
        {/* Focused first, so that Enter cancels. */}
        <Button variant="quiet" autoFocus onClick={() => onAnswer(false)}>
          Cancel
        </Button>
        <Button onClick={() => onAnswer(true)}>{question.confirmText}</Button>
      </DialogActions>
    </Dialog>
  )
}
