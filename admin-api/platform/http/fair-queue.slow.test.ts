import { expect, test } from 'vitest'
import { ApiError } from './errors.ts'
import { createFairQueue } from './fair-queue.ts'

const message = 'Please try again in a moment.'

test('groups take turns, so that a flood delays others by one call each', async () => {
  const wait = createFairQueue({ perSecond: 50, maxWaiting: 100, message })
  const order: string[] = []
  const call = (group: string) => wait(group).then(() => order.push(group))
  await Promise.all([...Array.from({ length: 10 }, () => call('flood')), call('a'), call('b')])
  expect(order.slice(0, 4).toSorted()).toEqual(['a', 'b', 'flood', 'flood'])
  expect(order.slice(4)).toEqual(Array(8).fill('flood'))
})

test('when too many calls wait, the largest group loses its newest, not the one that comes last', async () => {
  const wait = createFairQueue({ perSecond: 50, maxWaiting: 5, message })
  const flood = Array.from({ length: 10 }, () => wait('flood'))
  const visitor = wait('visitor')
  const outcomes = await Promise.allSettled(flood)
  await expect(visitor).resolves.toBeUndefined()
  const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
  expect(refused.length).toBeGreaterThan(3)
  for (const error of refused) expect(error).toBeInstanceOf(ApiError)
})
