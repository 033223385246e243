import { type ActionDispatch, type FormEvent, useEffect, useRef } from 'react'
import { addHistoryRecord, updateHistoryRecord } from '../../../../admin-api/contract/admin-history.ts'
import { formatSlashedDay } from '../../../lib/format.ts'
import { showFailure } from '../../../login/admin-session.ts'
import { showToast } from '../../../ui/toast.ts'
import { type Confirm, callAsking } from '../../call-asking.ts'
import { RecordFormFields } from './RecordFormFields.tsx'
import { dayOf } from './record-day.ts'
import {
  type EditedRecord,
  isComplete,
  type RecordForm,
  type RecordFormAction,
  toRecord
} from './record-form.ts'

type RecordFormSheetProps = {
  form: RecordForm
  dispatch: ActionDispatch<[RecordFormAction]>
  /** Asks whether an unusual amount, or a day in the past, is right. */
  confirm: Confirm
  /** The focus has to go elsewhere. */
  onClose: () => void
}

/** Writes a new record, or changes the one that was opened. */
export function RecordFormSheet({ form, dispatch, confirm, onClose }: RecordFormSheetProps) {
  const { edited, fields, isSubmitting, refusal } = form
  const act = edited === null ? 'Add' : 'Update'

  const sheet = useRef<HTMLFormElement>(null)

  // Opening leads the eye and the focus here.
  useEffect(() => {
    if (edited === null) focusOnTicker(sheet.current)
    else sheet.current?.focus()
  }, [edited])

  function close() {
    dispatch({ type: 'closed', today: dayOf(new Date()) })
    onClose()
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isSubmitting || !isComplete(fields)) return
    dispatch({ type: 'submitted' })
    const record = toRecord(form, dayOf(new Date()))
    const result =
      edited === null
        ? await callAsking(addHistoryRecord, record, confirm)
        : await callAsking(
            updateHistoryRecord,
            { ...record, original_payment_date: edited.payment_date },
            confirm
          )
    if (result === null)
      return dispatch({ type: 'refused', message: 'Nothing was saved. Please correct the record.' })
    if (!result.ok) {
      dispatch({ type: 'refused', message: result.message })
      return showFailure(`${act} Failed`, result, `Failed to ${act.toLowerCase()} record`)
    }
    showToast({
      kind: 'success',
      title: edited === null ? 'Record Added' : 'Record Updated',
      message: result.value.message
    })
    if (edited !== null) return close()
    dispatch({ type: 'opened', today: dayOf(new Date()) })
    focusOnTicker(sheet.current)
  }

  return (
    <form
      ref={sheet}
      className={edited === null ? 'record-form' : 'record-form record-form--editing'}
      aria-labelledby="record-form-title"
      tabIndex={-1}
      noValidate
      onSubmit={submit}
    >
      <h3 className="record-form__title" id="record-form-title">
        {edited === null ? (
          'Add a new record'
        ) : (
          <>
            Edit {edited.ticker}{' '}
            <span className="record-form__day">paid {formatSlashedDay(edited.payment_date)}</span>
          </>
        )}
      </h3>
      <p className="record-form__note">
        Fields with * must be filled in.{edited !== null && originNote(edited)}
      </p>
      <RecordFormFields form={form} dispatch={dispatch} />
      {refusal !== null && (
        <p className="field__error" role="alert">
          {refusal}
        </p>
      )}
      <div className="record-form__acts">
        <button
          type="submit"
          className="button"
          disabled={!isComplete(fields)}
          aria-disabled={isSubmitting || undefined}
        >
          {isSubmitting ? 'Saving...' : `${act} Record`}
        </button>
        <button type="button" className="button button--quiet" onClick={close}>
          Cancel
        </button>
      </div>
    </form>
  )
}

function focusOnTicker(sheet: HTMLFormElement | null): void {
  const control = sheet?.elements.namedItem('ticker')
  if (control instanceof HTMLElement) control.focus()
}

/** Sent back as it is, an estimate of the frozen record stays that; the server sees to it. */
function originNote({ estimate_origin }: EditedRecord): string {
  if (estimate_origin === null || estimate_origin === 'operator') return ''
  return ` The estimate is the ${estimate_origin} one; changed, it counts as the operator's.`
}
