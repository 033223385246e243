import { expect, test } from 'vitest'
import { chartedCourse } from './charted-course.ts'
import { framesPerSecond, ramp, scatter, swing, wrap } from './film.ts'
import { nightWatch } from './night-watch.ts'
import { openingChest } from './opening-chest.ts'

const films = [nightWatch, openingChest, chartedCourse]

test.each(films)('$name draws the same picture for the same phase', ({ draw }) => {
  expect(draw(0.37)).toBe(draw(0.37))
  expect(draw(0.37)).not.toBe(draw(0.38))
})

test.each(films)('$name draws only numbers', ({ draw }) => {
  for (const phase of [0, 0.2, 0.35, 0.5, 0.65, 0.9])
    expect(draw(phase)).not.toMatch(/NaN|undefined|Infinity/)
})

test.each(films)('$name lasts six to eight seconds of whole frames', ({ seconds }) => {
  expect(seconds).toBeGreaterThanOrEqual(6)
  expect(seconds).toBeLessThanOrEqual(8)
  expect(Number.isInteger(seconds * framesPerSecond)).toBe(true)
})

test('whole turns bring a swing back to where it began', () => {
  for (const turns of [1, 2, 7]) expect(swing(1, turns, 0.3)).toBeCloseTo(swing(0, turns, 0.3), 10)
})

test('a ramp stands still before and after, and is half way in the middle', () => {
  expect([ramp(0.1, 0.2, 0.4), ramp(0.5, 0.2, 0.4)]).toEqual([0, 1])
  expect(ramp(0.3, 0.2, 0.4)).toBeCloseTo(0.5, 10)
})

test('wrap keeps the part after the point, of negative numbers too', () => {
  expect(wrap(2.25)).toBeCloseTo(0.25, 10)
  expect(wrap(-0.25)).toBeCloseTo(0.75, 10)
})

test('scattered numbers lie between 0 and 1 and differ', () => {
  const numbers = scatter(40, 3)
  expect(Math.min(...numbers)).toBeGreaterThanOrEqual(0)
  expect(Math.max(...numbers)).toBeLessThan(1)
  expect(new Set(numbers.map((number) => number.toFixed(3))).size).toBe(40)
})
