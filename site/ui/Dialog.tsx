import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import './dialog.css'

type DialogProps = {
  isOpen: boolean
  title: string
  /** Called after closing, also by Escape; must set `isOpen` to false. */
  onClose: () => void
  /** `alertdialog` before an action that cannot be undone. */
  role?: 'dialog' | 'alertdialog'
  /** Id of the description that screen readers announce after the title. */
  describedBy?: string
  children: ReactNode
}

/**
 * A modal <dialog>. Keep it mounted while closed: a removed dialog does not return the focus. The control with
 * `autoFocus` gets the focus, otherwise the first one.
 */
export function Dialog({ isOpen, title, onClose, role = 'dialog', describedBy, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()

  // Before the page is painted, so that the text is never there without its dialog.
  useLayoutEffect(() => {
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
          <h2 className="text-xl" id={titleId}>
            {title}
          </h2>
          <div className="above-3 stack gap-4">{children}</div>
        </>
      )}
    </dialog>
  )
}

export function DialogActions({ children }: { children: ReactNode }) {
  return <div className="above-2 row to-end gap-2">{children}</div>
}
