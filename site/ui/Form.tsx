import { type ComponentProps, type ReactNode, type SubmitEvent, use, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Button, type ButtonVariant } from './Button.tsx'
import { type FieldLimits, FormContext, type FormErrors, type FormValues } from './Field.tsx'

/**
 * Resolves to the errors of a rejected form, or to what follows when the form is idle again, such as moving the focus; or
 * to null.
 */
type Send = (fields: FormData, form: HTMLFormElement) => Promise<FormErrors | (() => void) | null>

export type FormHandle = {
  isBusy: boolean
  errors: FormErrors
  limits: Readonly<Record<string, FieldLimits>>
  /** Removes the error of a field that is being changed. */
  clear: (name: string) => void
  submit: (form: HTMLFormElement, submitter?: HTMLElement | null) => Promise<void>
}

/**
 * State of a form that sends one request at a time. A rejected form keeps its input, and its first field with an error
 * gets the focus with its text selected.
 */
export function useFormState(send: Send, limits: FormHandle['limits'] = {}): FormHandle {
  const [isBusy, setBusy] = useState(false)
  const [errors, setErrors] = useState<FormErrors>({})
  const isSending = useRef(false)

  async function submit(form: HTMLFormElement, submitter: HTMLElement | null = null) {
    if (isSending.current) return
    isSending.current = true
    const fields = new FormData(form, submitter)
    const focused = document.activeElement
    setErrors({})
    setBusy(true)
    const result = await send(fields, form).finally(() => {
      isSending.current = false
    })
    flushSync(() => {
      setBusy(false)
      setErrors(typeof result === 'function' ? {} : (result ?? {}))
    })
    const invalid = form.querySelector<HTMLElement>('[aria-invalid="true"]')
    // Fields lose the focus while the form is being sent.
    if (document.activeElement === document.body && focused instanceof HTMLElement) focused.focus()
    invalid?.focus()
    if (invalid instanceof HTMLInputElement) invalid.select()
    if (typeof result === 'function') result()
  }

  function clear(name: string) {
    if (!(name in errors || '' in errors)) return
    setErrors(Object.fromEntries(Object.entries(errors).filter(([each]) => each !== name && each !== '')))
  }

  return { isBusy, errors, limits, clear, submit }
}

type FormProps = Omit<ComponentProps<'form'>, 'onSubmit'> & {
  form: FormHandle
  /** Initial values of its fields. */
  values?: FormValues | undefined
  /** Its buttons, usually FormActions. A form without has them, and a FormSummary, among its children. */
  actions?: ReactNode
}

/** Fields, which can't be changed while they are being sent; an error about the form as a whole; and its buttons. */
export function Form({ form, values, actions, children, onInput, ...rest }: FormProps) {
  return (
    <FormContext value={{ ...form, values }}>
      <form
        noValidate
        aria-busy={form.isBusy}
        {...rest}
        onInput={(event) => {
          onInput?.(event)
          form.clear((event.target as HTMLInputElement).name)
        }}
        onSubmit={(event: SubmitEvent<HTMLFormElement>) => {
          event.preventDefault()
          // In React's tree a dialog may be inside another form.
          event.stopPropagation()
          void form.submit(event.currentTarget, event.nativeEvent.submitter)
        }}
      >
        <div className="contents" inert={form.isBusy}>
          {children}
        </div>
        {actions !== undefined && <FormSummary />}
        {actions}
      </form>
    </FormContext>
  )
}

/** The error of the form as a whole, or how many fields have one. */
export function FormSummary() {
  const errors = use(FormContext)?.errors ?? {}
  const count = Object.keys(errors).length
  const whole = errors['']
  const text = typeof whole === 'string' ? whole : count > 1 ? `Please correct ${count} fields.` : null
  if (text === null) return null
  return (
    <p className="field__error" role="alert">
      {text}
    </p>
  )
}

/** Whether a control differs from its initial value. */
export function isChanged(form: HTMLFormElement): boolean {
  return [...form.elements].some((control) => {
    if (control instanceof HTMLSelectElement)
      return [...control.options].some(({ selected, defaultSelected }) => selected !== defaultSelected)
    return control instanceof HTMLInputElement && control.value !== control.defaultValue
  })
}

type SubmitButtonProps = ComponentProps<'button'> & {
  variant?: ButtonVariant
  /** Shown while the form is being sent. */
  busyText?: string | undefined
}

export function SubmitButton({ busyText, children, ...button }: SubmitButtonProps) {
  const isBusy = use(FormContext)?.isBusy ?? false
  return (
    <Button type="submit" aria-disabled={isBusy} {...button}>
      {isBusy ? (busyText ?? children) : children}
    </Button>
  )
}

type FormActionsProps = SubmitButtonProps & {
  onCancel: () => void
  /** In a dialog the buttons are at its end, the submit button last. */
  isDialog?: boolean
}

/** The submit button of a form, with one that cancels. */
export function FormActions({ onCancel, isDialog = false, ...submit }: FormActionsProps) {
  const cancel = (
    <Button variant="quiet" onClick={onCancel}>
      Cancel
    </Button>
  )
  return (
    <div className={isDialog ? 'above-2 row to-end gap-2' : 'row gap-2'}>
      {isDialog && cancel}
      <SubmitButton {...submit} />
      {!isDialog && cancel}
    </div>
  )
}
