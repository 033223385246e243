export const needsConsent =
  'sends a page that asks for consent to cookies instead of figures, as it does to addresses in Europe'

export const tooLargeHeaders =
  'sends larger headers than Node accepts; start the service with NODE_OPTIONS=--max-http-header-size=65536'

/** Yahoo also responds with a 401 to requests that usually need no crumb. */
export const refusesCrumb = 'refuses its own crumb, the key to its options (401)'

/** Yahoo's error texts for unknown symbols, with a 404 or a 400. */
export function saysUnknown(message: string): boolean {
  return /may be delisted|data doesn't exist/i.test(message)
}

/** Longer texts are cut, because they become part of a sentence for the operator. */
const maxLength = 200

/** The provider's own explanation in an error body; null if there is none. */
export function findDetail(body: Uint8Array): string | null {
  const text = /"description"\s*:\s*("(?:[^"\\]|\\.)*")/.exec(new TextDecoder().decode(body))?.[1]
  if (text === undefined) return null
  try {
    const detail = String(JSON.parse(text)).replace(/\s+/g, ' ').trim()
    return detail === '' ? null : detail.slice(0, maxLength)
  } catch {
    return null
  }
}

/** Detects a redirect or a page that asks for consent instead of JSON. */
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

/** Names errors of yahoo-finance2's getCrumb.js, which have no class or code. */
export function nameCrumbFailure(error: unknown): string {
  const text = error instanceof Error ? error.message : ''
  const status = /Failed to get crumb, status (\d+)/.exec(text)?.[1]
  if (status !== undefined)
    return `issues no crumb, the key to its options (${status}); this usually ends within a day`
  if (/consent/i.test(text)) return needsConsent
  if (/No set-cookie header/.test(text)) return 'sends no cookie, which it requires for options'
  return 'sent an unreadable response'
}
