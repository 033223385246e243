import { setTimeout } from 'node:timers/promises'
import pLimit from 'p-limit'
import { Counter, type Registry } from 'prom-client'
import { MarketDataError } from './market-data.ts'
import { findDetail, hasTooLargeHeaders, isConsentPage, needsConsent, tooLargeHeaders } from './refusals.ts'

export type FetchParts = {
  fetch: typeof fetch
  clock: () => Date
  sleep: (milliseconds: number) => Promise<void>
  /** From 0 to 1; spreads retries over time. */
  random: () => number
  /** Per attempt, from the first byte sent to the last received. */
  timeoutMs: number
  maxAttempts: number
  /** Largest response. */
  maxBytes: number
}

export const liveFetchParts: FetchParts = {
  fetch,
  clock: () => new Date(),
  sleep: (milliseconds) => setTimeout(milliseconds),
  random: Math.random,
  timeoutMs: 10_000,
  maxAttempts: 3,
  maxBytes: 16 * 1024 * 1024
}

/** A request that failed for good; the message completes 'The provider ...'. */
export class RequestFailure extends Error {
  readonly status: number | undefined
  /** Pause requested by a 429; 0 if none was. */
  readonly retryAfterMs: number
  /** There was no response, none in time, or none from the source itself: another request would end the same way. */
  readonly isUnreachable: boolean

  constructor(
    reason: string,
    {
      status,
      retryAfterMs = 0,
      isUnreachable = false,
      cause
    }: ErrorOptions & { status?: number; retryAfterMs?: number; isUnreachable?: boolean } = {}
  ) {
    super(reason, { cause })
    this.name = 'RequestFailure'
    this.status = status
    this.retryAfterMs = retryAfterMs
    this.isUnreachable = isUnreachable
  }
}

/** Consecutive server errors from which a source counts as down: a single one may be about the requested symbol. */
export const serverErrorsUntilDown = 2

/** Whether an error is due to a server error that several attempts did not overcome. */
export function isServerError({ cause }: Error): boolean {
  return cause instanceof RequestFailure && cause.status !== undefined && cause.status >= 500
}

/** Some sources respond only to browsers. */
export const browserAgent =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36'

/** Two requests per second. */
const gapMs = 500
const firstDelayMs = 1000
/** During a longer pause requests fail at once. */
const longestPauseMs = 60_000
/** Pages and files for people are far smaller. */
const largestText = 4 * 1024 * 1024

/**
 * A fetch that sends one request at a time, at most two per second, and retries after a network error, a timeout, a
 * 429 or a 5xx: after 0.5 to 1 s, then 1 to 2 s, or after Retry-After. With `redirect: 'manual'` the caller handles
 * every status below 500 except 429; otherwise a status above 399 is a failure.
 * @throws RequestFailure
 */
export function createRateLimitedFetch(parts: FetchParts): typeof fetch {
  const oneAtATime = pLimit(1)
  let pausedUntil = 0

  async function waitForTurn(): Promise<void> {
    const wait = pausedUntil - parts.clock().getTime()
    if (wait > longestPauseMs)
      throw new RequestFailure(`asks for a pause of ${Math.ceil(wait / 1000)} seconds`, {
        status: 429,
        retryAfterMs: wait
      })
    if (wait > 0) await parts.sleep(wait)
    pausedUntil = parts.clock().getTime() + gapMs
  }

  async function fetchWithRetries(input: string | URL | Request, init?: RequestInit): Promise<Response> {
    for (let attempt = 1; ; attempt += 1) {
      await waitForTurn()
      const outcome = await tryOnce(parts, input, init)
      if (outcome instanceof Response) return outcome
      if (!outcome.isRetryable) throw outcome.failure
      // Also after the last attempt: the pause applies to every following request.
      const backoffMs = firstDelayMs * 2 ** (attempt - 1) * (0.5 + parts.random() / 2)
      const pauseMs = Math.max(outcome.retryAfterMs, backoffMs)
      pausedUntil = Math.max(pausedUntil, parts.clock().getTime() + pauseMs)
      if (attempt >= parts.maxAttempts) throw outcome.failure
    }
  }

  return (input, init) => oneAtATime(() => fetchWithRetries(input, init))
}

/** Fetches a text in one request. @throws MarketDataError */
export type TextReader = (url: string, accept: string) => Promise<string>

/**
 * Reads texts of a site. One that fails is read again with a later collection.
 * @param contact names the operator in every request
 */
export function createTextReader(name: string, contact: string, given: Partial<FetchParts>): TextReader {
  const request = createRateLimitedFetch({
    ...liveFetchParts,
    maxBytes: largestText,
    ...given,
    maxAttempts: 1
  })
  return async (url, accept) => {
    try {
      const response = await request(url, { headers: { accept, 'user-agent': contact } })
      return await response.text()
    } catch (cause) {
      const reason = cause instanceof RequestFailure ? cause.message : 'sent an unreadable response'
      const isUnreachable = cause instanceof RequestFailure && cause.isUnreachable
      throw new MarketDataError(`${name}: the site ${reason}.`, { cause, isUnreachable })
    }
  }
}

type Failed = { failure: RequestFailure; isRetryable: boolean; retryAfterMs: number }

async function tryOnce(
  { fetch, timeoutMs, maxBytes, clock }: FetchParts,
  input: string | URL | Request,
  init?: RequestInit
): Promise<Response | Failed> {
  try {
    // No source redirects its figures; one that does may lead to addresses inside the operator's network.
    const response = await fetch(input, {
      redirect: 'manual',
      ...init,
      signal: AbortSignal.timeout(timeoutMs)
    })
    const { status, statusText, headers } = response
    // Read here, so that the timeout covers the whole response.
    const body = await readBody(response, maxBytes)
    if (status === 429 || status >= 500) {
      const retryAfterMs = parseRetryAfter(headers, clock())
      const failure = new RequestFailure(reasonOf(status), { status, retryAfterMs })
      return { failure, isRetryable: true, retryAfterMs }
    }
    if (status >= 400 && init?.redirect !== 'manual')
      throw new RequestFailure(reasonOf(status, findDetail(body)), { status })
    const location = headers.get('location')
    if (init?.redirect !== 'manual' && isConsentPage(location ?? '', body))
      throw new RequestFailure(needsConsent)
    if (init?.redirect !== 'manual' && location !== null)
      throw new RequestFailure('redirects to another address', { isUnreachable: true })
    return new Response(body.byteLength === 0 ? null : body, { status, statusText, headers })
  } catch (error) {
    if (error instanceof RequestFailure) return { failure: error, isRetryable: false, retryAfterMs: 0 }
    const isTooLarge = hasTooLargeHeaders(error)
    const isLate = error instanceof Error && error.name === 'TimeoutError'
    const reason = isLate ? `did not answer within ${timeoutMs / 1000} seconds` : 'could not be reached'
    const failure = isTooLarge
      ? new RequestFailure(tooLargeHeaders, { cause: error })
      : new RequestFailure(reason, { isUnreachable: true, cause: error })
    return { failure, isRetryable: !isTooLarge, retryAfterMs: 0 }
  }
}

function reasonOf(status: number, detail: string | null = null): string {
  if (status === 429) return 'refuses further requests for now (429)'
  return detail === null ? `answered with an error (${status})` : `answered: "${detail}" (${status})`
}

async function readBody(response: Response, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength
    if (bytes > maxBytes)
      throw new RequestFailure('sent far more than the request calls for', { isUnreachable: true })
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** Seconds or a date; 0 without either. */
function parseRetryAfter(headers: Headers, now: Date): number {
  const text = headers.get('retry-after')?.trim() ?? ''
  const wait = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now.getTime()
  return Number.isFinite(wait) ? Math.max(0, wait) : 0
}

/** `refused`: 429; `failed`: an error response; `unreachable`: no response, or none in time. */
type Outcome = 'answered' | 'refused' | 'failed' | 'unreachable'

/** @returns a function that creates a fetch that counts a source's requests by outcome */
export function createCountingFetch(
  registry: Registry,
  send: typeof fetch = fetch
): (source: string) => typeof fetch {
  const requests = new Counter({
    name: 'doubloon_source_requests_total',
    help: 'Requests to data sources, by outcome.',
    labelNames: ['source', 'outcome'],
    registers: [registry]
  })
  return (source) => async (input, init) => {
    const count = (outcome: Outcome) => requests.inc({ source, outcome })
    try {
      const response = await send(input, init)
      count(outcomeOf(response.status))
      return response
    } catch (error) {
      count('unreachable')
      throw error
    }
  }
}

function outcomeOf(status: number): Outcome {
  if (status === 429) return 'refused'
  return status >= 500 ? 'failed' : 'answered'
}
