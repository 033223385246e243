import { cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { readTopAccuracy } from '../../admin-api/contract/admin-history.ts'
import { readCollection } from '../../admin-api/contract/collection.ts'
import type { ManualEntry } from '../../admin-api/contract/manual-entries.ts'
import { readSearchMetrics } from '../../admin-api/contract/search-metrics.ts'
import { readSources } from '../../admin-api/contract/sources.ts'
import { readConnections } from '../../admin-api/contract/system.ts'
import { completeDialogs } from '../testing/dialogs.ts'
import { type FakeServer, startFakeServer } from '../testing/fake-server.ts'
import { makeHistoryRecord } from '../testing/make-history-record.ts'
import { $toast } from '../ui/toast.ts'
import { Collection } from './collection/Collection.tsx'
import { RecordFormSheet } from './history/RecordFormSheet.tsx'
import { Overview } from './overview/Overview.tsx'
import { EntryList } from './review/EntryList.tsx'

const entry: ManualEntry = {
  id: 2,
  ticker: 'TSLY',
  kind: 'estimate',
  collection_date: '2026-06-01',
  payment_date: '2026-06-05',
  ex_date: null,
  estimated_dividend: 0.275,
  actual_dividend: null,
  current_price: null,
  implied_volatility: null,
  three_month_average: null,
  frequency: 'WEEKLY',
  status: 'pending',
  is_stored: false,
  reason: null
}

let server: FakeServer
let refuse: () => void

beforeEach(() => {
  completeDialogs()
  $toast.set(null)
  server = startFakeServer()
  const schedule = { next_run: null, paused_until: null }
  server.always(readCollection.path, { groups: [], running: [], is_live: true, schedule })
  const ok = { status: 'ok', detail: '' }
  const parts = ['database', 'market_data', 'publisher', 'renderer', 'backups']
  const optional = { second_source: null, sources: [] }
  server.always('/api/admin/fund-proposals', { proposals: [], others: [], families: [], can_add: true })
  server.always(readSources.path, { sources: [], can_collect: true, suggests: false })
  server.always(readConnections.path, { ...optional, ...Object.fromEntries(parts.map((part) => [part, ok])) })
  server.always('/api/admin/logs?category=MANUAL_ENTRY&action=BULK_OPERATION&q=Collected+&limit=1&offset=0', {
    logs: [],
    total: 0
  })
  server.always('/api/admin/manual-entries', { entries: [] })
  server.always('/api/admin/fund-notices', { notices: [] })
  server.always(readTopAccuracy.path, { rankings: [], origin: 'live' })
  server.always(readSearchMetrics.path, {
    top_searches: [],
    total_count: 0,
    fetched_at: '2026-06-01T12:00:00Z'
  })
})

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const confirm = async (title: string, name: string) => {
  const dialog = await screen.findByRole('alertdialog', { name: title })
  refuse()
  await userEvent.click(within(dialog).getByRole('button', { name }))
}
const send = async (name: string) => {
  refuse()
  await press(name)
}
const renderEntries = () =>
  render(<EntryList label="entries" entries={[entry]} all={[entry]} canDeleteAll empty="" />)
const renderRecord = (record: ReturnType<typeof makeHistoryRecord> | null) =>
  render(
    <RecordFormSheet
      record={record}
      sheet={{ current: null }}
      confirm={async () => true}
      onClose={() => {}}
    />
  )
const chooseEntry = () => userEvent.click(screen.getByRole('checkbox', { name: /^Select TSLY/ }))

const actions: [title: string, sentence: string, act: () => Promise<void>][] = [
  [
    'Data Collection Failed',
    'Failed to collect data',
    async () => {
      render(<Collection />)
      await userEvent.type(screen.getByLabelText('ETF ticker'), 'msty')
      await send('Collect Data')
    }
  ],
  [
    'Reset Failed',
    'Failed to reset search metrics',
    async () => {
      render(<Overview />)
      await press('Clear All Searches')
      await confirm('Clear all searches?', 'Clear All Searches')
    }
  ],
  [
    'Delete Failed',
    'Failed to delete entry',
    async () => {
      renderEntries()
      await userEvent.click(screen.getByRole('button', { name: /^Delete TSLY/ }))
      await confirm('Delete this entry?', 'Delete')
    }
  ],
  [
    'Approval Failed',
    'Failed to approve entry',
    async () => {
      renderEntries()
      await userEvent.click(screen.getByRole('button', { name: /^Approve TSLY/ }))
      await confirm('Approve TSLY?', 'Approve')
    }
  ],
  [
    'Update Failed',
    'Failed to update payment date',
    async () => {
      renderEntries()
      await userEvent.click(screen.getByRole('button', { name: /^Edit Date.* TSLY/ }))
      await send('Save Date')
    }
  ],
  [
    'Bulk Update Failed',
    'Failed to update payment dates',
    async () => {
      renderEntries()
      await chooseEntry()
      await press('Change Payment Date')
      await userEvent.type(screen.getByLabelText('Payment date'), '2026-06-12')
      await send('Save Date')
    }
  ],
  [
    'Add Failed',
    'Failed to add record',
    async () => {
      renderRecord(null)
      await userEvent.type(screen.getByLabelText('Ticker'), 'MSTY')
      await send('Add Record')
    }
  ],
  [
    'Update Failed',
    'Failed to update record',
    async () => {
      renderRecord(makeHistoryRecord())
      await send('Update Record')
    }
  ]
]

test.each(actions)('%s: the server’s message, or “%s”', async (title, sentence, act) => {
  refuse = () => server.answer(409, { message: 'The hold is full.' })
  await act()
  await expect.poll(() => $toast.get()).toMatchObject({ kind: 'error', title, message: 'The hold is full.' })
  cleanup()
  $toast.set(null)

  refuse = () => server.answer(502, 'Bad gateway')
  await act()
  const detail = 'The server gave an answer this page cannot read. Please try again later.'
  await expect.poll(() => $toast.get()).toMatchObject({ kind: 'error', title, message: sentence, detail })
})

test('a payment date is required for one entry and for several', async () => {
  renderEntries()
  await userEvent.click(screen.getByRole('button', { name: /^Edit Date.* TSLY/ }))
  await userEvent.clear(screen.getByLabelText('Payment date'))
  await press('Save Date')
  expect($toast.get()).toMatchObject({ title: 'Payment Date Required' })
  expect(screen.getByLabelText('Payment date')).toBeInvalid()
  await press('Cancel')
  $toast.set(null)
  await chooseEntry()
  await press('Change Payment Date')
  await press('Save Date')
  expect($toast.get()).toMatchObject({ title: 'Payment Date Required' })
  expect(server.calls).toEqual([])
})
