import { RateLimiterMemory } from 'rate-limiter-flexible'
import { expect, test } from 'vitest'
import { forgetOldest } from './forget-oldest.ts'

test('of more callers than are counted at a time the one that has not come for the longest is forgotten', async () => {
  const limiters = [1, 2].map((points) => new RateLimiterMemory({ points, duration: 60 }))
  const note = forgetOldest(limiters, 2)
  for (const caller of ['first', 'second', 'first', 'third']) {
    await note(caller)
    for (const limiter of limiters) await limiter.penalty(caller)
  }
  for (const limiter of limiters) {
    expect(await limiter.get('second')).toBeNull()
    expect(await limiter.get('first')).toMatchObject({ consumedPoints: 2 })
    expect(await limiter.get('third')).toMatchObject({ consumedPoints: 1 })
  }
})
