import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { logIn } from '../../../admin-api/contract/auth.ts'
import { call } from '../../lib/call.ts'
import { raiseAdminFlag } from '../../stores/admin-session.ts'
import { showCarriedNotice } from '../../stores/carried-notice.ts'
import { showToast } from '../../stores/toast.ts'
import { CrashGuard } from '../../ui/CrashGuard.tsx'
import { failureText } from './failure-text.ts'
import { PasswordField } from './PasswordField.tsx'
import './login.css'

/** The operator's door. Before hydration a post keeps what was typed out of the address. */
export function Login() {
  const input = useRef<HTMLInputElement>(null)
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)

  useEffect(showCarriedNotice, [])

  async function submit(event: SubmitEvent) {
    event.preventDefault()
    const password = input.current?.value ?? ''
    if (isBusy) return
    if (password === '') return refuse('Password is required')
    setError(null)
    setBusy(true)
    const result = await call(logIn, { password })
    if (result.ok) {
      raiseAdminFlag()
      window.location.assign('/admin')
      return
    }
    setBusy(false)
    const message = failureText(result)
    showToast({ kind: 'error', title: 'Login Failed', message })
    refuse(message)
  }

  function refuse(message: string) {
    setError(message)
    input.current?.focus()
    input.current?.select()
  }

  return (
    <CrashGuard>
      <form className="login__form" method="post" noValidate onSubmit={submit}>
        {/* Password managers keep a password under a name; this one is not for eyes. */}
        <input type="text" name="username" autoComplete="username" defaultValue="captain" hidden readOnly />
        <PasswordField ref={input} error={error} onTyped={() => setError(null)} />
        <div className="login__actions">
          <a className="button button--quiet" href="/">
            Cancel
          </a>
          <button type="submit" className="button" aria-disabled={isBusy}>
            {isBusy ? 'Logging in...' : 'Login'}
          </button>
        </div>
      </form>
    </CrashGuard>
  )
}
