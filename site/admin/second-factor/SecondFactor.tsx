import { useState } from 'react'
import { beginSecondFactor, readSecondFactor } from '../../../admin-api/contract/second-factor.ts'
import { useBusy } from '../../lib/use-busy.ts'
import { createAdminQuery, useAdminQuery } from '../../login/admin-query.ts'
import { callAdmin, showFailure } from '../../login/admin-session.ts'
import { AdminSection } from '../AdminSection.tsx'
import { SectionFailure } from '../SectionFailure.tsx'
import { SectionIcon } from '../SectionIcon.tsx'
import { PairApp } from './PairApp.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import { SwitchOff } from './SwitchOff.tsx'
import './second-factor.css'

/** Between off and on: the app is given the secret, then the recovery codes are shown, once each. */
type Step =
  | { name: 'none' }
  | { name: 'pairing'; uri: string; secret: string }
  | { name: 'codes'; codes: string[] }

const titleId = 'second-factor-title'
const secondFactorQuery = createAdminQuery(readSecondFactor)

/** Switches the code of an authenticator app on and off, which the login then asks for beside the password. */
export function SecondFactor() {
  const { value, failure, refetch } = useAdminQuery(secondFactorQuery, {}, null)
  const [step, setStep] = useState<Step>({ name: 'none' })
  const [busy, run] = useBusy()

  async function begin() {
    const result = await callAdmin(beginSecondFactor, {})
    if (!result.ok) return showFailure('Second Factor', result, 'Failed to begin')
    setStep({ name: 'pairing', ...result.value })
  }

  /** The control that had the focus is gone with its step. */
  function leaveStep() {
    setStep({ name: 'none' })
    document.getElementById(titleId)?.focus()
  }

  return (
    <AdminSection
      titleId={titleId}
      title="Second Factor"
      kicker="Two keys to the bridge"
      icon={<SectionIcon name="key" />}
    >
      <SectionFailure failure={failure} onRetry={() => void refetch()} />
      {value === null && failure === null && <p className="admin-section__empty">Asking...</p>}
      {step.name === 'codes' && <RecoveryCodes codes={step.codes} onKept={leaveStep} />}
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
        <div className="second-factor">
          <p>
            Off: the password alone opens the bridge. With a second factor the login also asks for the code
            that an authenticator app on your phone shows.
          </p>
          <button
            type="button"
            className="button button--quiet"
            aria-disabled={busy.has('begin')}
            onClick={() => void run('begin', begin)}
          >
            Set Up Second Factor
          </button>
        </div>
      )}
    </AdminSection>
  )
}
