import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { readCollection } from '../../../admin-api/contract/collection.ts'
import { completeDialogs } from '../../testing/dialogs.ts'
import { startFakeServer } from '../../testing/fake-server.ts'
import { Collection } from './Collection.tsx'

const group = { group: 'weekly-etfs', title: 'Weekly ETFs', tickers: ['QDTE', 'XDTE'] }
const outcome = {
  results: [{ ticker: 'QDTE', estimated_dividend: 0.31, held_back: 0 }],
  errors: [{ ticker: 'XDTE', message: 'No price.' }],
  no_estimate: [],
  stopped: null
}

test('the outcome of a collection stays until it is dismissed', async () => {
  const server = startFakeServer()
  completeDialogs()
  const schedule = { next_run: null, paused_until: null }
  server.always(readCollection.path, { groups: [group], running: [], is_live: true, schedule })
  render(<Collection />)
  await userEvent.click(await screen.findByRole('button', { name: 'Weekly ETFs' }))
  const release = server.hold(200, outcome)
  await userEvent.click(screen.getByRole('button', { name: 'Collect Weekly ETFs' }))
  expect(await screen.findByRole('button', { name: 'Processing...' })).toHaveAttribute(
    'aria-disabled',
    'true'
  )
  // All groups can't be collected beside one.
  expect(screen.getByRole('button', { name: 'All Groups' })).toHaveAttribute('aria-disabled', 'true')
  release()
  expect(await screen.findByText('Processed 1 ETF, 1 failed.')).toBeVisible()
  expect(screen.getByRole('button', { name: 'All Groups' })).toHaveAttribute('aria-disabled', 'false')
  await userEvent.click(screen.getByRole('button', { name: 'Dismiss the outcome of Weekly ETFs' }))
  await waitFor(() => expect(screen.queryByText('Processed 1 ETF, 1 failed.')).toBeNull())
})
