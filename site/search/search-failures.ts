import type { CallFailure } from '../lib/call.ts'
import { isSymbol } from '../lib/symbol-from.ts'

/** Title and sentence of a toast. */
export type SearchFailure = { title: string; message: string }

export const unloaded: SearchFailure = {
  title: 'Error',
  message: 'Failed to fetch stock data. Please check your connection and try again.'
}
const offline: SearchFailure = {
  title: 'Error',
  message: 'You appear to be offline. Please check your internet connection and try again.'
}
const wrongFormat: SearchFailure = {
  title: 'Invalid Format',
  message: 'Symbol must contain 1-5 letters only (no numbers, spaces, or special characters).'
}

/** Why a search is not sent; null when it may be. */
export function unsendable(symbol: string): SearchFailure | null {
  if (!isSymbol(symbol)) return wrongFormat
  return navigator.onLine ? null : offline
}

export function failureOf(failure: CallFailure): SearchFailure {
  if (failure.from === 'page')
    return { title: 'Error', message: `Failed to fetch stock data. ${failure.message}` }
  const [title = '', ...rest] = failure.message.split(': ')
  // The server opens this one sentence with its own title.
  if (failure.status === 404 && title === 'Unsupported ETF') return { title, message: rest.join(': ') }
  return { title: 'Error', message: failure.message }
}
