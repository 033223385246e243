import { expect, test } from 'vitest'
import { nothingRead, type Polled, polledReducer } from './polled.ts'

const known: Polled<number> = { value: 7, failure: null, isReading: false, readAt: 1000 }
const refusal = { ok: false, status: 0, message: 'No answer.', told: 'by-us' } as const

test('the first answer is the value, with its time', () => {
  const answered = polledReducer<number>(nothingRead, {
    type: 'answered',
    result: { ok: true, value: 7 },
    at: 1000
  })
  expect(answered).toEqual(known)
})

test('what is known stays while newer is read, and when that fails', () => {
  const asked = polledReducer(known, { type: 'asked' })
  expect(asked).toEqual({ ...known, isReading: true })
  expect(polledReducer(asked, { type: 'answered', result: refusal, at: 2000 })).toEqual({
    ...known,
    failure: 'No answer.'
  })
})

test('a failure is forgotten with the next good answer', () => {
  const failed: Polled<number> = { ...known, failure: 'No answer.' }
  const result = { ok: true, value: 8 } as const
  expect(polledReducer(failed, { type: 'answered', result, at: 3000 })).toEqual({
    value: 8,
    failure: null,
    isReading: false,
    readAt: 3000
  })
})
