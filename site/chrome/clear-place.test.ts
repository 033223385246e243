import { expect, test } from 'vitest'
import { type Box, findClearPlace } from './clear-place.ts'

const width = 1000
const usual: Box = { left: 700, right: 984, top: 700, bottom: 784 }

/** Buttons of rows 40 pixels apart, from this left edge on. */
function makeRows(left: number): Box[] {
  return Array.from({ length: 20 }, (_, row) => ({
    left,
    right: left + 80,
    top: row * 40,
    bottom: row * 40 + 32
  }))
}

test('with nothing below it, it stays where it is', () => {
  expect(findClearPlace(usual, [], width)).toEqual(usual)
  expect(findClearPlace(usual, makeRows(100), width)).toEqual(usual)
})

test('over the buttons at the end of each row it goes to the middle', () => {
  expect(findClearPlace(usual, makeRows(900), width)).toEqual({ ...usual, left: 358, right: 642 })
})

test('over the middle too, it goes to the left', () => {
  const rows = [...makeRows(900), ...makeRows(400)]
  expect(findClearPlace(usual, rows, width)).toEqual({ ...usual, left: 16, right: 300 })
})

test('as wide as the window, it goes up to the next gap between two rows that holds it', () => {
  const phone: Box = { left: 16, right: 374, top: 700, bottom: 784 }
  const cards = [120, 320, 520, 720].map((top) => ({ left: 30, right: 360, top, bottom: top + 44 }))
  expect(findClearPlace(phone, cards, 390)).toEqual({ ...phone, top: 628, bottom: 712 })
})

test('where every place is over something, it stays where it is', () => {
  const all = [...makeRows(900), ...makeRows(400), ...makeRows(100)]
  expect(findClearPlace(usual, all, width)).toEqual(usual)
})
