import { type SubmitEvent, useState } from 'react'

/**
 * State of a form that is sent by one call at a time. `send` resolves to the reason of a refusal, or to null; a refusal
 * stays until the next submission or `clear`, and the form keeps what was typed.
 */
export function useSubmit<Refusal>(send: (fields: FormData) => Promise<Refusal | null>) {
  const [isBusy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<Refusal | null>(null)

  async function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy) return
    const fields = new FormData(event.currentTarget, event.nativeEvent.submitter)
    setRefusal(null)
    setBusy(true)
    const made = await send(fields)
    setBusy(false)
    setRefusal(made)
  }

  return { isBusy, refusal, clear: () => setRefusal(null), onSubmit }
}

/** Moves the focus to a refused field and selects its text, so that the next try replaces it. */
export function selectField(input: HTMLInputElement | null): void {
  input?.focus()
  input?.select()
}
