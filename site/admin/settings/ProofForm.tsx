import { type ComponentProps, type ReactNode, useRef } from 'react'
import type { CallFailure } from '../../lib/call-endpoint.ts'
import { selectField, useSubmit } from '../../login/use-submit.ts'
import { InputField } from '../fields.tsx'

type ProofFormProps = {
  label: string
  input: ComponentProps<'input'>
  errorId: string
  /** Sends the typed value; resolves to the failure, or to null. */
  send: (proof: string) => Promise<CallFailure | null>
  /** Content above the field. */
  children: ReactNode
  button: (isBusy: boolean) => ReactNode
}

/** A form with one field for a code or the password. A rejected value is selected, to be replaced. */
export function ProofForm({ label, input, errorId, send, children, button }: ProofFormProps) {
  const field = useRef<HTMLInputElement>(null)
  const { isBusy, refusal, clear, onSubmit } = useSubmit(async () => {
    const failure = await send(field.current?.value ?? '')
    if (failure !== null) selectField(field.current)
    return failure?.message ?? null
  })

  return (
    <form className="second-factor stack gap-3" noValidate onSubmit={onSubmit}>
      {children}
      <InputField
        {...input}
        label={label}
        ref={field}
        aria-invalid={refusal !== null}
        aria-describedby={errorId}
        onChange={clear}
      />
      <p className="field__error" id={errorId} role="alert">
        {refusal}
      </p>
      {button(isBusy)}
    </form>
  )
}
