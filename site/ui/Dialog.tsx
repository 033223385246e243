import { type ReactNode, useEffect, useId, useRef } from 'react'
import './dialog.css'

type DialogProps = {
  isOpen: boolean
  title: string
  /** After it has closed, by Escape or by its owner, who now lets `isOpen` be false. */
  onClose: () => void
  /** An `alertdialog` asks before something is done that cannot be undone. */
  role?: 'dialog' | 'alertdialog'
  /** The id of what a screen reader says after the title. */
  describedBy?: string
  children: ReactNode
}

/**
 * A modal sheet. The browser's own element keeps the focus inside, closes on Escape and gives the focus back.
 * Keep it mounted: an element that is removed gives nothing back. A control inside with `autoFocus` gets the
 * focus; else the first one does.
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

/** The buttons at the foot of a dialog. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className="dialog__actions">{children}</div>
}
