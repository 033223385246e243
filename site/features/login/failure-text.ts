import type { CallResult } from '../../lib/call.ts'

/** Why a login failed. Only an answer of the server says anything about the password. */
export function failureText(failure: Extract<CallResult<unknown>, { ok: false }>): string {
  if (failure.told === 'by-server') return failure.message
  return failure.status === 401 ? 'Invalid credentials' : failure.message
}
