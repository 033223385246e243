import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { fundIndexPath } from '../../admin-api/contract/fund-index.ts'
import { type FakeServer, startFakeServer } from '../testing/fake-server.ts'
import { makeFundData } from '../testing/make-fund-data.ts'
import { Compare } from './Compare.tsx'
// The page loads it on demand; imported here so that no test waits for it.
import './arrange.tsx'

const days = ['2026-06-01', '2026-06-02', '2026-06-03', '2026-06-04'] as const
const symbols = ['MSTY', 'CONY', 'ULTY', 'NVDY', 'TSLY', 'YMAX'] as const
const usual = { symbols: ['MSTY', 'CONY'], from: null }
let server: FakeServer

/** Funds that rise by 1 % a day, 2 %, and so on. */
function fund(symbol: string, place: number) {
  return makeFundData(symbol, Object.fromEntries(days.map((day, i) => [day, 100 + (place + 1) * i])))
}

beforeEach(() => {
  Element.prototype.scrollIntoView = vi.fn()
  server = startFakeServer()
  for (const [index, symbol] of symbols.entries())
    server.always(`/data/${symbol.toLowerCase()}.json`, fund(symbol, index))
  server.always('/data/oldy.json', fund('MSTY', 0))
  server.always(fundIndexPath, {
    funds: symbols.map((symbol) => ({
      symbol,
      name: `${symbol} fund`,
      issuer: '',
      formerSymbols: [],
      nicknames: '',
      underlying: null,
      hasEstimate: true
    }))
  })
})

function open(query = ''): void {
  history.replaceState(null, '', `/compare${query}`)
  render(
    <Compare usual={usual} from="2026-06-01" to="2026-06-04">
      <p>The comparison of the page</p>
    </Compare>
  )
}

const add = (text: string) => {
  fireEvent.change(screen.getByRole('combobox', { name: 'Add a fund' }), { target: { value: text } })
  fireEvent.click(screen.getByRole('button', { name: 'Add' }))
}
const title = (name: string | RegExp) => screen.findByRole('heading', { name })
const chips = () =>
  within(screen.getByRole('list', { name: 'Compared funds' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)

test("without a choice the page's comparison stays and nothing is requested", () => {
  open()
  expect(screen.getByText('The comparison of the page')).toBeInTheDocument()
  expect(chips()).toEqual(['MSTY', 'CONY'])
  expect(server.calls).toEqual([])
  expect(location.search).toBe('')
  // The skip link jumps within the page.
  fireEvent.popState(window)
  expect(screen.queryByText('Drawing the lines...')).toBeNull()
})

test('adding and removing a fund is announced and in the URL; back undoes it', async () => {
  open()
  add('ymax')
  await title('MSTY, CONY and YMAX since June 1, 2026')
  expect(
    await screen.findByText(/^YMAX is added\. Now since June 1, 2026\. YMAX made the most, \$11,800; /)
  ).toBeVisible()
  expect(location.search).toBe('?f=MSTY,CONY,YMAX')
  fireEvent.click(screen.getByRole('button', { name: 'Remove CONY' }))
  await title('MSTY and YMAX since June 1, 2026')
  expect(await screen.findByText(/^CONY is out\./)).toBeVisible()
  expect(screen.getByRole('list', { name: 'Compared funds' })).toHaveFocus()
  expect(location.search).toBe('?f=MSTY,YMAX')
  history.back()
  await title('MSTY, CONY and YMAX since June 1, 2026')
})

test('the day can be changed and reset to the latest first price', async () => {
  open()
  const day = screen.getByLabelText('Since')
  fireEvent.change(day, { target: { value: '0202-06-02' } })
  expect(location.search).toBe('')
  fireEvent.change(day, { target: { value: '2026-06-02' } })
  await title('MSTY and CONY since June 2, 2026')
  expect(location.search).toBe('?f=MSTY,CONY&from=2026-06-02')
  fireEvent.click(screen.getByRole('button', { name: 'From the latest first price' }))
  await title('MSTY and CONY since June 1, 2026')
  await waitFor(() => expect(day).toHaveValue('2026-06-01'))
  fireEvent.change(day, { target: { value: '2031-01-01' } })
  fireEvent.blur(day)
  expect(screen.getByText('Choose a date between January 1, 2019 and June 4, 2026.')).toBeVisible()
  expect(day).toHaveValue('2026-06-01')
})

test('a sixth, a duplicate and an unknown fund are rejected with an explanation', async () => {
  open(`?f=${symbols.slice(0, 5).join(',')}`)
  await title('MSTY, CONY, ULTY, NVDY and TSLY since June 1, 2026')
  add('YMAX')
  expect(screen.getByText('You can compare at most 5 funds. Remove one before you add YMAX.')).toBeVisible()
  add('MSTY')
  expect(screen.getByText('MSTY is already in the comparison.')).toBeVisible()
  add('two words')
  expect(screen.getByText(/^“TWO WORDS” isn’t a ticker/)).toBeVisible()
  fireEvent.click(screen.getByRole('button', { name: 'Remove TSLY' }))
  await title('MSTY, CONY, ULTY and NVDY since June 1, 2026')
  server.answer(404, { message: 'Not found' })
  add('NOPE')
  expect(await screen.findByText('We don’t cover NOPE.')).toBeVisible()
  expect(chips()).toEqual(['MSTY', 'CONY', 'ULTY', 'NVDY'])
  expect(location.search).toBe('?f=MSTY,CONY,ULTY,NVDY')
})

test('invalid parts of a URL are named, the rest works, and former symbols redirect', async () => {
  open('?f=$$9,OLDY,NVDY&from=yesterday')
  await title('MSTY and NVDY since June 1, 2026')
  expect(screen.getByText('“$$9” in the address isn’t a ticker.')).toBeVisible()
  expect(
    screen.getByText('“yesterday” in the address isn’t a date; use a format like 2025-06-02.')
  ).toBeVisible()
  expect(screen.getByText('OLDY is listed here as MSTY.')).toBeVisible()
  expect(location.search).toBe('?f=MSTY,NVDY')
})

test('a URL without anything comparable shows the usual funds and says so', async () => {
  open('?f=***')
  await title('MSTY and CONY since June 1, 2026')
  expect(screen.getByText('Here are well-known funds instead.')).toBeVisible()
})

test('a single fund is shown with a request for a second one', async () => {
  open('?f=NVDY')
  await title('NVDY since June 1, 2026')
  expect(screen.getByText('Add a second fund to compare it with.')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Remove NVDY' })).toBeNull()
})

test('a failed request keeps the current comparison and can be retried', async () => {
  open()
  add('FAIL')
  const alert = await screen.findByRole('alert')
  expect(alert).toHaveTextContent('Failed to compare these funds.')
  expect(screen.getByText('The comparison of the page')).toBeInTheDocument()
  server.always('/data/fail.json', fund('FAIL', 1))
  fireEvent.click(within(alert).getByRole('button', { name: 'Try Again' }))
  await title('MSTY, CONY and FAIL since June 1, 2026')
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
})
