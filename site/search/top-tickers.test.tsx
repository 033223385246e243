import { act, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { useTopTickers } from './top-tickers.ts'

afterEach(() => vi.useRealTimers())

function TopTickers() {
  return <p>{useTopTickers(true).join(', ')}</p>
}

test('popular searches are requested at once and then every 30 seconds, although answers take a while', async () => {
  vi.useFakeTimers()
  const startedAt = Date.now()
  const seconds: number[] = []
  vi.stubGlobal('fetch', async () => {
    seconds.push(Math.round((Date.now() - startedAt) / 1000))
    await new Promise((resolve) => setTimeout(resolve, 2000))
    return Response.json({ tickers: ['ULTY'] })
  })
  render(<TopTickers />)
  // The program that sends requests loads with the first one.
  await vi.dynamicImportSettled()
  await act(() => vi.advanceTimersByTimeAsync(95_000))
  expect(seconds).toEqual([0, 30, 60, 90])
  expect(screen.getByText('ULTY')).toBeVisible()
})
