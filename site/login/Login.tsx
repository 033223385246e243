import { useEffect, useState } from 'react'
import { logIn } from '../../admin-api/contract/accounts.ts'
import { callEndpoint } from '../lib/call-endpoint.ts'
import { Button, ButtonLink } from '../ui/Button.tsx'
import { CrashGuard } from '../ui/CrashGuard.tsx'
import { Field, Input } from '../ui/Field.tsx'
import { Form, SubmitButton } from '../ui/Form.tsx'
import { failureTexts, showToast } from '../ui/toast.ts'
import { setAdminFlag, showCarriedNotice } from './admin-session.ts'
import { useForm } from './use-form.ts'
import './login.css'

const textProps = {
  autoCapitalize: 'none',
  autoCorrect: 'off',
  spellCheck: false,
  enterKeyHint: 'go'
} as const

const invalid = 'Invalid credentials'

/** The login form. `method="post"` keeps the password out of the address in a browser that can't load the scripts. */
export function Login() {
  const [isCodeNeeded, setCodeNeeded] = useState(false)
  const [isShown, setShown] = useState(false)
  const form = useForm(logIn, {
    // The code is optional in the contract.
    read: (textOf) => (isCodeNeeded ? { code: textOf('code').trim() } : {}),
    call: async (input) => {
      const result = await callEndpoint(logIn, input)
      if (result.ok) {
        setAdminFlag()
        window.location.assign('/admin')
        // Busy until the next page replaces this one.
        return new Promise<never>(() => {})
      }
      if (result.code === 'code-needed') setCodeNeeded(true)
      // A server that can't be reached has not judged the password.
      const { message } = result
      const texts = result.status === 0 ? { message } : failureTexts(result, invalid)
      if (result.code !== 'code-needed' || isCodeNeeded)
        showToast({ kind: 'error', title: 'Login Failed', ...texts })
      return { ...result, message: result.status === 401 ? texts.message : message }
    },
    fieldOf: ({ code }) => (code !== 'code-needed' ? 'password' : isCodeNeeded ? 'code' : null),
    onDone: () => {}
  })
  useEffect(showCarriedNotice, [])

  return (
    <CrashGuard>
      <Form
        form={form}
        className="stack gap-2"
        method="post"
        actions={
          <div className="line to-end gap-2">
            <ButtonLink variant="quiet" href="/">
              Cancel
            </ButtonLink>
            <SubmitButton busyText="Logging in...">Login</SubmitButton>
          </div>
        }
      >
        {/* Hidden: password managers store a password under a user name. */}
        <input type="text" name="username" autoComplete="username" defaultValue="captain" hidden readOnly />
        {/* The empty hint reserves a line for an error. */}
        <Field id="password" name="password" label="Password" hint="" className="login__field">
          <div className="field__box">
            <Input
              type={isShown ? 'text' : 'password'}
              autoComplete="current-password"
              {...textProps}
              autoFocus
            />
            <Button variant="chip" className="login__show" onClick={() => setShown(!isShown)}>
              {isShown ? 'Hide' : 'Show'}
              <span className="visually-hidden"> password</span>
            </Button>
          </div>
        </Field>
        {isCodeNeeded && (
          <Field
            id="code"
            name="code"
            label="Code"
            // Recovery codes contain letters, so there is no numeric keyboard.
            hint="From your authenticator app. If you don’t have your phone, use a recovery code."
            autoComplete="one-time-code"
            {...textProps}
            autoFocus
          />
        )}
      </Form>
    </CrashGuard>
  )
}
