import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { readFunds } from '../../../admin-api/contract/funds.ts'
import { completeDialogs } from '../../testing/dialogs.ts'
import { type FakeServer, startFakeServer } from '../../testing/fake-server.ts'
import { $toast } from '../../ui/toast.ts'
import { Funds } from './Funds.tsx'

const openFund = {
  symbol: 'MSTY',
  name: 'YieldMax MSTR Option Income Strategy ETF',
  issuer: 'YieldMax',
  family: 'yieldmax-single',
  underlying: 'MSTR',
  group: 'yieldmax-group-d',
  state: 'open',
  state_since: null,
  state_cause: null,
  note: '',
  former_symbols: [],
  latest_payment: { ex_date: '2026-05-28', amount: 0.2979 },
  newest_price_day: '2026-05-29'
}
const closedFund = {
  ...openFund,
  symbol: 'FEAT',
  group: 'yieldmax-group-a',
  state: 'closed',
  state_since: '2026-02-11',
  state_cause: 'silent',
  note: 'probably closed',
  former_symbols: ['OLDY'],
  newest_price_day: null
}
let server: FakeServer

beforeEach(() => {
  server = startFakeServer()
  completeDialogs()
  $toast.set(null)
})

async function renderFunds(canAdd = true): Promise<void> {
  const families = [
    { id: 'yieldmax-single', name: 'YieldMax, single stock' },
    { id: 'yieldmax-portfolio', name: 'YieldMax, portfolio' }
  ]
  const issuers = ['YieldMax']
  server.always(readFunds.path, {
    funds: [closedFund, openFund],
    families,
    issuers,
    home_funds: ['MSTY'],
    can_add: canAdd
  })
  render(<Funds />)
  await screen.findByRole('button', { name: 'Change MSTY' })
}

async function open(name: string): Promise<HTMLElement> {
  await userEvent.click(screen.getByRole('button', { name }))
  return screen.getByRole('dialog')
}

test('each row has state, reason, group, last payment and last price, and rows can be filtered', async () => {
  await renderFunds()
  const [, first, second] = screen.getAllByRole('row')
  expect(first).toHaveTextContent(
    'FEATClosed no data after 02/11/2026YieldMax Group A$0.2979 ex 05/28/2026noneChange FEAT'
  )
  expect(second).toHaveTextContent('MSTYOpenYieldMax Group D$0.2979 ex 05/28/202605/29/2026')
  await userEvent.selectOptions(screen.getByLabelText('State'), 'Closed')
  expect(screen.getByRole('status')).toHaveTextContent('1 of 2 funds')
  expect(screen.queryByRole('rowheader', { name: 'MSTY' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Clear Filters' }))
  expect(screen.getByRole('status')).toHaveTextContent('2 of 2 funds')
})

test('a fund is added; a refusal is shown in the form, success in a toast', async () => {
  await renderFunds()
  const form = within(await open('Add a Fund'))
  const choice = { symbol: 'HOOY', name: 'YieldMax HOOD Option Income', issuer: 'YieldMax' }
  server.answer(200, {
    funds: [{ ...choice, family: 'yieldmax-single', underlying: 'HOOD', group: '', is_known: false }]
  })
  await userEvent.type(form.getByLabelText('Find a fund by name'), 'yieldmax hood{Enter}')
  await userEvent.click(await form.findByRole('button', { name: 'HOOY' }))
  expect(form.getByLabelText('Symbol')).toHaveValue('HOOY')
  expect(form.getByLabelText('Name')).toHaveValue('YieldMax HOOD Option Income')
  await userEvent.selectOptions(form.getByLabelText('Family'), 'YieldMax, portfolio')
  await userEvent.selectOptions(form.getByLabelText('Group'), 'YieldMax Group C')
  server.answer(502, { message: 'The source doesn’t know HOOY. Nothing was added.' })
  await userEvent.click(form.getByRole('button', { name: 'Add Fund' }))
  expect(await form.findByRole('alert')).toHaveTextContent('The source doesn’t know HOOY. Nothing was added.')
  server.answer(201, { symbol: 'HOOY', message: 'HOOY was added with 100 closes and 20 payments.' })
  await userEvent.click(form.getByRole('button', { name: 'Add Fund' }))
  await expect.poll(() => $toast.get()?.message).toBe('HOOY was added with 100 closes and 20 payments.')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(server.calls.filter(({ method }) => method === 'POST')[0]).toEqual({
    method: 'POST',
    path: '/api/admin/funds',
    body: {
      symbol: 'HOOY',
      name: 'YieldMax HOOD Option Income',
      issuer: 'YieldMax',
      family: 'yieldmax-portfolio',
      underlying: 'HOOD',
      group: 'yieldmax-group-c'
    }
  })
})

test('with embedded market data the form says that no fund can be added', async () => {
  await renderFunds(false)
  expect(await open('Add a Fund')).toHaveTextContent('No data source responds')
})

test('a closed fund shows the reason and can be reopened, moved and renamed', async () => {
  await renderFunds()
  const dialog = await open('Change FEAT')
  expect(dialog).toHaveTextContent('Note: probably closed. Other symbols: OLDY.')
  expect(dialog).toHaveTextContent('State: Closed, no data after 02/11/2026')
  expect(within(dialog).queryByRole('button', { name: 'Close' })).toBeNull()
  server.answer(200, { message: 'FEAT is open again.' })
  await userEvent.click(within(dialog).getByRole('button', { name: 'Reopen' }))
  await expect.poll(() => $toast.get()?.message).toBe('FEAT is open again.')

  const again = within(await open('Change FEAT'))
  await userEvent.selectOptions(again.getByLabelText('Collected with'), 'Weekly ETFs')
  server.answer(200, { message: 'FEAT is collected with Weekly ETFs now.' })
  await userEvent.click(again.getByRole('button', { name: 'Move' }))
  await expect.poll(() => $toast.get()?.message).toContain('Weekly ETFs')

  const third = within(await open('Change FEAT'))
  await userEvent.type(third.getByLabelText('New symbol'), 'fea1u')
  server.answer(200, { symbol: 'FEAU', message: 'FEAT is FEAU now.' })
  await userEvent.click(third.getByRole('button', { name: 'Rename' }))
  await expect.poll(() => $toast.get()?.message).toBe('FEAT is FEAU now.')
  expect(server.calls.map(({ method, path, body }) => [method, path, body])).toEqual([
    ['PUT', '/api/admin/funds/FEAT/state', { state: 'open' }],
    ['PUT', '/api/admin/funds/FEAT/group', { group: 'weekly-etfs' }],
    ['PUT', '/api/admin/funds/FEAT/symbol', { new_symbol: 'FEAU' }]
  ])
})
