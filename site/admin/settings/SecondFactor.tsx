import { type ComponentProps, type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { encode } from 'uqr'
import {
  beginSecondFactor,
  confirmSecondFactor,
  endSecondFactor,
  readSecondFactor
} from '../../../admin-api/contract/accounts.ts'
import type { CallFailure } from '../../lib/call-endpoint.ts'
import { createAdminQuery, useAdminQuery } from '../../login/admin-query.ts'
import { callAdmin } from '../../login/admin-session.ts'
import { selectField, useSubmit } from '../../login/use-submit.ts'
import { Button } from '../../ui/Button.tsx'
import { showToast } from '../../ui/toast.ts'
import { AdminSection } from '../AdminSection.tsx'
import { InputField } from '../fields.tsx'

/** Setup: first the app receives the secret, then the recovery codes are shown once. */
type Step =
  | { name: 'none' }
  | { name: 'pairing'; uri: string; secret: string }
  | { name: 'codes'; codes: string[] }

const titleId = 'second-factor-title'
const secondFactorQuery = createAdminQuery(readSecondFactor)

/** Turns the second factor on and off: a code from an authenticator app, required at login. */
export function SecondFactor() {
  const query = useAdminQuery(secondFactorQuery, {}, null)
  const { value } = query
  const [step, setStep] = useState<Step>({ name: 'none' })

  async function begin(password: string) {
    const result = await callAdmin(beginSecondFactor, { password })
    if (!result.ok) return result
    setStep({ name: 'pairing', ...result.value })
    return null
  }

  /** Ends the step and moves the focus to the heading, because the focused control disappears. */
  function leaveStep() {
    setStep({ name: 'none' })
    document.getElementById(titleId)?.focus()
  }

  return (
    <AdminSection titleId={titleId} title="Second Factor" query={query} waiting="Loading...">
      {step.name === 'codes' && <RecoveryCodes codes={step.codes} onSaved={leaveStep} />}
      {step.name === 'pairing' && (
        <PairApp
          uri={step.uri}
          secret={step.secret}
          onPaired={(codes) => setStep({ name: 'codes', codes })}
          onCancel={leaveStep}
        />
      )}
      {step.name === 'none' && value?.is_on === true && (
        <SwitchOff codesLeft={value.recovery_codes_left} onOff={leaveStep} />
      )}
      {step.name === 'none' && value?.is_on === false && (
        <ProofForm
          label="Your password"
          input={{ type: 'password', autoComplete: 'current-password' }}
          errorId="set-up-error"
          send={begin}
          button={(isBusy) => (
            <Button type="submit" variant="quiet" aria-disabled={isBusy}>
              {isBusy ? 'Checking...' : 'Set Up Second Factor'}
            </Button>
          )}
        >
          <p>
            Off: your password alone signs you in. With a second factor, you also enter the code that an
            authenticator app on your phone shows. Turning it on signs out all other sessions.
          </p>
        </ProofForm>
      )}
    </AdminSection>
  )
}

function RecoveryCodes({ codes, onSaved }: { codes: readonly string[]; onSaved: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="second-factor stack gap-3">
      <h3 className="second-factor__title" ref={heading} tabIndex={-1}>
        The second factor is on. Save these recovery codes.
      </h3>
      <p>
        If you lose your phone, each code works once at login. They are shown only now: write them down or
        save them in your password manager.
      </p>
      <ol className="second-factor__codes grid gap-y-2 gap-x-5">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <Button onClick={onSaved}>I Saved Them</Button>
    </div>
  )
}

/** Requires a proof, because a session alone must not be able to turn the second factor off. */
function SwitchOff({ codesLeft, onOff }: { codesLeft: number; onOff: () => void }) {
  async function switchOff(proof: string) {
    const result = await callAdmin(endSecondFactor, { proof })
    if (!result.ok) return result
    showToast({ kind: 'success', title: 'Second Factor Off', message: result.value.message })
    onOff()
    return null
  }

  return (
    <ProofForm
      label="Password or code"
      input={{ type: 'password', autoComplete: 'off' }}
      errorId="switch-off-error"
      send={switchOff}
      button={(isBusy) => (
        <Button type="submit" variant="quiet" aria-disabled={isBusy}>
          {isBusy ? 'Checking...' : 'Switch Off Second Factor'}
        </Button>
      )}
    >
      <p>
        On: login requires a code in addition to your password. Recovery codes left:{' '}
        <strong>{codesLeft}</strong>. To get eight new ones, turn it off and on again.
      </p>
    </ProofForm>
  )
}

type PairAppProps = {
  uri: string
  secret: string
  onPaired: (recoveryCodes: string[]) => void
  onCancel: () => void
}

/** Shows the secret for the authenticator app, and asks for a first code to confirm that the app has it. */
function PairApp({ uri, secret, onPaired, onCancel }: PairAppProps) {
  async function confirmCode(code: string) {
    const result = await callAdmin(confirmSecondFactor, { code })
    if (!result.ok) return result
    onPaired(result.value.recovery_codes)
    return null
  }

  return (
    <div className="second-factor stack gap-3 second-factor--pairing">
      <QrCode text={uri} label="The secret for your authenticator app" />
      <ProofForm
        label="Code shown by the app"
        input={{
          type: 'text',
          inputMode: 'numeric',
          autoComplete: 'one-time-code',
          maxLength: 10,
          autoFocus: true
        }}
        errorId="pair-error"
        send={confirmCode}
        button={(isBusy) => (
          <div className="row gap-2">
            <Button type="submit" aria-disabled={isBusy}>
              {isBusy ? 'Checking...' : 'Confirm Code'}
            </Button>
            <Button variant="quiet" onClick={onCancel}>
              Cancel
            </Button>
          </div>
        )}
      >
        <p>Scan the code with your authenticator app, or enter this key by hand:</p>
        <p className="second-factor__key semibold tabular">{secret.replaceAll(/.{4}(?=.)/g, '$& ')}</p>
        <details>
          <summary>The full address, for apps that accept one</summary>
          <p className="second-factor__key semibold tabular">{uri}</p>
        </details>
      </ProofForm>
    </div>
  )
}

/** Margin in modules, as required by ISO/IEC 18004. */
const quietZone = 4

/** A QR code, dark on light in both themes, because some cameras can't read the reverse. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { size, path } = useMemo(() => {
    const { size, data } = encode(text, { ecc: 'M', border: quietZone })
    const squares = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])))
    return { size, path: squares.join('') }
  }, [text])
  return (
    <svg
      className="qr-code"
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path d={path} fill="currentColor" />
    </svg>
  )
}

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
function ProofForm({ label, input, errorId, send, children, button }: ProofFormProps) {
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
