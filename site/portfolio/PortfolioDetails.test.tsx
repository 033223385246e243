import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { PortfolioFeeds } from './PortfolioDetails.tsx'

const origin = 'https://doubloon.example'
const calendar = `${origin}/api/calendar.ics?f=MSTY,ULTY`

function showPortfolio(symbols: string[]) {
  return render(<PortfolioFeeds symbols={symbols} origin={origin} />)
}

test('the portfolio has one calendar and one news URL, whatever the order and number of lots', () => {
  showPortfolio(['ULTY', 'MSTY', 'ULTY'])
  expect(screen.getByText(calendar)).toBeVisible()
  expect(screen.getByText(`${origin}/api/feed?f=MSTY,ULTY`)).toBeVisible()
})

test('Google, Apple and Outlook links start a subscription', () => {
  showPortfolio(['MSTY', 'ULTY'])
  const hrefOf = (name: RegExp) => new URL(screen.getByRole<HTMLAnchorElement>('link', { name }).href)
  const webcal = 'webcal://doubloon.example/api/calendar.ics?f=MSTY,ULTY'
  expect(hrefOf(/Google/).searchParams.get('cid')).toBe(webcal)
  expect(hrefOf(/Apple/).href).toBe(webcal)
  expect(hrefOf(/Outlook/).searchParams.get('url')).toBe(calendar)
})

test('a portfolio with more funds than a feed allows gets the calendar of all funds', () => {
  showPortfolio(Array.from({ length: 41 }, (_, i) => `F${String.fromCharCode(65 + (i % 26), 65 + i / 26)}`))
  expect(screen.getByText(`${origin}/calendar.ics`)).toBeVisible()
  expect(screen.getByText(/at most 40 funds and you hold 41/)).toBeVisible()
  expect(screen.queryByText(/for a feed reader/)).toBeNull()
})

test('without a fund nothing is rendered', () => {
  expect(showPortfolio([]).container).toBeEmptyDOMElement()
})
