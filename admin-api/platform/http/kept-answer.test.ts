import { expect, test } from 'vitest'
import { createKeptAnswer, timeSlots } from './kept-answer.ts'

function counting() {
  const state = { stamp: 1, reads: 0 }
  const kept = createKeptAnswer(
    async () => (state.reads += 1),
    async () => state.stamp
  )
  return { state, kept }
}

test('an answer is read once as long as the stamp is the same, and anew with another', async () => {
  const { state, kept } = counting()
  expect([await kept.read(), await kept.read()]).toEqual([1, 1])
  state.stamp = 2
  expect([await kept.read(), await kept.read()]).toEqual([2, 2])
})

test('many who ask at once wait for one reading', async () => {
  const { state, kept } = counting()
  await Promise.all(Array.from({ length: 50 }, () => kept.read()))
  expect(state.reads).toBe(1)
})

test('what was forgotten is read anew', async () => {
  const { kept } = counting()
  await kept.read()
  kept.forget()
  expect(await kept.read()).toBe(2)
})

test('a failure is not kept', async () => {
  let fails = true
  const kept = createKeptAnswer(
    async () => {
      if (fails) throw new Error('the database is away')
      return 'fine'
    },
    () => 1
  )
  await expect(kept.read()).rejects.toThrow('away')
  fails = false
  expect(await kept.read()).toBe('fine')
})

test('a time slot is another one after its seconds', () => {
  let now = 0
  const slot = timeSlots(30, () => now)
  const first = slot()
  now = 29_999
  expect(slot()).toBe(first)
  now = 30_000
  expect(slot()).toBe(first + 1)
})
