import { type ReactNode, useEffect, useId, useRef } from 'react'
import './dialog.css'

type DialogProps = {
  isOpen: boolean
  title: string
  /** Called after it has closed, by Escape or by its owner; the owner then sets `isOpen` to false. */
  onClose: () => void
  /** `alertdialog` for questions before an action that cannot be undone. */
  role?: 'dialog' | 'alertdialog'
  /** The id of what a screen reader says after the title. */
  describedBy?: string
  children: ReactNode
}

/**
 * A modal <dialog>: the browser keeps the focus inside, closes on Escape and returns the focus. Keep it mounted: a
 * removed element returns no focus. The control with `autoFocus` gets the focus, or else the first one.
 */
export function Dialog({ isOpen, title, onClose, role = 'dialog', describedBy, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()

  useEffect(() => {
    const element = dialog.current
    if (element === null || element.open === isOpen) return
    if (isOpen) element.showModal()
    else element.close()
  }, [isOpen])

  return (
    <dialog
      ref={dialog}
      className="dialog"
      role={role}
      aria-labelledby={titleId}
      aria-describedby={describedBy}
      onClose={onClose}
    >
      {isOpen && (
        <>
          <h2 className="dialog__title" id={titleId}>
            {title}
          </h2>
          <div className="dialog__body">{children}</div>
        </>
      )}
    </dialog>
  )
}

export function DialogActions({ children }: { children: ReactNode }) {
  return <div className="dialog__actions">{children}</div>
}
