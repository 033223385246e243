import { render, screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { readCollection } from '../../../admin-api/contract/collection.ts'
import { readEstimateMoves } from '../../../admin-api/contract/estimate-moves.ts'
import { readSources } from '../../../admin-api/contract/sources.ts'
import { type FakeServer, startFakeServer } from '../../testing/fake-server.ts'
import { Overview } from './Overview.tsx'

let server: FakeServer

beforeEach(() => {
  server = startFakeServer()
  server.always('/api/admin/fund-proposals', { proposals: [], others: [], families: [], can_add: true })
  const made_at = '2026-08-27T22:05:00.000Z'
  const move = { symbol: 'TSLY', ex_date: '2026-09-03', made_at, from: 0.2069, to: 0.2146 }
  server.always(readEstimateMoves.path, { moves: [{ ...move, causes: ['correction'], payments: [] }] })
  server.always(readSources.path, { sources: [], can_collect: true, suggests: false })
  server.always('/api/admin/logs?category=MANUAL_ENTRY&action=BULK_OPERATION&q=Collected+&limit=1&offset=0', {
    logs: [],
    total: 0
  })
})

function answerCollection(running: object[]) {
  const schedule = { next_run: null, paused_until: null }
  server.always(readCollection.path, { groups: [], running, schedule, is_live: true })
}

test('during the first collection its progress is shown instead of the lack of one', async () => {
  answerCollection([{ group: 'all', done: 12, total: 133, current: 'MSTY' }])
  render(<Overview />)
  expect(await screen.findByText('Collecting now: 12 of 133 funds done.')).toBeVisible()
  expect(screen.queryByText('Nothing has been collected yet.')).not.toBeInTheDocument()
})

test('before the first collection it says that nothing was collected', async () => {
  answerCollection([])
  render(<Overview />)
  expect(await screen.findByText('Nothing has been collected yet.')).toBeVisible()
})

test('the estimates that moved most say why', async () => {
  answerCollection([])
  render(<Overview />)
  expect(await screen.findByRole('row', { name: /^TSLY/ })).toHaveTextContent(
    /\$0\.2069\$0\.2146 \+3\.7%a correction of stored figures or dates/
  )
})
