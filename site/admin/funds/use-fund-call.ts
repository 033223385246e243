import { useState } from 'react'
import type { CallResult } from '../../lib/call.ts'
import { showToast } from '../../ui/toast.ts'

/** Sends one form at a time; what the server refuses is said in the form, what it did in a toast. */
export function useFundCall(title: string, onDone: () => void) {
  const [isBusy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState('')

  async function send(call: () => Promise<CallResult<{ message: string }>>): Promise<void> {
    if (isBusy) return
    setBusy(true)
    setRefusal('')
    const result = await call()
    setBusy(false)
    if (!result.ok) return setRefusal(result.message)
    showToast({ kind: 'success', title, message: result.value.message })
    onDone()
  }

  return { isBusy, refusal, send }
}
