import { type ReactNode, type SubmitEvent, useId, useRef, useState } from 'react'
import { showToast } from '../../ui/toast.ts'
import { Dialog, DialogActions } from '../../ui/Dialog.tsx'

type DateDialogProps = {
  isOpen: boolean
  title: string
  /** YYYY-MM-DD, or empty. */
  initialDay: string
  /** Answers whether it was saved; a refusal leaves the dialog open. */
  onSave: (day: string) => Promise<boolean>
  onClose: () => void
  children: ReactNode
}

export function DateDialog({ isOpen, title, onClose, ...form }: DateDialogProps) {
  return (
    <Dialog isOpen={isOpen} title={title} onClose={onClose}>
      <DateForm {...form} onClose={onClose} />
    </Dialog>
  )
}

function DateForm({ initialDay, onSave, onClose, children }: Omit<DateDialogProps, 'isOpen' | 'title'>) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState('')

  async function save(event: SubmitEvent) {
    event.preventDefault()
    const day = input.current?.value ?? ''
    if (isBusy) return
    if (day === '') return refuse()
    setError('')
    setBusy(true)
    const isSaved = await onSave(day)
    setBusy(false)
    if (isSaved) onClose()
    else setError('This date was not saved. Try again, or cancel.')
  }

  function refuse() {
    const message = 'Please choose a payment date.'
    setError(`Payment Date Required. ${message}`)
    showToast({ kind: 'error', title: 'Payment Date Required', message })
    input.current?.focus()
  }

  return (
    <form className="date-form" noValidate onSubmit={save}>
      {children}
      <div className="field">
        <label className="field__label" htmlFor={id}>
          Payment date
        </label>
        <input
          ref={input}
          id={id}
          className="field__control"
          type="date"
          min="2020-01-01"
          max="2099-12-31"
          required
          defaultValue={initialDay}
          aria-invalid={error !== ''}
          aria-describedby={`${id}-error`}
        />
        <p className="field__error" id={`${id}-error`} role="alert">
          {error}
        </p>
      </div>
      <DialogActions>
        <button type="button" className="button button--quiet" onClick={onClose}>
          Cancel
        </button>
        <button type="submit" className="button" aria-disabled={isBusy}>
          {isBusy ? 'Saving...' : 'Save Date'}
        </button>
      </DialogActions>
    </form>
  )
}
