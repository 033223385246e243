import { expect, test } from 'vitest'
import { positionAfter } from './chart-keys.ts'
import {
  type ChartModel,
  extentOf,
  figureColumns,
  logTicks,
  roundTicks,
  windowWith,
  zoomed
} from './chart-model.ts'

const model: ChartModel = {
  positions: [
    { at: 0, name: 'May 1', figures: [{ name: 'Amount', text: '$1' }] },
    { at: 1, name: 'May 8', figures: [{ name: 'Error', text: '+5%' }] }
  ],
  positionName: 'Day',
  across: { kind: 'slots', ticks: () => [] },
  up: { format: String, ticks: roundTicks },
  series: [
    { id: 'a', name: 'a', token: '--series-1', kind: 'bars', isStacked: true, values: [2, 3] },
    { id: 'b', name: 'b', token: '--series-2', kind: 'bars', isStacked: true, values: [5, null] },
    { id: 'trend', name: 'trend', token: '--series-3', kind: 'line', isShare: true, values: [100, 100] }
  ],
  levels: [{ id: 'average', name: 'average', value: 6, token: '--chart-average' }]
}

test('arrow keys move, Home and End jump, Escape leaves, and other keys are the browser’s', () => {
  const press = (position: number | null, ...keys: string[]) =>
    keys.reduce<number | null | undefined>((at, key) => positionAfter(key, at ?? null, 5), position)
  expect(press(null, 'ArrowRight')).toBe(0)
  expect(press(null, 'ArrowLeft')).toBe(4)
  expect(press(4, 'ArrowRight')).toBe(4)
  expect(press(0, 'ArrowLeft')).toBe(0)
  expect(press(2, 'Home', 'ArrowRight')).toBe(1)
  expect(press(2, 'End')).toBe(4)
  expect(press(2, 'Escape')).toBeNull()
  expect(press(null, 'Escape')).toBeUndefined()
  expect(press(2, 'a')).toBeUndefined()
})

test('zooming stays around the chosen position and inside, and shows at least eight positions', () => {
  expect(zoomed({ from: 0, to: 99 }, 0.5, 100, 90)).toEqual({ from: 49, to: 99 })
  expect(zoomed({ from: 40, to: 49 }, 0.1, 100)).toEqual({ from: 41, to: 48 })
  expect(zoomed({ from: 40, to: 60 }, 100, 100)).toEqual({ from: 0, to: 99 })
  expect(zoomed({ from: 0, to: 3 }, 0.5, 4)).toEqual({ from: 0, to: 3 })
})

test('a window follows the chosen position', () => {
  expect(windowWith({ from: 10, to: 19 }, 20, 100)).toEqual({ from: 11, to: 20 })
  expect(windowWith({ from: 10, to: 19 }, 3, 100)).toEqual({ from: 3, to: 12 })
  expect(windowWith({ from: 10, to: 19 }, 15, 100)).toEqual({ from: 10, to: 19 })
})

test('the extent counts stacks and levels, and nothing that is hidden or on the hidden axis', () => {
  const whole = { from: 0, to: 1 }
  expect(extentOf(model, whole, new Set()).highest).toBe(7)
  expect(extentOf(model, whole, new Set(['b'])).highest).toBe(6)
  expect(extentOf(model, whole, new Set(['b', 'average'])).highest).toBe(3)
})

test('the table of figures has a column for each figure that a position has', () => {
  expect(figureColumns(model).map(({ heading }) => heading)).toEqual(['Day', 'Amount', 'Error'])
})

test('ticks of a logarithmic axis are 1, 2 and 5 times powers of ten around the values', () => {
  expect(logTicks(3000, 27_000)).toEqual([2000, 5000, 10_000, 20_000, 50_000])
  expect(logTicks(1, 1)).toEqual([1])
})
