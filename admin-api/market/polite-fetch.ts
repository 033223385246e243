/** What a fetch that keeps its manners needs from the world. */
export type PoliteParts = {
  fetch: typeof fetch
  clock: () => Date
  sleep: (milliseconds: number) => Promise<void>
  /** From 0 to 1, so that many clients do not come back in step. */
  random: () => number
  /** For one try, from its first byte sent to the last received. */
  timeoutMs: number
}

/** A request that came to nothing; the message completes 'The provider ...'. */
export class RequestFailure extends Error {
  readonly status: number | undefined

  constructor(reason: string, status?: number, options?: ErrorOptions) {
    super(reason, options)
    this.name = 'RequestFailure'
    this.status = status
  }
}

/** Two requests a second. */
export const gapMs = 500
export const mostTries = 3
const firstDelayMs = 1000
/** Who asks for a longer rest is left alone, and the caller is told so at once. */
const longestRestMs = 60_000
const largestAnswer = 16 * 1024 * 1024

/**
 * A fetch that sends one request after the other, no more than two a second, and tries again after a network error,
 * a timeout, a 429 or a 5xx: after 0.5 to 1 s, then 1 to 2 s, or when Retry-After says. Redirects that the caller
 * wants to see come back whatever they are; any other answer above 399 is a failure.
 * @throws RequestFailure
 */
export function createPoliteFetch(parts: PoliteParts): typeof fetch {
  let openAt = 0
  let last: Promise<unknown> = Promise.resolve()

  async function waitForTurn(): Promise<void> {
    const wait = openAt - parts.clock().getTime()
    if (wait > longestRestMs)
      throw new RequestFailure(`asks to be left alone for ${Math.ceil(wait / 1000)} seconds`, 429)
    if (wait > 0) await parts.sleep(wait)
    openAt = parts.clock().getTime() + gapMs
  }

  function rest(milliseconds: number): void {
    openAt = Math.max(openAt, parts.clock().getTime() + milliseconds)
  }

  async function fetchPatiently(input: string | URL | Request, init?: RequestInit): Promise<Response> {
    for (let tries = 1; ; tries += 1) {
      await waitForTurn()
      const outcome = await tryOnce(parts, input, init)
      if (outcome instanceof Response) return outcome
      // A rest that was asked for is kept by everybody, also when this was the last try.
      const backoff = firstDelayMs * 2 ** (tries - 1) * (0.5 + parts.random() / 2)
      if (outcome.isWorthAnother) rest(Math.max(outcome.retryAfterMs, backoff))
      if (!outcome.isWorthAnother || tries === mostTries) throw outcome.failure
    }
  }

  return (input, init) => {
    const answer = last.then(() => fetchPatiently(input, init))
    last = answer.catch(() => undefined)
    return answer
  }
}

type Failed = { failure: RequestFailure; isWorthAnother: boolean; retryAfterMs: number }

async function tryOnce(
  { fetch, timeoutMs, clock }: PoliteParts,
  input: string | URL | Request,
  init?: RequestInit
): Promise<Response | Failed> {
  try {
    const response = await fetch(input, { ...init, signal: AbortSignal.timeout(timeoutMs) })
    const { status, statusText, headers } = response
    // Read here, so that the time limit holds for the whole answer.
    const body = await readBody(response)
    if (status === 429 || status >= 500) {
      const failure = new RequestFailure(reasonOf(status), status)
      return { failure, isWorthAnother: true, retryAfterMs: parseRetryAfter(headers, clock()) }
    }
    if (status >= 400 && init?.redirect !== 'manual') throw new RequestFailure(reasonOf(status), status)
    return new Response(body.byteLength === 0 ? null : body, { status, statusText, headers })
  } catch (error) {
    if (error instanceof RequestFailure) return { failure: error, isWorthAnother: false, retryAfterMs: 0 }
    const isLate = error instanceof Error && error.name === 'TimeoutError'
    const reason = isLate ? `did not answer within ${timeoutMs / 1000} seconds` : 'could not be reached'
    const failure = new RequestFailure(reason, undefined, { cause: error })
    return { failure, isWorthAnother: true, retryAfterMs: 0 }
  }
}

function reasonOf(status: number): string {
  return status === 429 ? 'is asked too often (429)' : `answered with an error (${status})`
}

async function readBody(response: Response): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength
    if (bytes > largestAnswer) throw new RequestFailure('sent far more than was asked for')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** Seconds, or a date; anything else is as good as nothing. */
function parseRetryAfter(headers: Headers, now: Date): number {
  const text = headers.get('retry-after')?.trim() ?? ''
  const wait = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now.getTime()
  return Number.isFinite(wait) ? Math.max(0, wait) : 0
}
