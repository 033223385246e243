import { useState } from 'react'
import { type ManagedFamily, readFamilies, saveFamily } from '../../../admin-api/contract/admin-families.ts'
import { familyFrequencies, paymentSettings } from '../../../admin-api/contract/vocabulary.ts'
import { useAdminQuery } from '../../login/admin-query.ts'
import { useForm } from '../../login/use-form.ts'
import { Amount, Checkbox, Field, Select } from '../../ui/Field.tsx'
import { AdminForm } from '../AdminForm.tsx'

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

export function FamilyForm({ onDone }: { onDone: () => void }) {
  const { value } = useAdminQuery(readFamilies, {}, null)
  const [id, setId] = useState('')
  if (value === null) return <p>Loading families...</p>
  const names = value.families.map((family) => [family.id, `${family.name} (${family.funds})`] as const)
  return (
    <>
      <Select label="Family" options={[['', 'A new family'], ...names]} value={id} onValue={setId} />
      <Fields
        key={id}
        family={value.families.find((family) => family.id === id) ?? blank}
        rules={value.rules}
        onDone={onDone}
      />
    </>
  )
}

const settingNames = {
  rate: 'A rate set by the issuer',
  premium: 'Option income',
  siblings: 'Payments of sibling funds'
}
/** Expectation of each rule for the next payment. */
const ruleMeanings: Readonly<Record<string, string>> = {
  'middle-yield': 'The median of its last five yields: one odd week changes nothing.',
  'last-amount': 'The same dollars again: for issuers that repeat an amount for months.',
  'long-yield': 'The average of its last six yields: for monthly payers.',
  'implied-volatility':
    'The average of its last six yields, and more when the market’s options are expensive (VIX).',
  'month-volatility': 'More after two months of large price swings.',
  'look-through': 'What the funds it holds paid the week before: for funds of funds.',
  'return-regression': 'More after a week in which the fund rose, less after a fall.',
  'rally-regression': 'More after a week that gained several payments, otherwise the usual yield.',
  'half-rally': 'Half of the change that rally-regression expects.',
  'like-weeks': 'What similar funds paid after weeks like the last one.',
  'week-gain': 'A share of the gain of the week that sets the payment.'
}
const moveNames = { next: 'To the next session', previous: 'To the previous session', stay: 'Not at all' }

function optionsOf(moves: readonly (keyof typeof moveNames)[]) {
  return moves.map((move) => [move, moveNames[move]] as const)
}

type FieldsProps = { family: ManagedFamily; rules: readonly string[]; onDone: () => void }

function Fields({ family, rules, onDone }: FieldsProps) {
  const fixed = family.id === '' ? {} : { id: family.id }
  return (
    <AdminForm
      form={useForm(saveFamily, { fixed, doneTitle: 'Family Saved', onDone })}
      values={family}
      submit="Save Family"
      busyText="Estimating..."
      onCancel={onDone}
    >
      {family.id === '' && (
        <p className="muted text-s">
          Estimates of a new family start with a wide range, and say that few payments are known; both follow
          its payments from then on.
        </p>
      )}
      {family.id === '' && <Field name="id" label="Id, as in /family/neos" autoComplete="off" />}
      <Field name="name" label="Name" autoComplete="off" />
      <Field name="about" label="About its payments (shown to visitors)" autoComplete="off" />
      <div className="form-pair grid gap-3">
        <Select
          name="setting"
          label="Payments follow"
          hint="A set rate changes seldom, option income each time; funds of funds pass on what they receive."
          options={paymentSettings.map((setting) => [setting, settingNames[setting]])}
        />
        <Select
          name="frequency"
          label="Usually paid"
          hint="For funds without payments. A fund’s own payments decide as soon as there are two."
          options={familyFrequencies.map((frequency) => [frequency, frequency.replaceAll('-', ' ')])}
        />
      </div>
      <fieldset className="stack gap-1 text-s">
        <legend>Rules in addition to those for all funds (none is a safe start)</legend>
        {rules.map((rule) => (
          <Checkbox key={rule} name="rules" value={rule} defaultChecked={family.rules.includes(rule)}>
            {rule} <span className="muted">{ruleMeanings[rule]}</span>
          </Checkbox>
        ))}
      </fieldset>
      <div className="form-pair grid gap-3">
        <Amount
          name="pay_lag"
          label="Sessions from ex-date to pay date"
          hint="1: ex on Thursday, paid on Friday."
        />
        <Amount
          name="price_lag"
          label="Sessions from price day to ex-date"
          hint="The close that sets the amount. 2: that of the day before the announcement."
        />
        <Amount
          name="top_rate"
          label="Highest yearly rate (1 is 100%; empty: none)"
          hint="Only if the issuer never pays more, as YieldMax with 100%."
        />
      </div>
      <div className="form-pair grid gap-3">
        <Select
          name="ex_closed"
          label="Ex-date on a closed day moves"
          hint="For a Thursday payer on Thanksgiving: to Friday or to Wednesday."
          options={optionsOf(['next', 'previous'])}
        />
        <Select
          name="announcement_closed"
          label="After a closed weekday it moves"
          hint="If the day of the announcement is closed."
          options={optionsOf(['next', 'stay'])}
        />
      </div>
      <Select
        name="payment_slips"
        label="Before a closed Friday it moves"
        hint="If the pay date would slip into the next week."
        options={optionsOf(['previous', 'stay'])}
      />
      <Checkbox name="skips_bank_holidays" defaultChecked={family.skips_bank_holidays}>
        It also moves off bank holidays
      </Checkbox>
    </AdminForm>
  )
}
