/*
 * What else a provider may answer than figures, named for what it is; each text completes 'The provider ...'.
 */

export const wantsConsent =
  'sends a page that asks for consent to cookies instead of figures, as it does to addresses in Europe'

export const tooLargeHeaders =
  'sends larger headers than Node takes; start the service with NODE_OPTIONS=--max-http-header-size=65536'

/** A request that needs none is answered so as well, where Yahoo has changed its mind. */
export const refusesCrumb = 'refuses its own crumb, the key to its options (401)'

/** Of a symbol that it has nothing of Yahoo says one of these, with a 404 or a 400. */
export function saysUnknown(message: string): boolean {
  return /may be delisted|data doesn't exist/i.test(message)
}

/** Longer ones are cut: they end in a sentence for the operator. */
const longestWords = 200

/** The provider's own explanation in the body of an error; null where there is none. */
export function findOwnWords(body: Uint8Array): string | null {
  const text = /"description"\s*:\s*("(?:[^"\\]|\\.)*")/.exec(new TextDecoder().decode(body))?.[1]
  if (text === undefined) return null
  try {
    const words = String(JSON.parse(text)).replace(/\s+/g, ' ').trim()
    return words === '' ? null : words.slice(0, longestWords)
  } catch {
    return null
  }
}

/** Where a request was led on to, or what came instead of JSON. */
export function isConsentPage(url: string, body: Uint8Array): boolean {
  if (/^https:\/\/(?:guce|consent)\./.test(url)) return true
  const start = new TextDecoder().decode(body.subarray(0, 20_000))
  return /^\s*</.test(start) && /collectConsent|consent-page|consent\.yahoo\.com/i.test(start)
}

/** https://github.com/nodejs/undici/blob/main/docs/docs/api/Errors.md */
export function hasTooLargeHeaders(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined
  return cause instanceof Error && Reflect.get(cause, 'code') === 'UND_ERR_HEADERS_OVERFLOW'
}

/** What yahoo-finance2 throws while it fetches a crumb (getCrumb.js), which has no class and no code of its own. */
export function nameCrumbFailure(error: unknown): string {
  const text = error instanceof Error ? error.message : ''
  const status = /Failed to get crumb, status (\d+)/.exec(text)?.[1]
  if (status !== undefined)
    return `gives out no crumb, the key to its options (${status}); this ends by itself, mostly within a day`
  if (/consent/i.test(text)) return wantsConsent
  if (/No set-cookie header/.test(text)) return 'sends no cookie, without which it gives out no options'
  return 'sent nothing that can be read'
}
