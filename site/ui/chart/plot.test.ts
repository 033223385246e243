import { expect, test } from 'vitest'
import { barSpan, fitTicks, pathThrough, thinOut, toPercent } from './plot.ts'

const ticks = (count: number, text = 'May 22') =>
  Array.from({ length: count }, (_, i) => ({ text, at: (i + 0.5) / count }))

test('a wide chart shows all labels, a narrow one every fourth from the last; widening hides none', () => {
  // A label is 6 letters of 5.7 pixels and a gap of 7: 41.2 of the 43.1, 31.6, 21.3 and 11.3 pixels of a slot.
  const fitted = fitTicks(ticks(18), [204, 384, 568, 776])
  const shown = (step: number) => fitted.flatMap((tick, i) => (tick.step <= step ? [i] : []))
  expect(shown(0)).toEqual([1, 5, 9, 13, 17])
  expect(shown(1)).toEqual(shown(2))
  expect(shown(2)).toEqual([1, 3, 5, 7, 9, 11, 13, 15, 17])
  expect(shown(3)).toHaveLength(18)
})

test('a label that never fits is left out, and one label always fits', () => {
  const crowded = [
    { text: 'Jun 2026', at: 0.99 },
    { text: 'Jul 2026', at: 1 }
  ]
  expect(fitTicks(crowded, [204, 384, 568, 776])).toEqual([{ text: 'Jul 2026', at: 1, step: 0 }])
})

test('a path has relative steps in whole units, without a space where a sign separates', () => {
  const places = [
    { x: 0, y: 1 },
    { x: 0.5, y: 0.25 },
    { x: 1, y: 0.5 }
  ]
  expect(pathThrough(places, 1000, 100)).toBe('M0 100l500-75l500 25')
})

test('rounding does not add up along a path', () => {
  const places = Array.from({ length: 1001 }, (_, i) => ({ x: i / 1000, y: 0 }))
  const steps = pathThrough(places, 333, 1).matchAll(/l(-?\d+)/g)
  expect([...steps].reduce((sum, [, step]) => sum + Number(step), 0)).toBe(333)
})

test('a long line is thinned out and keeps its ends and peaks; a short one is unchanged', () => {
  const places = Array.from({ length: 1500 }, (_, i) => ({ x: i / 1499, y: i === 700 ? 0 : 0.5 }))
  const kept = thinOut(places, 320)
  expect(kept).toHaveLength(320)
  expect([kept[0], kept.at(-1)]).toEqual([places[0], places.at(-1)])
  expect(kept).toContainEqual({ x: 700 / 1499, y: 0 })
  expect(thinOut(places.slice(0, 320), 320)).toHaveLength(320)
})

test('bars fill their share of a slot', () => {
  expect(barSpan(1, 4, 0.5)).toEqual({ start: 0.3125, width: 0.125 })
  expect(toPercent(0.3125)).toBe('31.25%')
})
