import { useReducer } from 'react'
import type { HistoryRecord } from '../../../admin-api/contract/admin-history.ts'
import type { Confirm } from '../call-with-confirm.ts'
import { dayOf, emptyFields, fieldsOf, type RecordFields } from './record-fields.ts'

type RecordKey = Pick<HistoryRecord, 'ticker' | 'payment_date'>

/** The record that is being edited, as loaded; typing doesn't change its key. */
export type EditedRecord = RecordKey & Pick<HistoryRecord, 'collection_date' | 'estimate_origin'>

export type RecordForm = {
  isOpen: boolean
  /** null for a new record. */
  edited: EditedRecord | null
  fields: RecordFields
  /** Fields as they were when the form was opened. */
  initial: RecordFields
  isSubmitting: boolean
  /** The server's reason for refusing the last submission. */
  refusal: string | null
}

export type RecordFormAction =
  /** Opened for a new record; also after one was added. */
  | { type: 'opened'; today: string }
  | { type: 'typed'; field: keyof RecordFields; text: string }
  | { type: 'editing'; record: HistoryRecord; today: string }
  | { type: 'submitted' }
  | { type: 'refused'; message: string }
  | { type: 'closed'; today: string }

export function emptyForm(today: string): RecordForm {
  const fields = emptyFields(today)
  return { isOpen: false, edited: null, fields, initial: fields, isSubmitting: false, refusal: null }
}

export function recordFormReducer(form: RecordForm, action: RecordFormAction): RecordForm {
  switch (action.type) {
    case 'opened':
      return { ...emptyForm(action.today), isOpen: true }
    case 'typed': {
      // The pending submission would discard the change.
      if (form.isSubmitting) return form
      const text = action.field === 'ticker' ? action.text.trim().toUpperCase() : action.text
      return { ...form, fields: { ...form.fields, [action.field]: text } }
    }
    case 'editing': {
      if (form.isSubmitting) return form
      const { ticker, payment_date, collection_date, estimate_origin } = action.record
      const fields = fieldsOf(action.record, action.today)
      return {
        ...emptyForm(action.today),
        isOpen: true,
        edited: { ticker, payment_date, collection_date, estimate_origin },
        fields,
        initial: fields
      }
    }
    case 'submitted':
      return { ...form, isSubmitting: true, refusal: null }
    case 'refused':
      return { ...form, isSubmitting: false, refusal: action.message }
    case 'closed':
      return emptyForm(action.today)
  }
}

export function isSameRecord(a: RecordKey, b: RecordKey): boolean {
  return a.ticker === b.ticker && a.payment_date === b.payment_date
}

/** State of the form, which is closed at first. Opening another record asks before it discards unsaved input. */
export function useRecordForm(confirm: Confirm) {
  const [form, dispatch] = useReducer(recordFormReducer, dayOf(new Date()), emptyForm)

  async function replace(action: RecordFormAction) {
    if (form.isSubmitting) return
    if (hasUnsavedInput(form) && !(await confirm(confirmDiscard(form)))) return
    dispatch(action)
  }

  return {
    form,
    dispatch,
    openNew: async () => {
      if (!form.isOpen || form.edited !== null) await replace({ type: 'opened', today: dayOf(new Date()) })
    },
    edit: (record: HistoryRecord) => replace({ type: 'editing', record, today: dayOf(new Date()) })
  }
}

function hasUnsavedInput({ isOpen, fields, initial }: RecordForm): boolean {
  const names = Object.keys(initial) as (keyof RecordFields)[]
  return isOpen && names.some((name) => fields[name] !== initial[name])
}

function confirmDiscard({ edited }: RecordForm) {
  const what = edited === null ? 'The new record' : `What you changed in the record of ${edited.ticker}`
  return {
    title: 'Discard your changes?',
    message: `${what} isn’t saved. Another record will replace it in the form.`,
    confirmText: 'Discard'
  }
}
