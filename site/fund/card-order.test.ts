import { expect, test } from 'vitest'
import { type CardOrder, defaultCardOrder, isDefaultOrder, moveCard, parseCardOrder } from './card-order.ts'

test('a stored order is read back', () => {
  const order: CardOrder = ['history', 'estimator', 'calculator']
  expect(parseCardOrder(JSON.stringify(order))).toEqual(order)
})

test("the old name 'estimate' is accepted", () => {
  expect(parseCardOrder('["history","estimate","calculator"]')).toEqual([
    'history',
    'estimator',
    'calculator'
  ])
})

test.each([
  ['text that is not JSON', 'history,estimator'],
  ['an object instead of a list', '{"0":"history"}'],
  ['null', 'null'],
  ['two cards', '["history","estimator"]'],
  ['four cards', '["history","estimator","calculator","history"]'],
  ['an unknown card', '["history","estimator","treasure"]'],
  ['a card twice', '["history","history","calculator"]'],
  ['old and new name of one card', '["estimate","estimator","calculator"]']
])('%s falls back to the default order', (_case, text) => {
  expect(parseCardOrder(text)).toEqual(defaultCardOrder)
})

test('a card moves one place at a time', () => {
  expect(moveCard(defaultCardOrder, 'history', 'up')).toEqual(['estimator', 'history', 'calculator'])
  expect(moveCard(defaultCardOrder, 'estimator', 'down')).toEqual(['calculator', 'estimator', 'history'])
})

test("the first card can't go up and the last can't go down", () => {
  expect(moveCard(defaultCardOrder, 'estimator', 'up')).toBe(defaultCardOrder)
  expect(moveCard(defaultCardOrder, 'history', 'down')).toBe(defaultCardOrder)
})

test('a card moved up and down again is back in its place', () => {
  for (const card of defaultCardOrder.slice(1)) {
    expect(isDefaultOrder(moveCard(moveCard(defaultCardOrder, card, 'up'), card, 'down'))).toBe(true)
  }
})
