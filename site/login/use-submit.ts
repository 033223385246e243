import { type SubmitEvent, useState } from 'react'

/**
 * State of a form with one request at a time. `send` resolves to the reason for a rejection, or to null. The reason is
 * shown until the next submission or `clear`, and the form keeps its input.
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
    const reason = await send(fields)
    setBusy(false)
    setRefusal(reason)
  }

  return { isBusy, refusal, clear: () => setRefusal(null), onSubmit }
}

/** Moves the focus to a rejected field and selects its text, so that the next attempt replaces it. */
export function selectField(input: HTMLInputElement | null): void {
  input?.focus()
  input?.select()
}
