import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useRef } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { HistoryRecord } from '../../../admin-api/contract/admin-history.ts'
import { completeDialogs } from '../../testing/dialogs.ts'
import { type FakeServer, startFakeServer } from '../../testing/fake-server.ts'
import { makeHistoryRecord } from '../../testing/make-history-record.ts'
import { $toast } from '../../ui/toast.ts'
import { useConfirm } from '../../ui/use-confirm.tsx'
import { RecordFormSheet, useRecordForm } from './RecordFormSheet.tsx'

const today = '2026-06-01'
let server: FakeServer

beforeEach(() => {
  vi.setSystemTime(new Date(`${today}T12:00:00`))
  server = startFakeServer()
  completeDialogs()
  $toast.set(null)
  return () => vi.useRealTimers()
})

/** The form with its buttons, as in the history section. */
function FormHarness({ record }: { record: HistoryRecord }) {
  const [confirm, confirmDialog] = useConfirm()
  const { opened, sheet, open, close } = useRecordForm(confirm)
  const opener = useRef<HTMLButtonElement>(null)
  return (
    <>
      <button ref={opener} type="button" onClick={() => void open(null)}>
        New Record
      </button>
      <button type="button" onClick={() => void open(record)}>
        Edit
      </button>
      {opened !== null && (
        <RecordFormSheet
          key={opened.number}
          record={opened.record}
          sheet={sheet}
          confirm={confirm}
          onClose={() => {
            close()
            opener.current?.focus()
          }}
        />
      )}
      {confirmDialog}
    </>
  )
}

async function open({ record = makeHistoryRecord(), isOpen = true } = {}) {
  render(<FormHarness record={record} />)
  if (isOpen) await userEvent.click(button(/New Record/))
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
  await open()
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

test('adding a record shows a toast and clears the form for the next one', async () => {
  await open()
  await userEvent.type(field(/Ticker/), 'abny')
  await retype(/Estimated Dividend/, '0.1234')
  await userEvent.type(field(/Implied Volatility/), '42.5')
  expect(screen.getByText(/Read as 42\.50% a year\./)).toBeVisible()
  server.answer(201, { message: 'The record of ABNY was added.', record: makeHistoryRecord() })
  await userEvent.click(button(/Add Record/))

  await waitFor(() => expect(field(/Ticker/)).toHaveValue(''))
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

test('an opened record fills the form, keeps its ticker, and is updated by its old payment date', async () => {
  const record = { payment_date: '2026-05-29', actual_dividend: 0.1016, frequency: 'WEEKLY' } as const
  await open({ record: makeHistoryRecord(record), isOpen: false })
  await userEvent.click(button(/Edit/))
  expect(screen.getByRole('form')).toHaveAccessibleName('Edit ABNY paid 05/29/2026')
  expect(field(/Ticker/)).toHaveAttribute('readonly')
  expect(field(/Payment Date/)).toHaveValue('2026-05-29')
  expect(field(/Actual Dividend/)).toHaveValue(0.1016)
  expect(field(/Frequency/)).toHaveValue('WEEKLY')
  expect(field(/Implied Volatility/)).toHaveValue(32.15)
  expect(screen.getByText(/The estimate is the backtested one/)).toBeVisible()

  await retype(/Payment Date/, '2026-06-05')
  server.answer(200, { message: 'The record of ABNY was updated.', record: makeHistoryRecord() })
  await userEvent.click(button(/Update Record/))
  await waitFor(() => expect(screen.queryByRole('form')).toBeNull())
  expect(button(/New Record/)).toHaveFocus()
  expect(server.calls[0]).toMatchObject({
    method: 'PUT',
    body: { ticker: 'ABNY', payment_date: '2026-06-05', original_payment_date: '2026-05-29' }
  })
  expect($toast.get()?.title).toBe('Record Updated')
})

test('a rejection is shown, keeps the input, and can be retried', async () => {
  const refusal = (day: string) => `ABNY already has a record with the payment date ${day}.`
  const message = refusal('June 1, 2026')
  await open()
  await userEvent.type(field(/Ticker/), 'ABNY')
  await retype(/Estimated Dividend/, '0.25')
  server.answer(409, { message: refusal('June 1, 2026') })
  await userEvent.click(button(/Add Record/))
  expect(await screen.findByRole('alert')).toHaveTextContent(message)
  expect(field(/Ticker/)).toHaveValue('ABNY')
  expect(field(/Estimated Dividend/)).toHaveValue(0.25)

  const release = server.hold(201, { message: 'Added.', record: makeHistoryRecord() })
  await userEvent.click(button(/Add Record/))
  expect(screen.queryByRole('alert')).toBeNull()
  expect(button(/Saving/)).toHaveAttribute('aria-disabled', 'true')
  // A pending record can neither be changed nor sent twice.
  expect(field(/Ticker/).closest('[inert]')).not.toBeNull()
  await userEvent.click(button(/Saving/))
  expect(field(/Ticker/)).toHaveValue('ABNY')
  expect(server.calls).toHaveLength(2)
  release()
  await waitFor(() => expect(field(/Ticker/)).toHaveValue(''))
})

test('the form opens on demand, and canceling closes it and returns the focus', async () => {
  await open({ isOpen: false })
  expect(screen.queryByRole('form')).toBeNull()
  await userEvent.click(button(/New Record/))
  expect(field(/Ticker/)).toHaveFocus()
  await userEvent.click(button(/Cancel/))
  expect(screen.queryByRole('form')).toBeNull()
  expect(button(/New Record/)).toHaveFocus()
  expect(server.calls).toEqual([])
})

test('unsaved input is replaced by another record only after a confirmation', async () => {
  await open()
  await userEvent.type(field(/Ticker/), 'MSTY')
  await userEvent.click(button(/Edit/))
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Discard your changes?' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
  expect(field(/Ticker/)).toHaveValue('MSTY')
  await userEvent.click(button(/Edit/))
  await userEvent.click(await screen.findByRole('button', { name: 'Discard' }))
  await waitFor(() => expect(field(/Ticker/)).toHaveValue('ABNY'))
})

test('an unchanged record in the form is replaced without a confirmation', async () => {
  await open()
  await userEvent.click(button(/Edit/))
  await userEvent.click(button(/New Record/))
  await waitFor(() => expect(field(/Ticker/)).toHaveValue(''))
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

test('a past day requires a confirmation, and one record may require two', async () => {
  const past = (payDay: string) =>
    `ABNY is expected to pay on ${payDay}, which is in the past. Is that right?`
  await open()
  await userEvent.type(field(/Ticker/), 'ABNY')
  await retype(/Estimated Dividend/, '9')
  server.answer(422, { message: past('June 5, 2025'), code: 'past-day' })
  server.answer(422, { message: 'Ten times?', code: 'unusual-amount' })
  server.answer(201, { message: 'The record of ABNY was added.', record: makeHistoryRecord() })
  await userEvent.click(button(/Add Record/))
  const day = await screen.findByRole('alertdialog', { name: 'Is this day right?' })
  expect(day).toHaveTextContent(past('June 5, 2025'))
  await userEvent.click(within(day).getByRole('button', { name: 'Yes, It Is Right' }))
  const amount = await screen.findByRole('alertdialog', { name: 'Is this amount right?' })
  await userEvent.click(within(amount).getByRole('button', { name: 'Yes, It Is Right' }))
  await waitFor(() => expect(field(/Ticker/)).toHaveValue(''))
  expect(server.calls.map(({ body }) => body)).toMatchObject([
    { confirm_past: false, confirm_unusual: false },
    { confirm_past: true, confirm_unusual: false },
    { confirm_past: true, confirm_unusual: true }
  ])
})

/** Sends ten times the usual amount, for which the server requires a confirmation; returns the dialog. */
async function sendUnusual() {
  const message = (exDate: string) =>
    `The payment of ABNY with ex-date ${exDate}, $1.0160, is 10 times its usual payment of $0.1016. Is that right?`
  await open()
  await userEvent.type(field(/Ticker/), 'ABNY')
  await retype(/Actual Dividend/, '1.016')
  server.answer(422, { message: message('May 29, 2026'), code: 'unusual-amount' })
  await userEvent.click(button(/Add Record/))
  const dialog = await screen.findByRole('alertdialog', { name: 'Is this amount right?' })
  expect(dialog).toHaveTextContent(message('May 29, 2026'))
  return within(dialog)
}

test('an unusual amount requires a confirmation, after which it is sent again', async () => {
  const dialog = await sendUnusual()
  server.answer(201, { message: 'The record of ABNY was added.', record: makeHistoryRecord() })
  await userEvent.click(dialog.getByRole('button', { name: 'Yes, It Is Right' }))
  await waitFor(() => expect(field(/Ticker/)).toHaveValue(''))
  const [first, second] = server.calls
  expect(first?.body).toMatchObject({ actual_dividend: 1.016, confirm_unusual: false })
  expect(second).toEqual({ ...first, body: { ...Object(first?.body), confirm_unusual: true } })
  expect($toast.get()?.title).toBe('Record Added')
})

test('an unusual amount that is not confirmed is not sent again and can be corrected', async () => {
  const dialog = await sendUnusual()
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('Nothing was saved. Correct the form')
  expect(server.calls).toHaveLength(1)
  expect(field(/Actual Dividend/)).toHaveValue(1.016)
  await retype(/Actual Dividend/, '0.1016')
  expect(button(/Add Record/)).toBeEnabled()
})
