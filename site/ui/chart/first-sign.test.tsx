import { fireEvent } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { onFirstSign } from './first-sign.ts'

const frames = `
  <div class="chart-frame"><div class="chart" aria-label="first" tabindex="0"></div><button>Zoom in</button></div>
  <div class="chart-frame"><div class="chart" aria-label="second" tabindex="0"></div><button>Log scale</button></div>
  <button id="elsewhere">Other</button>`
let root: HTMLElement
let live: HTMLElement
let repeat: ((live: HTMLElement) => void) | undefined
const start = vi.fn((whenLive: (live: HTMLElement) => void) => {
  repeat = whenLive
})

beforeEach(() => {
  document.body.innerHTML = `<div id="still">${frames}</div><div id="live">${frames}</div>`
  root = document.querySelector<HTMLElement>('#still') as HTMLElement
  live = document.querySelector<HTMLElement>('#live') as HTMLElement
  repeat = undefined
  start.mockClear()
  onFirstSign(root, start)
})

const chartOf = (of: HTMLElement, name: string) => of.querySelector(`[aria-label="${name}"]`) as HTMLElement

test('a tap starts the chart once and is repeated on the same chart of the live page', () => {
  const seen = vi.fn()
  chartOf(live, 'second').addEventListener('pointerdown', ({ clientX }) => seen(clientX))
  fireEvent.pointerDown(chartOf(root, 'second'), { clientX: 41 })
  fireEvent.pointerDown(chartOf(root, 'second'), { clientX: 42 })
  expect(start).toHaveBeenCalledOnce()
  expect(seen).not.toHaveBeenCalled()
  repeat?.(live)
  expect(seen.mock.calls).toEqual([[41], [42]])
})

test('keys, focus and buttons are repeated in their order', () => {
  const seen: string[] = []
  chartOf(live, 'first').addEventListener('focus', () => seen.push('focus'))
  chartOf(live, 'first').addEventListener('keydown', ({ key }) => seen.push(key))
  for (const button of live.querySelectorAll('button'))
    button.addEventListener('click', () => seen.push(`${button.textContent}`))
  chartOf(root, 'first').focus()
  fireEvent.keyDown(chartOf(root, 'first'), { key: 'ArrowLeft' })
  fireEvent.click(root.querySelectorAll('button')[1] as HTMLElement)
  repeat?.(live)
  expect(seen).toEqual(['focus', 'ArrowLeft', 'Log scale'])
})

test('what happens elsewhere starts nothing, and nothing is repeated after the chart is live', () => {
  fireEvent.click(root.querySelector('#elsewhere') as HTMLElement)
  expect(start).not.toHaveBeenCalled()
  fireEvent.pointerDown(chartOf(root, 'first'))
  repeat?.(live)
  start.mockClear()
  fireEvent.pointerDown(chartOf(root, 'first'))
  expect(start).not.toHaveBeenCalled()
})
