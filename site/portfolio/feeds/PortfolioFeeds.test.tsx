import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { $toast } from '../../ui/toast.ts'
import { PortfolioFeeds } from './PortfolioFeeds.tsx'

const origin = 'https://doubloon.example'
const calendar = `${origin}/api/calendar.ics?f=MSTY,ULTY`

function showPortfolio(symbols: string[]) {
  return render(<PortfolioFeeds symbols={symbols} origin={origin} />)
}

test('the portfolio has one calendar and one news URL, whatever the order and number of lots', () => {
  showPortfolio(['ULTY', 'MSTY', 'ULTY'])
  expect(screen.getByLabelText('Address of the calendar')).toHaveValue(calendar)
  expect(screen.getByLabelText(/^Address of the news/)).toHaveValue(`${origin}/api/feed?f=MSTY,ULTY`)
})

test('Google, Apple and Outlook links start a subscription', () => {
  showPortfolio(['MSTY', 'ULTY'])
  const hrefOf = (name: RegExp) => new URL(screen.getByRole<HTMLAnchorElement>('link', { name }).href)
  const webcal = 'webcal://doubloon.example/api/calendar.ics?f=MSTY,ULTY'
  expect(hrefOf(/Google/).searchParams.get('cid')).toBe(webcal)
  expect(hrefOf(/Apple/).href).toBe(webcal)
  expect(hrefOf(/Outlook/).searchParams.get('url')).toBe(calendar)
})

test('a click copies the URL; where that is blocked, the toast has it', async () => {
  const user = userEvent.setup()
  showPortfolio(['MSTY', 'ULTY'])
  const copy = screen.getByRole('button', { name: 'Copy address of the calendar' })
  await user.click(copy)
  expect(await navigator.clipboard.readText()).toBe(calendar)
  expect($toast.get()?.title).toBe('Address copied')
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('not allowed'))
  await user.click(copy)
  expect($toast.get()?.message).toBe(calendar)
})

test('a portfolio with more funds than a feed allows gets the calendar of all funds', () => {
  showPortfolio(Array.from({ length: 41 }, (_, i) => `F${String.fromCharCode(65 + (i % 26), 65 + i / 26)}`))
  expect(screen.getByLabelText('Address of the calendar')).toHaveValue(`${origin}/calendar.ics`)
  expect(screen.getByText(/at most 40 funds and you hold 41/)).toBeVisible()
  expect(screen.queryByLabelText(/^Address of the news/)).toBeNull()
})

test('without a fund nothing is rendered', () => {
  expect(showPortfolio([]).container).toBeEmptyDOMElement()
})
