import { type SubmitEvent, useRef, useState } from 'react'
import { endSecondFactor } from '../../../admin-api/contract/second-factor.ts'
import { callAdmin } from '../../login/admin-session.ts'
import { showToast } from '../../ui/toast.ts'

/** A session left open is not enough to take the second factor away. */
export function SwitchOff({ codesLeft, onOff }: { codesLeft: number; onOff: () => void }) {
  const input = useRef<HTMLInputElement>(null)
  const [isBusy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)

  async function submit(event: SubmitEvent) {
    event.preventDefault()
    if (isBusy) return
    setBusy(true)
    const result = await callAdmin(endSecondFactor, { proof: input.current?.value ?? '' })
    setBusy(false)
    if (result.ok) {
      showToast({ kind: 'success', title: 'Second Factor Off', message: result.value.message })
      return onOff()
    }
    setRefusal(result.message)
    input.current?.focus()
    input.current?.select()
  }

  return (
    <form className="second-factor" noValidate onSubmit={submit}>
      <p>
        On: the login asks for a code beside the password. Recovery codes left: <strong>{codesLeft}</strong>.
        Switched off and on again, there are eight new ones.
      </p>
      <label className="field">
        <span className="field__label">Password or code</span>
        <input
          ref={input}
          className="field__control"
          type="password"
          autoComplete="off"
          aria-invalid={refusal !== null}
          aria-describedby="switch-off-error"
          onChange={() => setRefusal(null)}
        />
      </label>
      <p className="field__error" id="switch-off-error" role="alert">
        {refusal}
      </p>
      <button type="submit" className="button button--quiet" aria-disabled={isBusy}>
        {isBusy ? 'Checking...' : 'Switch Off Second Factor'}
      </button>
    </form>
  )
}
