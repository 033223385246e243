import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { fundIndexPath } from '../../admin-api/contract/fund-index.ts'
import { searchStock } from '../../admin-api/contract/stock.ts'
import { type FakeServer, startFakeServer } from '../testing/fake-server.ts'
import { makeStock } from '../testing/make-stock.ts'
import { $toast } from '../ui/toast.ts'
import { SymbolSearch } from './SymbolSearch.tsx'
import { clearSearch } from './stored-result.ts'

const tesla = { ticker: 'TSLA', name: 'Tesla' }
const funds = [
  {
    symbol: 'FEAT',
    name: 'YieldMax Dorsey Wright Featured 5 Income ETF',
    underlying: null,
    issuer: 'YieldMax',
    formerSymbols: [],
    nicknames: '',
    hasEstimate: false
  },
  {
    symbol: 'TSLW',
    name: 'Roundhill TSLA WeeklyPay ETF',
    issuer: 'Roundhill',
    formerSymbols: ['TSW'],
    nicknames: 'teslaw',
    underlying: tesla,
    hasEstimate: true
  },
  {
    symbol: 'TSLY',
    name: 'YieldMax TSLA Option Income Strategy ETF',
    issuer: 'YieldMax',
    formerSymbols: [],
    nicknames: '',
    underlying: tesla,
    hasEstimate: true
  }
]
let server: FakeServer

beforeEach(() => {
  clearSearch()
  localStorage.clear()
  $toast.set(null)
  Element.prototype.scrollIntoView = vi.fn()
  server = startFakeServer()
  server.always(fundIndexPath, { funds })
  render(
    <SymbolSearch>
      <button type="button" data-ticker>
        CONY
      </button>
    </SymbolSearch>
  )
})

const field = () => screen.getByRole('combobox', { name: 'ETF symbol' })
const press = (key: string) => fireEvent.keyDown(field(), { key })

async function type(text: string): Promise<void> {
  field().focus()
  fireEvent.change(field(), { target: { value: text } })
}

async function suggested(): Promise<string[]> {
  const options = await screen.findAllByRole('option')
  return options.map((option) => option.textContent.trim())
}

test('pressing a popular search of the page runs it', async () => {
  server.answer(200, makeStock({ symbol: 'CONY' }))
  fireEvent.click(screen.getByRole('button', { name: 'CONY' }))
  await waitFor(() => expect(field()).toHaveValue('CONY'))
  expect(await screen.findByText(/^Showing/)).toHaveTextContent('CONY')
  expect(screen.queryByRole('button', { name: 'CONY' })).not.toBeInTheDocument()
})

test('a name finds its funds, arrow keys cycle through them, and Enter searches for one', async () => {
  await type('tesla')
  expect(await suggested()).toEqual([
    'TSLW Roundhill TSLA WeeklyPay ETF Tesla',
    'TSLY YieldMax TSLA Option Income Strategy ETF Tesla'
  ])
  expect(field()).toHaveAttribute('aria-expanded', 'true')
  expect(screen.getByText('2 funds found.')).toBeInTheDocument()

  const active = () => field().getAttribute('aria-activedescendant')
  press('ArrowDown')
  expect(screen.getByRole('option', { selected: true })).toHaveTextContent(/^TSLW/)
  expect(active()).toBe(screen.getByRole('option', { selected: true }).id)
  press('ArrowUp')
  expect(screen.getByRole('option', { selected: true })).toHaveTextContent(/^TSLY/)
  press('Home')
  expect(active()).toBeNull()
  press('ArrowUp')

  server.answer(200, makeStock({ symbol: 'TSLY' }))
  press('Enter')
  await waitFor(() =>
    expect(server.calls).toEqual([{ method: 'POST', path: searchStock.path, body: { symbol: 'TSLY' } }])
  )
  expect(field()).toHaveAttribute('aria-expanded', 'false')
  expect(await screen.findByText(/Showing/)).toHaveTextContent('Showing TSLY')
})

test('Escape closes the list, and a second Escape empties the field', async () => {
  await type('tsl')
  await suggested()
  press('Escape')
  expect(screen.queryByRole('option')).toBeNull()
  expect(field()).toHaveValue('TSL')
  press('Escape')
  expect(field()).toHaveValue('')
})

test('a name cannot be submitted as a ticker', async () => {
  await type('microstrategy')
  expect(field()).toHaveValue('MICROSTRATEGY')
  expect(await screen.findByText(/No fund matches/)).toBeInTheDocument()
  fireEvent.click(screen.getByRole('button', { name: 'Search' }))
  await waitFor(() => expect(field()).toHaveAttribute('aria-invalid', 'true'))
  expect($toast.get()).toMatchObject({ title: 'Invalid Format' })
  expect(server.calls).toEqual([])
})

test.each(['tesla', 'tsla'])('%s keeps the list of matches open, without a toast', async (text) => {
  await type(text)
  await suggested()
  field().blur()
  expect(screen.queryByRole('option')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Search' }))
  expect(await suggested()).toHaveLength(2)
  expect(field()).toHaveFocus()
  expect(field()).toBeValid()
  expect($toast.get()).toBeNull()
  expect(server.calls).toEqual([])
})

test.each([
  ['roundhill', 'TSLW'],
  ['teslaw', 'TSLW'],
  ['tsly', 'TSLY']
])('%s means one fund, %s, which is searched', async (text, symbol) => {
  await type(text)
  server.answer(200, makeStock({ symbol }))
  fireEvent.click(screen.getByRole('button', { name: 'Search' }))
  await waitFor(() => expect(server.calls).toMatchObject([{ body: { symbol } }]))
  expect(await screen.findByText(/^Showing/)).toHaveTextContent(symbol)
  expect($toast.get()).toBeNull()
})

test('a former symbol is searched as it is, because the answer says what the fund is called now', async () => {
  await type('tsw')
  server.answer(200, makeStock({ symbol: 'TSLW' }))
  fireEvent.click(screen.getByRole('button', { name: 'Search' }))
  await waitFor(() => expect(server.calls).toMatchObject([{ body: { symbol: 'TSW' } }]))
})

test('a symbol that matches nothing is refused by the server', async () => {
  await type('abcde')
  server.answer(404, { message: 'Unsupported ETF: ABCDE is not supported yet.' })
  fireEvent.click(screen.getByRole('button', { name: 'Search' }))
  await waitFor(() => expect($toast.get()).toMatchObject({ title: 'Unsupported ETF' }))
})

test('the reason why a fund has no estimate stays below the field, with a link to its page', async () => {
  await type('feat')
  server.answer(404, { message: 'FEAT has paid nothing since February 11, 2026.', code: 'no-estimate' })
  fireEvent.click(screen.getByRole('button', { name: 'Search' }))
  const link = await screen.findByRole('link', { name: /See what FEAT has paid/ })
  expect(link).toHaveAttribute('href', '/feat')
  expect(link.closest('[role="status"]')).toHaveTextContent('FEAT has paid nothing since February 11, 2026.')
})
