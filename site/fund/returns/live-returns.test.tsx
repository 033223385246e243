import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import type { FundData } from '../../../admin-api/contract/open-data.ts'
import { type FakeServer, startFakeServer } from '../../testing/fake-server.ts'
import { makeFundData } from '../../testing/make-fund-data.ts'
import { startLiveReturns } from './live-returns.tsx'

const about = { as_of: '2026-01-09', source: '', units: '', license: '', terms: '' }
const data: FundData = {
  ...makeFundData('MSTY', {}),
  ...about,
  symbol: 'MSTY',
  former_symbols: [],
  name: '',
  issuer: '',
  family: 'yieldmax-single',
  underlying: null,
  state: 'open',
  state_since: null,
  estimate: null,
  no_estimate: '',
  payments: [],
  closes: ['05', '06', '07', '08', '09'].map((day, i) => ({
    date: `2026-01-${day}`,
    close: 10 + i,
    basis: 'stored'
  })),
  splits: [],
  past_estimates: []
}
const growth = {
  ...about,
  days: data.closes.map(({ date }) => date),
  funds: [
    { symbol: 'MSTY', growth: [1.4, 1.2727, 1.1667, 1.0769, 1] },
    { symbol: 'ULTY', growth: [2, 1.1, 1.1, 1.1, 1] },
    // Ten funds have ranks, nine would have none.
    ...Array.from({ length: 8 }, (_, i) => ({ symbol: `F${i}`, growth: [1, 1, 1, 1, 1] }))
  ]
}

let server: FakeServer
beforeEach(() => {
  server = startFakeServer()
  server.always('/data/msty.json', data)
  server.always('/data/growth/2026-q1.json', growth)
  document.body.innerHTML = `
    <section data-returns="MSTY">
      <label for="since">Since</label>
      <input id="since" type="date" value="2026-01-05" min="2026-01-05" max="2026-01-09" required data-returns-since>
      <button data-returns-first>From its first price</button>
      <p role="status" data-returns-status></p>
      <div data-returns-report>as the server rendered it</div>
    </section>`
})

const start = () =>
  act(() => startLiveReturns(document.querySelector<HTMLElement>('[data-returns]') ?? document.body))
const said = () => screen.getByRole('status').textContent

async function choose(day: string): Promise<void> {
  const field = screen.getByLabelText<HTMLInputElement>('Since')
  await act(async () => {
    field.value = day
    field.dispatchEvent(new Event('change', { bubbles: true }))
  })
}

test('a chosen day is calculated, ranked and stored', async () => {
  start()
  expect(document.body).toHaveTextContent('as the server rendered it')
  await choose('2026-01-06')
  await waitFor(() => expect(said()).toBe('Returns since January 6, 2026. This browser remembers the date.'))
  // Bought at 11, now 14: 27.3 % more; ULTY gained 10 % since then. React renders the report after the status.
  await waitFor(() =>
    expect(document.body).toHaveTextContent('close on January 6, 2026 became $12,727 by January 9, 2026')
  )
  expect(document.body).toHaveTextContent('1st of 10')
  expect(localStorage.getItem('returnDays')).toBe('{"MSTY":"2026-01-06"}')
  await userEvent.click(screen.getByRole('button', { name: 'From its first price' }))
  await waitFor(() => expect(document.body).toHaveTextContent('became $14,000'))
  expect(document.body).toHaveTextContent('2nd of 10')
  expect(localStorage.getItem('returnDays')).toBeNull()
})

test('the first purchase in the portfolio is the initial day', async () => {
  const lot = { id: 'a', symbol: 'MSTY', shares: 2, boughtOn: '2026-01-07', price: null }
  localStorage.setItem('fleet', JSON.stringify({ version: 1, lots: [lot], taxPercent: null, goal: null }))
  start()
  await waitFor(() => expect(said()).toContain('your first purchase in My Fleet'))
  expect(screen.getByLabelText('Since')).toHaveValue('2026-01-07')
  await waitFor(() => expect(document.body).toHaveTextContent('close on January 7, 2026 became $11,667'))
  expect(localStorage.getItem('returnDays')).toBeNull()
})

test('a failed calculation is explained, and the report stays', async () => {
  start()
  await choose('2026-01-09')
  await waitFor(() =>
    expect(said()).toBe('There is no closing price after January 9, 2026 yet. Choose an earlier date.')
  )
  expect(localStorage.getItem('returnDays')).toBeNull()
  await choose('2026-02-01')
  expect(said()).toBe('Choose a date from January 5, 2026 to January 9, 2026.')
  server.remove('/data/msty.json')
  await choose('2026-01-06')
  await waitFor(() => expect(said()).toMatch(/^The prices couldn’t be loaded\. /))
  expect(document.body).toHaveTextContent('as the server rendered it')
  server.always('/data/msty.json', data)
  await choose('2026-01-06')
  await waitFor(() => expect(document.body).toHaveTextContent('became $12,727'))
})
