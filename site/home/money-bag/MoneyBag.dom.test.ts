import { expect, test } from 'vitest'
import { type MoneyBagState, moneyBagReducer, stillBag } from './MoneyBag.tsx'

function click(times: number, from: MoneyBagState = stillBag): MoneyBagState {
  let state = from
  for (let done = 0; done < times; done += 1) state = moneyBagReducer(state, { type: 'clicked' })
  return state
}

test('two clicks only shake, the third starts a burst', () => {
  expect(click(2)).toEqual({ clicks: 2, density: 0 })
  expect(click(3)).toEqual({ clicks: 3, density: 1 })
})

test('each further click makes the burst half as dense again, up to three times', () => {
  expect(click(4).density).toBe(1.5)
  expect(click(7).density).toBe(3)
  expect(click(20).density).toBe(3)
})

test('after the burst it takes three clicks again', () => {
  const after = moneyBagReducer(click(5), { type: 'burst-ended' })
  expect(click(2, after).density).toBe(0)
  expect(click(3, after).density).toBe(1)
})
