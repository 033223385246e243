import { expect, test } from 'vitest'
import { makeRoiEntry } from '../../testing/make-roi-entry.ts'
import { placeOn, roiScale } from './roi-entries.ts'

test('the scale runs from a total loss to the best fund in steps of fifty', () => {
  const scale = roiScale([makeRoiEntry({ price_change: -30, total_roi: 166.15 }), makeRoiEntry()])
  expect(scale).toEqual({ low: -100, high: 200, ticks: [-100, -50, 0, 50, 100, 150, 200] })
  expect(placeOn(scale, -100)).toBe(0)
  expect(placeOn(scale, 0)).toBe(33.33)
  expect(placeOn(scale, 200)).toBe(100)
})

test("the scale keeps room above zero, and funds without figures don't stretch it", () => {
  const scale = roiScale([makeRoiEntry({ price_change: null, total_roi: null })])
  expect(scale.high).toBe(50)
  expect(roiScale([]).ticks).toEqual([-100, -50, 0, 50])
  expect(placeOn(scale, -130)).toBe(0)
})
