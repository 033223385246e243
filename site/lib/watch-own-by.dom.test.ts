import { afterEach, expect, test, vi } from 'vitest'
import { closeEvent, watchOwnBy } from './watch-own-by.ts'

afterEach(() => vi.useRealTimers())

test('a page left open past the close says within a minute that the own-by date has passed', () => {
  // 15:59 in New York; the session of July 9 closes at 16:00.
  vi.useFakeTimers({ now: new Date('2026-07-09T19:59:10Z') })
  document.body.innerHTML = `
    <p data-own-by="2026-07-09 16:00">Own by today</p>
    <p data-own-by="2026-07-09 16:00" data-passed="The own-by date has passed.">Own it by the close</p>
    <p data-own-by="2026-07-10 16:00">Own by Fri, Jul 10</p>
    <astro-island><p data-own-by="2026-07-09 16:00">Own by Thu, Jul 9</p></astro-island>`
  const rendered = vi.fn()
  window.addEventListener(closeEvent, rendered)
  const [row, sentence, later] = document.querySelectorAll('p')
  watchOwnBy()
  expect(row?.hidden).toBe(false)

  vi.advanceTimersByTime(60_000)
  expect(row?.hidden).toBe(true)
  expect(sentence?.textContent).toBe('The own-by date has passed.')
  expect(later?.hidden).toBe(false)

  vi.advanceTimersByTime(60_000)
  expect(rendered).toHaveBeenCalledTimes(1)
})
