import type { CallFailure } from '../lib/call.ts'

/** Why a login failed. Only a response of the server means that the password was wrong. */
export function failureText(failure: CallFailure): string {
  if (failure.from === 'server') return failure.message
  return failure.status === 401 ? 'Invalid credentials' : failure.message
}
