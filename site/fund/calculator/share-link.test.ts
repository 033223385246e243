import { expect, test } from 'vitest'
import { makeStock } from '../../testing/make-stock.ts'
import { shareLink } from './calculator.ts'

test('the post names symbol, payout, estimate and yield', () => {
  const link = new URL(
    shareLink(makeStock({ dividend: 0.3182, annualized_yield: 68.9 }), 100, null, '2026-06-04')
  )
  expect(link.origin + link.pathname).toBe('https://x.com/intent/post')
  const text = link.searchParams.get('text') ?? ''
  for (const part of ['100 shares', '$MSTY', '$31.82', '$0.3182', '68.9%']) expect(text).toContain(part)
  // A post has 280 characters, 23 of them for the link.
  expect(text.length).toBeLessThan(257)
  expect(link.searchParams.has('url')).toBe(false)
})

test('the page is added when its address is known', () => {
  const link = new URL(shareLink(makeStock(), 100, 'https://doubloon.example/msty', '2026-06-04'))
  expect(link.searchParams.get('url')).toBe('https://doubloon.example/msty')
})

test('a distribution whose ex-date has passed is not called the next', () => {
  const textOn = (today: string) =>
    new URL(shareLink(makeStock(), 100, null, today)).searchParams.get('text') ?? ''
  expect(textOn('2026-06-04')).toContain('at the next distribution')
  expect(textOn('2026-06-05')).toContain('at the distribution expected on June 4, 2026')
  expect(textOn('2026-06-05').length).toBeLessThan(257)
})
