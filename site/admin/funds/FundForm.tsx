import type { ReactNode } from 'react'
import type { CallResult } from '../../lib/call-endpoint.ts'
import { symbolFrom, symbolInput } from '../../lib/symbol-from.ts'
import { useSubmit } from '../../login/use-submit.ts'
import { SubmitActions } from '../../ui/Dialog.tsx'
import { showToast } from '../../ui/toast.ts'
import { InputField } from '../fields.tsx'

/** Returns the text of a form field. */
export type TextOf = (field: string) => string

type FundFormProps = {
  className?: string
  /** Title of the toast after success. */
  doneTitle: string
  call: (text: TextOf) => Promise<CallResult<{ message: string }>>
  onDone: () => void
  children: ReactNode
  /** Idle and busy text of a submit button, which comes with a Cancel button; or a function for other buttons. */
  buttons: { text: string; busyText?: string } | ((isBusy: boolean) => ReactNode)
}

/** A form with one admin call. A rejection is shown above the buttons, success in a toast. */
export function FundForm({ className = '', doneTitle, call, onDone, children, buttons }: FundFormProps) {
  const { isBusy, refusal, onSubmit } = useSubmit(send)

  async function send(fields: FormData): Promise<string | null> {
    const result = await call((field) => String(fields.get(field) ?? ''))
    if (!result.ok) return result.message
    showToast({ kind: 'success', title: doneTitle, message: result.value.message })
    onDone()
    return null
  }

  return (
    <form className={`fund-form stack gap-3 ${className}`.trim()} noValidate onSubmit={onSubmit}>
      {children}
      {refusal !== null && (
        <p className="field__error" role="alert">
          {refusal}
        </p>
      )}
      {typeof buttons === 'function' ? (
        buttons(isBusy)
      ) : (
        <SubmitActions {...buttons} isBusy={isBusy} onCancel={onDone} />
      )}
    </form>
  )
}

type SymbolFieldProps = { name: string; label: string; defaultValue?: string | undefined }

export function SymbolField({ name, label, defaultValue }: SymbolFieldProps) {
  return (
    <InputField
      {...symbolInput}
      name={name}
      label={label}
      defaultValue={defaultValue}
      onInput={({ currentTarget }) => {
        currentTarget.value = symbolFrom(currentTarget.value)
      }}
    />
  )
}
