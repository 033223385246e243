import { type RefObject, useEffect, useRef, useState } from 'react'
import { logIn } from '../../admin-api/contract/accounts.ts'
import { type CallFailure, callEndpoint } from '../lib/call-endpoint.ts'
import { Button, ButtonLink } from '../ui/Button.tsx'
import { CrashGuard } from '../ui/CrashGuard.tsx'
import { showToast } from '../ui/toast.ts'
import { setAdminFlag, showCarriedNotice } from './admin-session.ts'
import { selectField, useSubmit } from './use-submit.ts'
import './login.css'

type FieldProps = {
  ref: RefObject<HTMLInputElement | null>
  error: string | null
  onTyped: () => void
}

const textProps = {
  autoCapitalize: 'none',
  autoCorrect: 'off',
  spellCheck: false,
  enterKeyHint: 'go'
} as const

/** The login form. `method="post"` keeps the password out of the address in a browser that can't load the scripts. */
export function Login() {
  const password = useRef<HTMLInputElement>(null)
  const code = useRef<HTMLInputElement>(null)
  const [isCodeNeeded, setCodeNeeded] = useState(false)
  const { isBusy, refusal, clear, onSubmit } = useSubmit(send)

  useEffect(showCarriedNotice, [])

  async function send() {
    const values = { password: password.current?.value ?? '', code: code.current?.value ?? '' }
    if (values.password === '') return refuse(password, 'Password is required')
    if (isCodeNeeded && values.code.trim() === '') return refuse(code, 'The code is required')
    const result = await callEndpoint(logIn, isCodeNeeded ? values : { password: values.password })
    if (result.ok) {
      setAdminFlag()
      window.location.assign('/admin')
      // Busy until the next page replaces this one.
      return new Promise<never>(() => {})
    }
    const isAboutCode = result.code === 'code-needed'
    if (isAboutCode && !isCodeNeeded) {
      setCodeNeeded(true)
      return null
    }
    const message = failureText(result)
    showToast({ kind: 'error', title: 'Login Failed', message })
    return refuse(isAboutCode ? code : password, message)
  }

  function refuse(at: FieldProps['ref'], message: string) {
    selectField(at.current)
    return { at, message }
  }

  const fieldProps = (ref: FieldProps['ref']): FieldProps => ({
    ref,
    error: refusal?.at === ref ? refusal.message : null,
    onTyped: clear
  })

  return (
    <CrashGuard>
      <form className="stack gap-2" method="post" noValidate onSubmit={onSubmit}>
        {/* Hidden: password managers store a password under a user name. */}
        <input type="text" name="username" autoComplete="username" defaultValue="captain" hidden readOnly />
        <PasswordField {...fieldProps(password)} />
        {isCodeNeeded && <CodeField {...fieldProps(code)} />}
        <div className="line to-end gap-2">
          <ButtonLink variant="quiet" href="/">
            Cancel
          </ButtonLink>
          <Button type="submit" aria-disabled={isBusy}>
            {isBusy ? 'Logging in...' : 'Login'}
          </Button>
        </div>
      </form>
    </CrashGuard>
  )
}

/** Returns the server's message; without one, only a 401 means wrong credentials. */
function failureText(failure: CallFailure): string {
  if (failure.from === 'server') return failure.message
  return failure.status === 401 ? 'Invalid credentials' : failure.message
}

function PasswordField({ ref, error, onTyped }: FieldProps) {
  const [isShown, setShown] = useState(false)
  return (
    <div className="field">
      <label className="field__label" htmlFor="password">
        Password
      </label>
      <div className="field__box">
        <input
          ref={ref}
          id="password"
          name="password"
          className="field__control login__input"
          type={isShown ? 'text' : 'password'}
          autoComplete="current-password"
          {...textProps}
          required
          // biome-ignore lint/a11y/noAutofocus: logging in is all that the page is for
          autoFocus
          aria-invalid={error !== null}
          aria-describedby="password-error"
          onChange={onTyped}
        />
        <Button variant="chip" className="login__show" onClick={() => setShown(!isShown)}>
          {isShown ? 'Hide' : 'Show'}
          <span className="visually-hidden"> password</span>
        </Button>
      </div>
      <p className="field__error login__error" id="password-error">
        {error}
      </p>
    </div>
  )
}

/** Appears when a second factor is on. Recovery codes contain letters, so there is no numeric keyboard. */
function CodeField({ ref, error, onTyped }: FieldProps) {
  return (
    <div className="field">
      <label className="field__label" htmlFor="code">
        Code
      </label>
      <input
        ref={ref}
        id="code"
        name="code"
        className="field__control"
        type="text"
        autoComplete="one-time-code"
        {...textProps}
        maxLength={40}
        // biome-ignore lint/a11y/noAutofocus: it appears in response to the password and is the next thing to fill in
        autoFocus
        aria-invalid={error !== null}
        aria-describedby="code-hint code-error"
        onChange={onTyped}
      />
      <p className="field__hint" id="code-hint">
        From your authenticator app. If you don’t have your phone, use a recovery code.
      </p>
      <p className="field__error login__error" id="code-error">
        {error}
      </p>
    </div>
  )
}
