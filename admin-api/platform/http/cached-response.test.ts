import { expect, test } from 'vitest'
import { createCachedValue, timeSlots } from './cached-response.ts'

function counting() {
  const state = { stamp: 1, reads: 0 }
  const cached = createCachedValue(
    async () => (state.reads += 1),
    async () => state.stamp
  )
  return { state, cached }
}

test('a value is read once per stamp', async () => {
  const { state, cached } = counting()
  expect([await cached.read(), await cached.read()]).toEqual([1, 1])
  state.stamp = 2
  expect([await cached.read(), await cached.read()]).toEqual([2, 2])
})

test('concurrent callers share one read', async () => {
  const { state, cached } = counting()
  await Promise.all(Array.from({ length: 50 }, () => cached.read()))
  expect(state.reads).toBe(1)
})

test('a forgotten value is read again', async () => {
  const { cached } = counting()
  await cached.read()
  cached.forget()
  expect(await cached.read()).toBe(2)
})

test('a failure is not cached', async () => {
  let fails = true
  const cached = createCachedValue(
    async () => {
      if (fails) throw new Error('the database is away')
      return 'fine'
    },
    () => 1
  )
  await expect(cached.read()).rejects.toThrow('away')
  fails = false
  expect(await cached.read()).toBe('fine')
})

test('a time slot changes after its seconds', () => {
  let now = 0
  const slot = timeSlots(30, () => now)
  const first = slot()
  now = 29_999
  expect(slot()).toBe(first)
  now = 30_000
  expect(slot()).toBe(first + 1)
})
