import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import type { ManualEntry } from '../../../admin-api/contract/manual-entries.ts'
import { completeDialogs } from '../../testing/dialogs.ts'
import { type FakeServer, startFakeServer } from '../../testing/fake-server.ts'
import { $toast } from '../../ui/toast.ts'
import { EntryList } from './EntryList.tsx'

const quarantined: ManualEntry = {
  id: 2,
  ticker: 'TSLY',
  kind: 'payment',
  collection_date: '2026-06-01',
  payment_date: '2026-06-05',
  ex_date: '2026-06-04',
  estimated_dividend: null,
  actual_dividend: 2.667,
  current_price: null,
  implied_volatility: null,
  three_month_average: null,
  frequency: 'WEEKLY',
  status: 'pending',
  is_stored: false,
  reason: 'It is 10 times the usual payment.',
  evidence: {
    recent: [
      { ex_date: '2026-05-28', amount: 0.2812 },
      { ex_date: '2026-05-21', amount: 0.2704 }
    ],
    estimate: 0.275,
    suggested_amount: 0.2667
  }
}
let server: FakeServer

beforeEach(() => {
  server = startFakeServer()
  completeDialogs()
  $toast.set(null)
  render(<EntryList label="quarantined payments" entries={[quarantined]} all={[quarantined]} empty="None." />)
})

const button = (name: RegExp) => screen.getByRole('button', { name })

test('a quarantined payment shows the payments before it, the estimate, and the amount that was probably meant', async () => {
  expect(screen.getByText(/^Last payments:/)).toHaveTextContent(
    'Last payments: $0.2812 (05/28/2026), $0.2704 (05/21/2026). Our estimate: $0.2750.'
  )
  await userEvent.click(button(/^Use \$0\.2667/))
  const dialog = within(screen.getByRole('dialog', { name: 'Approve TSLY payment' }))
  expect(dialog.getByLabelText('Amount per share in dollars')).toHaveValue(0.2667)
  server.answer(200, { message: 'Approved.', payment_date: '2026-06-05' })
  await userEvent.click(dialog.getByRole('button', { name: 'Approve Payment' }))
  await expect.poll(() => $toast.get()?.title).toBe('Entry Approved')
  expect(server.calls[0]?.body).toMatchObject({ amount: 0.2667 })
})

test('canceling the question about an unusual amount saves nothing and reports no failure', async () => {
  await userEvent.click(button(/^Approve TSLY/))
  const dialog = within(screen.getByRole('dialog', { name: 'Approve TSLY payment' }))
  server.answer(422, { message: 'Ten times?', code: 'unusual-amount' })
  await userEvent.click(dialog.getByRole('button', { name: 'Approve Payment' }))
  const question = await screen.findByRole('alertdialog', { name: 'Is this amount right?' })
  await userEvent.click(within(question).getByRole('button', { name: 'Cancel' }))
  expect(await dialog.findByRole('alert')).toHaveTextContent(
    'Nothing was saved. Correct the form, or cancel.'
  )
  expect(dialog.getByLabelText('Amount per share in dollars')).toHaveValue(2.667)
  expect($toast.get()).toBeNull()
  expect(server.calls).toHaveLength(1)

  // The same form can be sent again.
  server.answer(200, { message: 'Approved.', payment_date: '2026-06-05' })
  await userEvent.click(dialog.getByRole('button', { name: 'Approve Payment' }))
  await expect.poll(() => $toast.get()?.title).toBe('Entry Approved')
})

test('an empty amount is not the reported one', async () => {
  await userEvent.click(button(/^Approve TSLY/))
  const amount = screen.getByLabelText('Amount per share in dollars')
  await userEvent.clear(amount)
  await userEvent.click(button(/^Approve Payment/))
  expect(amount).toHaveAccessibleDescription('Amount per share in dollars required')
  expect(server.calls).toEqual([])
})
