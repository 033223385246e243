import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { confirmSecondFactor } from '../../../admin-api/contract/second-factor.ts'
import { callAdmin } from '../../login/admin-session.ts'
import { QrCode } from './QrCode.tsx'

type PairAppProps = {
  uri: string
  secret: string
  onPaired: (recoveryCodes: string[]) => void
  onCancel: () => void
}

/** Hands the secret to the app, and asks for a first code to see that it has arrived. */
export function PairApp({ uri, secret, onPaired, onCancel }: PairAppProps) {
  const input = useRef<HTMLInputElement>(null)
  const [isBusy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)

  useEffect(() => input.current?.focus(), [])

  async function submit(event: SubmitEvent) {
    event.preventDefault()
    if (isBusy) return
    setBusy(true)
    const result = await callAdmin(confirmSecondFactor, { code: input.current?.value ?? '' })
    setBusy(false)
    if (result.ok) return onPaired(result.value.recovery_codes)
    setRefusal(result.message)
    input.current?.focus()
    input.current?.select()
  }

  return (
    <div className="second-factor second-factor--pairing">
      <QrCode text={uri} label="The secret for your authenticator app" />
      <form className="second-factor" noValidate onSubmit={submit}>
        <p>Scan the picture with your authenticator app, or give it this key by hand:</p>
        <p className="second-factor__key">{secret.replaceAll(/.{4}(?=.)/g, '$& ')}</p>
        <details>
          <summary>The whole address, for apps that take one</summary>
          <p className="second-factor__key">{uri}</p>
        </details>
        <label className="field">
          <span className="field__label">Code shown by the app</span>
          <input
            ref={input}
            className="field__control"
            type="text"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={10}
            aria-invalid={refusal !== null}
            aria-describedby="pair-error"
            onChange={() => setRefusal(null)}
          />
        </label>
        <p className="field__error" id="pair-error" role="alert">
          {refusal}
        </p>
        <div className="second-factor__acts">
          <button type="submit" className="button" aria-disabled={isBusy}>
            {isBusy ? 'Checking...' : 'Confirm Code'}
          </button>
          <button type="button" className="button button--quiet" onClick={onCancel}>
            Cancel
          </button>
        </div>
      </form>
    </div>
  )
}
