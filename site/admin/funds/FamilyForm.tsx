import { useState } from 'react'
import { type ManagedFamily, readFamilies, saveFamily } from '../../../admin-api/contract/admin-families.ts'
import { familyFrequencies, paymentSettings } from '../../../admin-api/contract/families.ts'
import { createAdminQuery, useAdminQuery } from '../../login/admin-query.ts'
import { callAdmin } from '../../login/admin-session.ts'
import { ChoiceField, InputField } from '../fields.tsx'
import { FundForm, type TextOf } from './FundForm.tsx'

const familiesQuery = createAdminQuery(readFamilies)

const blank: ManagedFamily = {
  id: '',
  name: '',
  setting: 'rate',
  rules: [],
  frequency: 'monthly',
  pay_lag: 1,
  price_lag: 2,
  ex_closed: 'previous',
  announcement_closed: 'stay',
  payment_slips: 'stay',
  skips_bank_holidays: false,
  top_rate: null,
  about: '',
  funds: 0
}

/** Changes a family or adds one. */
export function FamilyForm({ onDone }: { onDone: () => void }) {
  const { value, refetch } = useAdminQuery(familiesQuery, {}, null)
  const [id, setId] = useState('')
  if (value === null) return <p>Loading families...</p>
  const family = value.families.find((one) => one.id === id) ?? blank
  return (
    <>
      <ChoiceField
        label="Family"
        options={['', ...value.families.map((one) => one.id)]}
        nameOf={(one) => nameOf(value.families.find((known) => known.id === one))}
        value={id}
        onChange={({ currentTarget }) => setId(currentTarget.value)}
      />
      <Fields
        key={id}
        family={family}
        rules={value.rules}
        onDone={() => {
          void refetch()
          onDone()
        }}
      />
    </>
  )
}

function nameOf(family: ManagedFamily | undefined): string {
  return family === undefined ? 'A new family' : `${family.name} (${family.funds})`
}

const settingNames = {
  rate: 'A rate set by the issuer',
  premium: 'Option income',
  siblings: 'Payments of sibling funds'
}
const moveNames = { next: 'To the next session', previous: 'To the previous session', stay: 'Not at all' }

type FieldsProps = { family: ManagedFamily; rules: readonly string[]; onDone: () => void }

function Fields({ family, rules, onDone }: FieldsProps) {
  const call = (text: TextOf) =>
    callAdmin(saveFamily, {
      id: family.id === '' ? text('id') : family.id,
      name: text('name'),
      // The contract validates the choices.
      setting: text('setting') as ManagedFamily['setting'],
      rules: rules.filter((rule) => text(`rule ${rule}`) === 'on'),
      frequency: text('frequency') as ManagedFamily['frequency'],
      pay_lag: text('pay_lag'),
      price_lag: text('price_lag'),
      ex_closed: text('ex_closed') as ManagedFamily['ex_closed'],
      announcement_closed: text('announcement_closed') as ManagedFamily['announcement_closed'],
      payment_slips: text('payment_slips') as ManagedFamily['payment_slips'],
      skips_bank_holidays: text('skips_bank_holidays') === 'on',
      top_rate: text('top_rate') === '' ? null : Number(text('top_rate')),
      about: text('about')
    })
  return (
    <FundForm
      doneTitle="Family Saved"
      call={call}
      onDone={onDone}
      buttons={{ text: 'Save Family', busyText: 'Estimating...' }}
    >
      {family.id === '' && (
        <InputField label="Id, as in /family/neos" name="id" maxLength={40} autoComplete="off" />
      )}
      <InputField label="Name" name="name" defaultValue={family.name} maxLength={60} autoComplete="off" />
      <InputField
        label="About its payments (shown to visitors)"
        name="about"
        defaultValue={family.about}
        maxLength={600}
        autoComplete="off"
      />
      <div className="fund-form__pair grid gap-3">
        <ChoiceField
          name="setting"
          label="Payments follow"
          options={paymentSettings}
          nameOf={(one) => settingNames[one]}
          defaultValue={family.setting}
        />
        <ChoiceField
          name="frequency"
          label="Usually paid"
          options={familyFrequencies}
          nameOf={(one) => one.replaceAll('-', ' ')}
          defaultValue={family.frequency}
        />
      </div>
      <fieldset className="row gap-y-1 gap-x-4 text-s">
        <legend>Rules in addition to those for all funds</legend>
        {rules.map((rule) => (
          <label key={rule}>
            <input type="checkbox" name={`rule ${rule}`} defaultChecked={family.rules.includes(rule)} />{' '}
            {rule}
          </label>
        ))}
      </fieldset>
      <div className="fund-form__pair grid gap-3">
        <InputField
          label="Sessions from ex-date to pay date"
          name="pay_lag"
          inputMode="numeric"
          defaultValue={family.pay_lag}
        />
        <InputField
          label="Sessions from price day to ex-date"
          name="price_lag"
          inputMode="numeric"
          defaultValue={family.price_lag}
        />
        <InputField
          label="Highest yearly rate (1 is 100%; empty: none)"
          name="top_rate"
          inputMode="decimal"
          defaultValue={family.top_rate ?? ''}
        />
      </div>
      <div className="fund-form__pair grid gap-3">
        <MoveField
          name="ex_closed"
          label="Ex-date on a closed day moves"
          moves={['next', 'previous']}
          family={family}
        />
        <MoveField
          name="announcement_closed"
          label="After a closed weekday it moves"
          moves={['next', 'stay']}
          family={family}
        />
      </div>
      <MoveField
        name="payment_slips"
        label="Before a closed Friday it moves"
        moves={['previous', 'stay']}
        family={family}
      />
      <label>
        <input type="checkbox" name="skips_bank_holidays" defaultChecked={family.skips_bank_holidays} /> It
        also moves off bank holidays
      </label>
    </FundForm>
  )
}

type MoveFieldProps = {
  name: 'ex_closed' | 'announcement_closed' | 'payment_slips'
  label: string
  moves: readonly (keyof typeof moveNames)[]
  family: ManagedFamily
}

function MoveField({ name, label, moves, family }: MoveFieldProps) {
  return (
    <ChoiceField
      name={name}
      label={label}
      options={moves}
      nameOf={(one) => moveNames[one]}
      defaultValue={family[name]}
    />
  )
}
