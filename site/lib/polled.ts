import type { CallResult } from './call.ts'

/** Something read again and again. What is known stays while newer is read, and when that fails. */
export type Polled<Value> = {
  value: Value | null
  /** What the last reading failed with; null after a good one. */
  failure: string | null
  isReading: boolean
  /** When `value` came, in milliseconds since 1970; null before the first answer. */
  readAt: number | null
}

export type PolledAction<Value> =
  | { type: 'asked' }
  | { type: 'answered'; result: CallResult<Value>; at: number }

export function polledReducer<Value>(state: Polled<Value>, action: PolledAction<Value>): Polled<Value> {
  if (action.type === 'asked') return { ...state, isReading: true }
  const { result, at } = action
  return result.ok
    ? { value: result.value, failure: null, isReading: false, readAt: at }
    : { ...state, failure: result.message, isReading: false }
}

export const nothingRead = { value: null, failure: null, isReading: true, readAt: null }
