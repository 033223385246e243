import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createTurns } from './back-office.ts'

test('work that a person waits for runs before other work, one at a time, and a failure stops none', async () => {
  const takeTurn = createTurns()
  const order: string[] = []
  const work = (name: string) => async () => {
    order.push(`${name} begins`)
    await setImmediate()
    order.push(`${name} ends`)
    if (name === 'searches') throw new Error('no')
    return name
  }
  const results = await Promise.allSettled([
    takeTurn('last', work('collection')),
    takeTurn('last', work('searches')),
    takeTurn('first', work('payment')),
    takeTurn('beside', work('copy'))
  ])
  expect(
    results.map((result) => (result.status === 'fulfilled' ? result.value : result.reason.message))
  ).toEqual(['collection', 'no', 'payment', 'copy'])
  expect(order.filter((line) => !line.startsWith('copy'))).toEqual([
    'collection begins',
    'collection ends',
    'payment begins',
    'payment ends',
    'searches begins',
    'searches ends'
  ])
  expect(order.indexOf('copy begins')).toBeLessThan(order.indexOf('collection ends'))
})
