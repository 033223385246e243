import { useRef } from 'react'
import { changePassword, passwordLength } from '../../../admin-api/contract/accounts.ts'
import { callAdmin } from '../../login/admin-session.ts'
import { selectField, useSubmit } from '../../login/use-submit.ts'
import { Button } from '../../ui/Button.tsx'
import { Field, Input } from '../../ui/Field.tsx'
import { showToast } from '../../ui/toast.ts'
import { AdminSection } from '../AdminSection.tsx'

/** Changes the admin password, unless the environment sets it. */
export function Password({ isConfigured }: { isConfigured: boolean }) {
  return (
    <AdminSection titleId="password-title" title="Password" kicker="The first key" icon="key">
      {isConfigured ? (
        <p>ADMIN_PASSWORD sets the password. Change it there and restart the service.</p>
      ) : (
        <PasswordForm />
      )}
    </AdminSection>
  )
}

function PasswordForm() {
  const form = useRef<HTMLFormElement>(null)
  const current = useRef<HTMLInputElement>(null)
  const { isBusy, refusal, clear, onSubmit } = useSubmit(async (fields) => {
    const result = await callAdmin(changePassword, {
      password: String(fields.get('password')),
      new_password: String(fields.get('new_password'))
    })
    if (!result.ok) {
      selectField(current.current)
      return result.message
    }
    form.current?.reset()
    showToast({ kind: 'success', title: 'Password Changed', message: result.value.message })
    return null
  })

  return (
    <form ref={form} className="second-factor stack gap-3" noValidate onSubmit={onSubmit}>
      <Field id="current-password" label="Current password" hint={refusal} hasError isHintLive>
        <Input
          ref={current}
          name="password"
          type="password"
          autoComplete="current-password"
          aria-invalid={refusal !== null}
          onChange={clear}
        />
      </Field>
      <Field
        id="new-password"
        label="New password"
        hint={`At least ${passwordLength.least} characters. All other sessions are signed out.`}
      >
        <Input name="new_password" type="password" autoComplete="new-password" />
      </Field>
      <Button type="submit" variant="quiet" aria-disabled={isBusy}>
        {isBusy ? 'Changing...' : 'Change Password'}
      </Button>
    </form>
  )
}
