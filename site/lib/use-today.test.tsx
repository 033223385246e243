import { render } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import { useToday } from './use-today.ts'

afterEach(() => {
  vi.useRealTimers()
})

function Shown({ renderedOn }: { renderedOn: string }) {
  return <p>{useToday(renderedOn)}</p>
}

test('a cached page switches to the current day in New York without a hydration error', () => {
  const complaints = vi.spyOn(console, 'error')
  vi.useFakeTimers({ now: new Date('2026-06-06T03:59:00Z'), toFake: ['Date'] })
  const container = document.createElement('div')
  document.body.append(container)
  container.innerHTML = renderToString(<Shown renderedOn="2026-06-01" />)
  expect(container.textContent).toBe('2026-06-01')
  render(<Shown renderedOn="2026-06-01" />, { container, hydrate: true })
  expect(container.textContent).toBe('2026-06-05')
  expect(complaints).not.toHaveBeenCalled()
})
