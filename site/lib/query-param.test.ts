import { expect, test } from 'vitest'
import { oneOf, queryParam, withParams } from './query-param.ts'

test('a parameter that is missing or not accepted is null', () => {
  const weeks = oneOf(['4', '12'])
  expect(queryParam('?weeks=12&ref=mail', 'weeks', weeks)).toBe('12')
  for (const query of ['', '?weeks=', '?weeks=5', '?other=4', '?%E0%A4%A'])
    expect(queryParam(query, 'weeks', weeks)).toBeNull()
})

test('null removes a parameter, and other parameters stay', () => {
  expect(withParams('?weeks=4&ref=a%20b', { weeks: null, funds: 'all' })).toBe('?ref=a+b&funds=all')
  expect(withParams('?weeks=4', { weeks: null })).toBe('')
})
