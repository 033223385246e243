import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useReducer, useRef } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { HistoryRecord } from '../../../../../admin-api/contract/admin-history.ts'
import { $toast } from '../../../../stores/toast.ts'
import { completeDialogs } from '../../../../testing/dialogs.ts'
import { type FakeServer, startFakeServer } from '../../../../testing/fake-server.ts'
import { makeHistoryRecord } from '../../../../testing/make-history-record.ts'
import { useConfirm } from '../../../../ui/use-confirm.tsx'
import { RecordFormSheet } from './RecordFormSheet.tsx'
import { emptyForm, recordFormReducer } from './record-form.ts'

const today = '2026-06-01'
let server: FakeServer

beforeEach(() => {
  vi.setSystemTime(new Date(`${today}T12:00:00`))
  server = startFakeServer()
  completeDialogs()
  $toast.set(null)
  return () => vi.useRealTimers()
})

/** The form with its own state, as the ledger holds it; its button opens the record. */
function Ledger({ record }: { record: HistoryRecord }) {
  const [form, dispatch] = useReducer(recordFormReducer, today, emptyForm)
  const sheet = useRef<HTMLFormElement>(null)
  const [confirm, confirmDialog] = useConfirm()
  return (
    <>
      <button type="button" onClick={() => dispatch({ type: 'editing', record, today })}>
        Edit
      </button>
      <RecordFormSheet form={form} dispatch={dispatch} sheet={sheet} confirm={confirm} />
      {confirmDialog}
    </>
  )
}

function draw(record: HistoryRecord = makeHistoryRecord()) {
  render(<Ledger record={record} />)
}

function field(name: RegExp) {
  return screen.getByLabelText(name)
}

function button(name: RegExp) {
  return screen.getByRole('button', { name })
}

async function retype(name: RegExp, text: string) {
  await userEvent.clear(field(name))
  await userEvent.type(field(name), text)
}

test('a record can be added once it has a ticker, a payment date and an estimate', async () => {
  draw()
  expect(button(/Add Record/)).toBeDisabled()
  await userEvent.type(field(/Ticker/), 'abny')
  expect(field(/Ticker/)).toHaveValue('ABNY')
  expect(field(/Payment Date/)).toHaveValue(today)
  expect(button(/Add Record/)).toBeEnabled()
  await userEvent.clear(field(/Estimated Dividend/))
  expect(button(/Add Record/)).toBeDisabled()
  await userEvent.type(field(/Estimated Dividend/), '0.1234')
  await userEvent.clear(field(/Payment Date/))
  expect(button(/Add Record/)).toBeDisabled()
  expect(server.calls).toEqual([])
})

test('what was added is announced, and the form is empty for the next one', async () => {
  draw()
  await userEvent.type(field(/Ticker/), 'abny')
  await retype(/Estimated Dividend/, '0.1234')
  await userEvent.type(field(/Implied Volatility/), '42.5')
  expect(screen.getByText(/Read as 42\.50% a year\./)).toBeVisible()
  server.answer(201, { message: 'The record of ABNY was added.', record: makeHistoryRecord() })
  await userEvent.click(button(/Add Record/))

  await vi.waitFor(() => expect(field(/Ticker/)).toHaveValue(''))
  expect(server.calls).toEqual([
    {
      method: 'POST',
      path: '/api/admin/dividend-history',
      body: expect.objectContaining({
        ticker: 'ABNY',
        payment_date: today,
        estimated_dividend: 0.1234,
        implied_volatility: 42.5,
        actual_dividend: null
      })
    }
  ])
  expect($toast.get()).toMatchObject({ title: 'Record Added', message: 'The record of ABNY was added.' })
  expect(field(/Ticker/)).toHaveFocus()
  expect(field(/Estimated Dividend/)).toHaveValue(0)
})

test('a record that is opened fills the form, its ticker stays, and it is found by its old payment date', async () => {
  draw(makeHistoryRecord({ payment_date: '2026-05-29', actual_dividend: 0.1016, frequency: 'WEEKLY' }))
  await userEvent.click(button(/Edit/))
  expect(screen.getByRole('form')).toHaveAccessibleName('Edit ABNY paid 05/29/2026')
  expect(field(/Ticker/)).toHaveAttribute('readonly')
  expect(field(/Payment Date/)).toHaveValue('2026-05-29')
  expect(field(/Actual Dividend/)).toHaveValue(0.1016)
  expect(field(/Frequency/)).toHaveValue('WEEKLY')
  expect(field(/Implied Volatility/)).toHaveValue(32.15)
  expect(screen.getByText(/The estimate is the replayed one/)).toBeVisible()

  await retype(/Payment Date/, '2026-06-05')
  server.answer(200, { message: 'The record of ABNY was updated.', record: makeHistoryRecord() })
  await userEvent.click(button(/Update Record/))
  await vi.waitFor(() => expect(button(/Add Record/)).toBeVisible())
  expect(server.calls[0]).toMatchObject({
    method: 'PUT',
    body: { ticker: 'ABNY', payment_date: '2026-06-05', original_payment_date: '2026-05-29' }
  })
  expect($toast.get()?.title).toBe('Record Updated')
})

test('a refusal of the server is shown and keeps what was typed, and it can be sent again', async () => {
  const message = 'ABNY already has a record with the payment date 2026-06-01.'
  draw()
  await userEvent.type(field(/Ticker/), 'ABNY')
  await retype(/Estimated Dividend/, '0.25')
  server.answer(409, { message })
  await userEvent.click(button(/Add Record/))
  expect(await screen.findByRole('alert')).toHaveTextContent(message)
  expect($toast.get()).toMatchObject({ title: 'Add Failed', message })
  expect(field(/Ticker/)).toHaveValue('ABNY')
  expect(field(/Estimated Dividend/)).toHaveValue(0.25)

  const release = server.hold(201, { message: 'Added.', record: makeHistoryRecord() })
  await userEvent.click(button(/Add Record/))
  expect(screen.queryByRole('alert')).toBeNull()
  expect(button(/Saving/)).toHaveAttribute('aria-disabled', 'true')
  // What is on its way can neither be changed nor sent twice.
  await userEvent.type(field(/Ticker/), 'X')
  await userEvent.click(button(/Saving/))
  expect(field(/Ticker/)).toHaveValue('ABNY')
  expect(server.calls).toHaveLength(2)
  release()
  await vi.waitFor(() => expect(field(/Ticker/)).toHaveValue(''))
})

test('called off, an edit leaves an empty form and the focus at its beginning', async () => {
  draw()
  await userEvent.click(button(/Edit/))
  await userEvent.click(button(/Cancel/))
  expect(field(/Ticker/)).toHaveValue('')
  expect(field(/Ticker/)).toHaveFocus()
  expect(server.calls).toEqual([])
})

/** Sends ten times the usual, which the server asks about; answers the dialog with its question. */
async function sendUnusual() {
  const message =
    'The payment of ABNY with ex-date 2026-05-29, $1.0160, is 10 times its usual payment of $0.1016. Is that right?'
  draw()
  await userEvent.type(field(/Ticker/), 'ABNY')
  await retype(/Actual Dividend/, '1.016')
  server.answer(422, { message })
  await userEvent.click(button(/Add Record/))
  const dialog = await screen.findByRole('alertdialog', { name: 'Is this amount right?' })
  expect(dialog).toHaveTextContent(message)
  return within(dialog)
}

test('an unusual amount is asked about, and sent again once it is confirmed', async () => {
  const dialog = await sendUnusual()
  server.answer(201, { message: 'The record of ABNY was added.', record: makeHistoryRecord() })
  await userEvent.click(dialog.getByRole('button', { name: 'Yes, It Is Right' }))
  await vi.waitFor(() => expect(field(/Ticker/)).toHaveValue(''))
  const [first, second] = server.calls
  expect(first?.body).toMatchObject({ actual_dividend: 1.016, confirm_unusual: false })
  expect(second).toEqual({ ...first, body: { ...Object(first?.body), confirm_unusual: true } })
  expect($toast.get()?.title).toBe('Record Added')
})

test('an unusual amount that is not right is not sent again, and can be corrected', async () => {
  const dialog = await sendUnusual()
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('Nothing was saved. Please correct the amount.')
  expect(server.calls).toHaveLength(1)
  expect(field(/Actual Dividend/)).toHaveValue(1.016)
  await retype(/Actual Dividend/, '0.1016')
  expect(button(/Add Record/)).toBeEnabled()
})
