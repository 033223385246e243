import { useEffect, useMemo, useRef, useState } from 'react'
import { encode } from 'uqr'
import {
  beginSecondFactor,
  confirmSecondFactor,
  endSecondFactor,
  readSecondFactor
} from '../../../admin-api/contract/accounts.ts'
import { useAdminQuery } from '../../login/admin-query.ts'
import { useForm } from '../../login/use-form.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { Form, FormActions } from '../../ui/Form.tsx'
import { AdminForm } from '../AdminForm.tsx'
import { AdminSection } from '../AdminSection.tsx'

/** Setup: first the app receives the secret, then the recovery codes are shown once. */
type Step =
  | { name: 'none' }
  | { name: 'pairing'; uri: string; secret: string }
  | { name: 'codes'; codes: string[] }

const titleId = 'second-factor-title'

/** Turns the second factor on and off: a code from an authenticator app, required at login. */
export function SecondFactor() {
  const query = useAdminQuery(readSecondFactor, {}, null)
  const { value } = query
  const [step, setStep] = useState<Step>({ name: 'none' })

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
        <SetUp onBegun={(pairing) => setStep({ name: 'pairing', ...pairing })} />
      )}
    </AdminSection>
  )
}

function SetUp({ onBegun }: { onBegun: (pairing: { uri: string; secret: string }) => void }) {
  const form = useForm(beginSecondFactor, { fieldOf: () => 'password', onDone: onBegun })
  return (
    <AdminForm form={form} className="narrow" submit="Set Up Second Factor" busyText="Checking...">
      <p>
        Off: your password alone signs you in. With a second factor, you also enter the code that an
        authenticator app on your phone shows. Turning it on signs out all other sessions.
      </p>
      <Field name="password" label="Your password" type="password" autoComplete="current-password" />
    </AdminForm>
  )
}

function RecoveryCodes({ codes, onSaved }: { codes: readonly string[]; onSaved: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="narrow stack gap-3">
      <h3 className="text-l" ref={heading} tabIndex={-1}>
        The second factor is on. Save these recovery codes.
      </h3>
      <p>
        If you lose your phone, each code works once at login. They are shown only now: write them down or
        save them in your password manager.
      </p>
      <ol className="recovery-codes full grid gap-y-2 gap-x-5">
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
  const form = useForm(endSecondFactor, {
    fieldOf: () => 'proof',
    doneTitle: 'Second Factor Off',
    onDone: onOff
  })
  return (
    <AdminForm form={form} className="narrow" submit="Switch Off Second Factor" busyText="Checking...">
      <p>
        On: login requires a code in addition to your password. Recovery codes left:{' '}
        <strong>{codesLeft}</strong>. To get eight new ones, turn it off and on again.
      </p>
      <Field name="proof" label="Password or code" type="password" autoComplete="off" />
    </AdminForm>
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
  const form = useForm(confirmSecondFactor, {
    fieldOf: () => 'code',
    onDone: ({ recovery_codes }) => onPaired(recovery_codes)
  })
  return (
    <div className="pairing grid gap-4">
      <QrCode text={uri} label="The secret for your authenticator app" />
      <Form
        form={form}
        className="narrow stack gap-3"
        actions={
          <FormActions busyText="Checking..." onCancel={onCancel}>
            Confirm Code
          </FormActions>
        }
      >
        <p>Scan the code with your authenticator app, or enter this key by hand:</p>
        <p className="anywhere semibold tabular">{secret.replaceAll(/.{4}(?=.)/g, '$& ')}</p>
        <details>
          <summary>The full address, for apps that accept one</summary>
          <p className="anywhere semibold tabular">{uri}</p>
        </details>
        <Field
          name="code"
          label="Code shown by the app"
          inputMode="numeric"
          autoComplete="one-time-code"
          autoFocus
        />
      </Form>
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
