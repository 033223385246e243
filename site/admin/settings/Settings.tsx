import './settings.css'
import { useRef } from 'react'
import { changePassword, passwordLength } from '../../../admin-api/contract/accounts.ts'
import { readMailingList, saveMailingList } from '../../../admin-api/contract/mailing-list.ts'
import {
  type OptionalSetting,
  optionalSettings,
  readOperator,
  readSettings,
  saveOperator
} from '../../../admin-api/contract/system.ts'
import { useAdminQuery } from '../../login/admin-query.ts'
import { useForm } from '../../login/use-form.ts'
import { Field } from '../../ui/Field.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { AdminForm } from '../AdminForm.tsx'
import { AdminSection } from '../AdminSection.tsx'
import { Backups } from './Backups.tsx'
import { SecondFactor } from './SecondFactor.tsx'
import { Sources } from './Sources.tsx'
import { Witnesses } from './Witnesses.tsx'

const refreshEveryMs = 60_000

const purposes: Record<OptionalSetting, string> = {
  ADMIN_PASSWORD: 'Sets the admin password at every start.',
  ALERT_URL: 'Reports outages to a webhook.',
  BACKUP_COMMAND: 'Copies each backup to another machine.',
  ANCHOR_COMMAND: 'Passes each day’s signed root to a witness.',
  DRILL_COMMAND: 'Fetches a copy each week, which is restored for trial.',
  METRICS_TOKEN: 'Opens /metrics to other machines.',
  SITE_URL: 'Public address of the site, in links, feeds and images.',
  TRUST_PROXY: 'Reads visitors’ IP addresses from a reverse proxy’s headers.',
  DATABASE_URL: 'Stores data in PostgreSQL instead of a SQLite file.'
}

/** The operator's sign-in, backups, and settings from the environment. */
export function Settings() {
  const query = useAdminQuery(readSettings, {}, refreshEveryMs)
  const { value } = query
  const isSet = (name: OptionalSetting) =>
    value?.settings.some((setting) => setting.name === name && setting.is_set) ?? false
  return (
    <>
      <div className="admin__pair grid">
        <SecondFactor />
        <Password isConfigured={isSet('ADMIN_PASSWORD')} />
      </div>
      <Sources />
      <Witnesses />
      <OperatorForm />
      <MailingListForm />
      <Backups query={query} />
      <AdminSection titleId="environment-title" title="Environment">
        <dl className="fill-20 grid gap-y-3 gap-x-5 text-s">
          {optionalSettings.map((name) => (
            <div key={name}>
              <dt className="row items-center gap-2">
                <code>{name}</code>{' '}
                {value !== null && (
                  <StatusBadge tone={isSet(name) ? 'good' : 'neutral'}>
                    {isSet(name) ? 'set' : 'not set'}
                  </StatusBadge>
                )}
              </dt>
              <dd className="muted">{purposes[name]}</dd>
            </div>
          ))}
        </dl>
        {value !== null && <p className="above-3 tabular muted text-xs">Doubloon {value.version}</p>}
      </AdminSection>
    </>
  )
}

/** Changes the admin password, unless the environment sets it. */
function Password({ isConfigured }: { isConfigured: boolean }) {
  return (
    <AdminSection titleId="password-title" title="Password">
      {isConfigured ? (
        <p>ADMIN_PASSWORD sets the password. Change it there and restart the service.</p>
      ) : (
        <PasswordForm />
      )}
    </AdminSection>
  )
}

function PasswordForm() {
  const box = useRef<HTMLFormElement>(null)
  const form = useForm(changePassword, {
    fieldOf: () => 'password',
    doneTitle: 'Password Changed',
    onDone: () => box.current?.reset()
  })
  return (
    <AdminForm ref={box} form={form} className="narrow" submit="Change Password" busyText="Changing...">
      <Field name="password" label="Current password" type="password" autoComplete="current-password" />
      <Field
        name="new_password"
        label="New password"
        hint={`At least ${passwordLength.least} characters. All other sessions are signed out.`}
        type="password"
        autoComplete="new-password"
      />
    </AdminForm>
  )
}

const labels = {
  name: 'Operator: a person or company',
  place: 'Address or country',
  holdings: 'What you hold in covered funds',
  funding: 'How the site is paid for, besides SUPPORT_URL'
} as const

/** What visitors read about the operator on About and in the Privacy Policy. */
function OperatorForm() {
  const query = useAdminQuery(readOperator, {}, null)
  const form = useForm(saveOperator, { doneTitle: 'Operator Saved', onDone: () => void query.refetch() })
  const { value } = query
  return (
    <AdminSection titleId="operator-title" title="Who runs this site" query={query} waiting="Loading...">
      <p className="muted text-s below-3">Shown to visitors. An empty field reads “not stated”.</p>
      {value !== null && (
        <AdminForm form={form} values={value} className="narrow" submit="Save Operator" busyText="Saving...">
          {(['name', 'place', 'holdings', 'funding'] as const).map((name) => (
            <Field key={name} name={name} label={labels[name]} autoComplete="off" />
          ))}
        </AdminForm>
      )}
    </AdminSection>
  )
}

/** A mailing list at an external service, offered on the blog. */
function MailingListForm() {
  const query = useAdminQuery(readMailingList, {}, null)
  const form = useForm(saveMailingList, {
    doneTitle: 'Mailing List Saved',
    onDone: () => void query.refetch()
  })
  const { value } = query
  return (
    <AdminSection titleId="mailing-list-title" title="Mailing list" query={query} waiting="Loading...">
      <p className="muted text-s below-3">
        Offered on the blog if you have one elsewhere. The Privacy Policy says that the service receives the
        address.
      </p>
      {value !== null && (
        <AdminForm
          form={form}
          values={value}
          className="narrow"
          submit="Save Mailing List"
          busyText="Saving..."
        >
          <Field
            name="url"
            label="Address of its form"
            hint="Begins with https://. Empty: no mailing list."
            type="url"
            autoComplete="off"
          />
          <Field
            name="field"
            label="Name of the form’s e-mail field"
            hint="Such as email. Empty: visitors get a link to the address instead of a form."
            autoComplete="off"
          />
        </AdminForm>
      )}
    </AdminSection>
  )
}
