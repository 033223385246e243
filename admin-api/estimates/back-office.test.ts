import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createTurns } from './back-office.ts'

test('short work runs next, then work that a person waits for, then other work, one at a time, and a failure stops none', async () => {
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
    takeTurn('last', work('filings')),
    takeTurn('first', work('payment')),
    takeTurn('next', work('searches')),
    takeTurn('beside', work('copy'))
  ])
  expect(
    results.map((result) => (result.status === 'fulfilled' ? result.value : result.reason.message))
  ).toEqual(['collection', 'filings', 'payment', 'no', 'copy'])
  expect(order.filter((line) => !line.startsWith('copy'))).toEqual([
    'collection begins',
    'collection ends',
    'searches begins',
    'searches ends',
    'payment begins',
    'payment ends',
    'filings begins',
    'filings ends'
  ])
  expect(order.indexOf('copy begins')).toBeLessThan(order.indexOf('collection ends'))
})
