import type { ActionDispatch } from 'react'
import { frequencies } from '../../../../admin-api/contract/vocabulary.ts'
import { formatPercent } from '../../../lib/format.ts'
import { frequencyNames } from '../frequency-names.ts'
import {
  type RecordFields,
  type RecordForm,
  type RecordFormAction,
  volatilityPercentOf
} from './record-form.ts'

type RecordFormFieldsProps = { form: RecordForm; dispatch: ActionDispatch<[RecordFormAction]> }

type NumberField = { name: keyof RecordFields; label: string; step: string; isRequired?: boolean }

const dividendStep = '0.0001'
const centStep = '0.01'

const estimate: NumberField = {
  name: 'estimated_dividend',
  label: 'Estimated Dividend',
  step: dividendStep,
  isRequired: true
}
const optional: readonly NumberField[] = [
  { name: 'actual_dividend', label: 'Actual Dividend', step: dividendStep },
  { name: 'current_price', label: 'Current Price', step: centStep },
  { name: 'average_dividend', label: 'Average Dividend', step: centStep }
]
const volatility: NumberField = { name: 'implied_volatility', label: 'Implied Volatility', step: centStep }

export function RecordFormFields({ form, dispatch }: RecordFormFieldsProps) {
  const { edited, fields } = form
  const bind = (name: keyof RecordFields) => ({
    name,
    value: fields[name],
    onChange: (event: { target: { value: string } }) =>
      dispatch({ type: 'typed', field: name, text: event.target.value })
  })
  const drawNumber = ({ name, label, step, isRequired = false }: NumberField, hintId?: string) => (
    <label key={name} className="field">
      <FieldLabel text={label} isRequired={isRequired} />
      <input
        {...bind(name)}
        className="field__control"
        type="number"
        inputMode="decimal"
        min="0"
        step={step}
        required={isRequired}
        aria-describedby={hintId}
      />
    </label>
  )

  return (
    <div className="record-form__fields">
      <label className="field">
        <FieldLabel text="Ticker" isRequired />
        <input
          {...bind('ticker')}
          className="field__control"
          maxLength={5}
          autoComplete="off"
          spellCheck={false}
          required
          readOnly={edited !== null}
        />
      </label>
      <label className="field">
        <FieldLabel text="Payment Date" isRequired />
        <input
          {...bind('payment_date')}
          className="field__control"
          type="date"
          min="2020-01-01"
          max="2099-12-31"
          required
        />
      </label>
      {drawNumber(estimate)}
      <label className="field">
        <FieldLabel text="Frequency" isRequired />
        <select {...bind('frequency')} className="field__control" required>
          {frequencies.map((one) => (
            <option key={one} value={one}>
              {frequencyNames[one]}
            </option>
          ))}
        </select>
      </label>
      {optional.map((field) => drawNumber(field))}
      <div className="record-form__volatility">
        {drawNumber(volatility, 'volatility-hint')}
        <p className="field__hint" id="volatility-hint">
          {readingOf(fields.implied_volatility)}
        </p>
      </div>
    </div>
  )
}

function FieldLabel({ text, isRequired }: { text: string; isRequired: boolean }) {
  return (
    <span className="field__label">
      {text}
      {isRequired && <span aria-hidden="true"> *</span>}
    </span>
  )
}

function readingOf(text: string): string {
  const percent = volatilityPercentOf(text)
  const rule = 'Over 5 it is percent and divided by 100.'
  return percent === null ? rule : `${rule} Read as ${formatPercent(percent)} a year.`
}
