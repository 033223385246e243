import { type ActionDispatch, useReducer } from 'react'
import type { HistoryRecord } from '../../../../admin-api/contract/admin-history.ts'
import type { Confirm } from '../../call-asking.ts'
import { dayOf } from './record-day.ts'
import {
  emptyForm,
  isHalfWritten,
  type RecordForm,
  type RecordFormAction,
  recordFormReducer
} from './record-form.ts'

type RecordFormState = {
  form: RecordForm
  dispatch: ActionDispatch<[RecordFormAction]>
  openNew: () => Promise<void>
  edit: (record: HistoryRecord) => Promise<void>
}

/** The form of the ledger, closed at first. What is half written in it gives way to another record only when asked. */
export function useRecordForm(confirm: Confirm): RecordFormState {
  const [form, dispatch] = useReducer(recordFormReducer, dayOf(new Date()), emptyForm)

  async function replace(action: RecordFormAction) {
    if (form.isSubmitting) return
    if (isHalfWritten(form) && !(await confirm(askToDiscard(form)))) return
    dispatch(action)
  }

  return {
    form,
    dispatch,
    openNew: async () => {
      if (!form.isOpen || form.edited !== null) await replace({ type: 'opened', today: dayOf(new Date()) })
    },
    edit: (record) => replace({ type: 'editing', record, today: dayOf(new Date()) })
  }
}

function askToDiscard({ edited }: RecordForm) {
  const what = edited === null ? 'The new record' : `What you changed in the record of ${edited.ticker}`
  return {
    title: 'Discard what you typed?',
    message: `${what} has not been saved. Another record takes its place in the form.`,
    confirmText: 'Discard'
  }
}
