import { createHash } from 'node:crypto'
import { MarketDataError } from './market-data.ts'
import {
  createRateLimitedFetch,
  type FetchParts,
  liveFetchParts,
  RequestFailure
} from './rate-limited-fetch.ts'

/** Validators of the last answer, its time, and a digest of its text. */
type Seen = { etag: string | null; lastModified: string | null; digest: string; readAt: number }

/** A text that was read in full is requested in full again after this long, whatever its validators say. */
const trustedMs = 15 * 60_000
const largestText = 4 * 1024 * 1024

/** @returns the text, or null if it is the same as at the last reading. @throws MarketDataError */
export type ChangeReader = (url: string, accept: string) => Promise<string | null>

/**
 * Reads texts of a site again and again, with If-None-Match and If-Modified-Since, so that an unchanged one costs the site
 * nothing. A site may be wrong about what it changed: each text is read in full every 15 minutes, and where it then
 * differs under the same validators, those of this address are never sent again.
 */
export function createChangeReader(
  name: string,
  contact: string,
  given: Partial<FetchParts>
): { read: ChangeReader; forget: (url: string) => void } {
  const parts: FetchParts = { ...liveFetchParts, maxBytes: largestText, ...given, maxAttempts: 1 }
  const request = createRateLimitedFetch(parts)
  const seen = new Map<string, Seen>()
  const wrong = new Set<string>()

  /** Validators that may be sent; a day in the future validates nothing. */
  function validatorsOf(url: string, now: number): Record<string, string> {
    const last = seen.get(url)
    if (last === undefined || wrong.has(url) || now - last.readAt >= trustedMs) return {}
    const { etag, lastModified } = last
    const isPast = lastModified !== null && Date.parse(lastModified) <= now
    return {
      ...(etag !== null && { 'if-none-match': etag }),
      ...(isPast && { 'if-modified-since': lastModified })
    }
  }

  async function read(url: string, accept: string): Promise<string | null> {
    const now = parts.clock().getTime()
    const before = seen.get(url)
    try {
      const response = await request(url, {
        headers: { accept, 'user-agent': contact, ...validatorsOf(url, now) }
      })
      if (response.status === 304) {
        if (before === undefined)
          throw new RequestFailure('says that a page is unchanged that was never read')
        return null
      }
      const text = await response.text()
      const digest = createHash('sha256').update(text).digest('base64')
      const [etag, lastModified] = [response.headers.get('etag'), response.headers.get('last-modified')]
      seen.set(url, { etag, lastModified, digest, readAt: now })
      if (before?.digest === digest) return null
      const hasSame = before?.etag === etag && before.lastModified === lastModified
      if (hasSame && (etag !== null || lastModified !== null)) wrong.add(url)
      return text
    } catch (cause) {
      const reason = cause instanceof RequestFailure ? cause.message : 'sent an unreadable response'
      const isUnreachable = cause instanceof RequestFailure && cause.isUnreachable
      throw new MarketDataError(`${name}: the site ${reason}.`, { cause, isUnreachable })
    }
  }

  // After a text that could not be used, the next answer must be a full one.
  return { read, forget: (url) => void seen.delete(url) }
}
