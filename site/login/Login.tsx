import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { logIn } from '../../admin-api/contract/auth.ts'
import { call } from '../lib/call.ts'
import { raiseAdminFlag } from './admin-session.ts'
import { showCarriedNotice } from './carried-notice.ts'
import { showToast } from '../ui/toast.ts'
import { CrashGuard } from '../ui/CrashGuard.tsx'
import { CodeField } from './CodeField.tsx'
import { failureText } from './failure-text.ts'
import { PasswordField } from './PasswordField.tsx'
import './login.css'

type Refusal = { at: 'password' | 'code'; message: string }

/** The login form. `method="post"` keeps the password out of the address when it is sent before hydration. */
export function Login() {
  const passwordInput = useRef<HTMLInputElement>(null)
  const codeInput = useRef<HTMLInputElement>(null)
  const [isBusy, setBusy] = useState(false)
  const [isCodeAsked, setCodeAsked] = useState(false)
  const [refusal, setRefusal] = useState<Refusal | null>(null)

  useEffect(showCarriedNotice, [])

  async function submit(event: SubmitEvent) {
    event.preventDefault()
    if (isBusy) return
    const password = passwordInput.current?.value ?? ''
    const code = codeInput.current?.value ?? ''
    if (password === '') return refuse({ at: 'password', message: 'Password is required' })
    if (isCodeAsked && code.trim() === '') return refuse({ at: 'code', message: 'The code is required' })
    setRefusal(null)
    setBusy(true)
    const result = await call(logIn, isCodeAsked ? { password, code } : { password })
    if (result.ok) {
      raiseAdminFlag()
      window.location.assign('/admin')
      return
    }
    setBusy(false)
    const isAboutCode = result.code === 'code-needed'
    if (isAboutCode && !isCodeAsked) return setCodeAsked(true)
    const message = failureText(result)
    showToast({ kind: 'error', title: 'Login Failed', message })
    refuse({ at: isAboutCode ? 'code' : 'password', message })
  }

  function refuse(made: Refusal) {
    setRefusal(made)
    const input = made.at === 'code' ? codeInput.current : passwordInput.current
    input?.focus()
    input?.select()
  }

  const errorAt = (at: Refusal['at']) => (refusal?.at === at ? refusal.message : null)
  const onTyped = () => setRefusal(null)

  return (
    <CrashGuard>
      <form className="login__form" method="post" noValidate onSubmit={submit}>
        {/* Hidden: password managers store a password under a user name. */}
        <input type="text" name="username" autoComplete="username" defaultValue="captain" hidden readOnly />
        <PasswordField ref={passwordInput} error={errorAt('password')} onTyped={onTyped} />
        {isCodeAsked && <CodeField ref={codeInput} error={errorAt('code')} onTyped={onTyped} />}
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
