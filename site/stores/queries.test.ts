import { expect, test } from 'vitest'
import { refetchQueries, registerQuery } from './queries.ts'

test('every query is asked again, also when one fails, and the end waits for the slowest', async () => {
  const asked: string[] = []
  registerQuery(async () => {
    await Promise.resolve()
    asked.push('slow')
  })
  registerQuery(() => Promise.reject(new Error('no network')))
  registerQuery(async () => void asked.push('fast'))
  await refetchQueries()
  expect(asked).toEqual(['fast', 'slow'])
})
