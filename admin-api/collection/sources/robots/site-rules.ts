import { formatLongDay } from '../../../market-days/days.ts'
import { toNewYorkTime } from '../../../market-days/sessions.ts'
import type { SourceRobotsTable } from '../../../platform/database/schema/sources.ts'
import type { Db } from '../../../platform/database/schema.ts'
import { writeTransaction } from '../../../platform/database/write-transaction.ts'
import { type FetchParts, RequestFailure } from '../rate-limited-fetch.ts'
import type { SourceDescription } from '../source.ts'
import { allowsAddress, parseRobots, type RobotsRules } from './robots-file.ts'

const hourMs = 3_600_000
/** A file is read once a day; one that couldn't be read, once an hour. */
const lastsMs = { read: 24 * hourMs, failed: hourMs }
/** RFC 9309 asks to follow at least five. */
const mostRedirects = 5
const largestBody = 512_000
/** A site that asks for longer pauses isn't polled at all. */
const longestDelaySeconds = 300

type SiteParts = { db: Db } & Pick<FetchParts, 'clock' | 'sleep'> & {
    contact: string
    timeoutMs: number
  }

/**
 * The rules of a site, requested once a day and otherwise as stored; null if its robots.txt was never readable, which
 * forbids everything.
 */
export async function readSiteRules(
  { db, clock, contact, timeoutMs }: Omit<SiteParts, 'sleep'>,
  origin: string,
  send: typeof fetch
): Promise<RobotsRules | null> {
  const stored = await findRobots(db, origin)
  const age = stored === undefined ? Infinity : clock().getTime() - Date.parse(stored.asked_at)
  const isReadable = stored !== undefined && (stored.status === 200 || isAbsent(stored.status))
  if (stored !== undefined && age < (isReadable ? lastsMs.read : lastsMs.failed)) return rulesOf(stored)
  const { status, body } = await requestRobots(origin, (url) =>
    send(url, {
      redirect: 'manual',
      headers: { 'user-agent': contact, accept: 'text/plain' },
      signal: AbortSignal.timeout(timeoutMs)
    })
  )
  // While the site fails, its last readable rules stay in force.
  const row = { origin, asked_at: clock().toISOString(), status, body: body ?? stored?.body ?? null }
  await writeTransaction(db, (trx) =>
    trx
      .insertInto('source_robots')
      .values(row)
      .onConflict((conflict) => conflict.column('origin').doUpdateSet(row))
      .execute()
  )
  return rulesOf(row)
}

/** A site without the file allows everything; 429 says nothing about it. */
function isAbsent(status: number): boolean {
  return status >= 400 && status < 500 && status !== 429
}

function rulesOf({ body }: Pick<SourceRobotsTable, 'body'>): RobotsRules | null {
  return body === null ? null : parseRobots(body)
}

type RobotsReply = Pick<SourceRobotsTable, 'status' | 'body'>

/** Requests the file, also where the site redirects it to within its own host. Status 0: no usable response. */
export async function requestRobots(
  origin: string,
  send: (url: string) => Promise<Response>
): Promise<RobotsReply> {
  let url = `${origin}/robots.txt`
  try {
    for (let redirects = 0; redirects <= mostRedirects; redirects += 1) {
      const response = await send(url)
      const { status } = response
      const location = response.headers.get('location')
      if (status >= 300 && status < 400 && location !== null) {
        await response.body?.cancel()
        const next = new URL(location, url)
        if (nameOf(next) !== nameOf(new URL(origin))) return { status: 0, body: null }
        url = next.href
        continue
      }
      if (status === 200) return { status, body: (await readStart(response)).replaceAll('\0', '') }
      await response.body?.cancel()
      return { status, body: isAbsent(status) ? '' : null }
    }
    return { status: 404, body: '' }
  } catch {
    return { status: 0, body: null }
  }
}

const nameOf = ({ hostname }: URL) => hostname.replace(/^www\./, '')

async function readStart(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk)
    bytes += chunk.byteLength
    if (bytes > largestBody) break
  }
  return new TextDecoder().decode(Buffer.concat(chunks))
}

/**
 * A fetch that obeys the robots.txt of each site, Crawl-delay included. It throws a RequestFailure for what the site
 * forbids, without a request.
 */
export function createPoliteFetch(parts: SiteParts, send: typeof fetch): typeof fetch {
  const freeAt = new Map<string, number>()
  return async (input, init) => {
    const { href, origin, pathname } = new URL(input instanceof Request ? input.url : input)
    const rules = await readSiteRules(parts, origin, send)
    if (rules === null)
      throw new RequestFailure('does not show its robots.txt, so nothing is requested', {
        isUnreachable: true
      })
    if (!allowsAddress(rules, href))
      throw new RequestFailure(`forbids ${pathname} in its robots.txt`, { isUnreachable: true })
    const { delaySeconds } = rules
    if (delaySeconds > longestDelaySeconds)
      throw new RequestFailure(
        `asks for ${delaySeconds} seconds between requests in its robots.txt, so nothing is requested`,
        { isUnreachable: true }
      )
    const wait = (freeAt.get(origin) ?? 0) - parts.clock().getTime()
    if (wait > 0) await parts.sleep(wait)
    freeAt.set(origin, parts.clock().getTime() + delaySeconds * 1000)
    // The pause doesn't count towards the timeout.
    return send(input, { ...init, signal: AbortSignal.timeout(parts.timeoutMs) })
  }
}

/** Why the robots.txt of a source's sites, as stored, forbids its requests; null if it doesn't or wasn't read yet. */
export async function findRobotsObstacle(db: Db, { robots }: SourceDescription): Promise<string | null> {
  for (const address of robots.addresses) {
    const stored = await findRobots(db, new URL(address).origin)
    // Rules that are only reported matter once they are known.
    const isKnown = stored !== undefined && (robots.treatment === 'obeyed' || stored.body !== null)
    const sentence = isKnown ? nameObstacle(stored, address) : null
    if (sentence !== null) return sentence
  }
  return null
}

/** The obstacle for one address as a sentence. */
export function nameObstacle(
  { asked_at, status, body }: Omit<SourceRobotsTable, 'origin'>,
  address: string
): string | null {
  const { host, pathname } = new URL(address)
  const read = formatLongDay(toNewYorkTime(new Date(asked_at)).day)
  const rules = rulesOf({ body })
  if (rules === null)
    return `The robots.txt of ${host} can’t be read (${status === 0 ? 'no answer' : status}), last tried on ${read}.`
  if (!allowsAddress(rules, address))
    return `The robots.txt of ${host}, read on ${read}, forbids ${pathname}.`
  return rules.delaySeconds <= longestDelaySeconds
    ? null
    : `The robots.txt of ${host}, read on ${read}, asks for ${rules.delaySeconds} seconds between requests.`
}

function findRobots(db: Db, origin: string): Promise<SourceRobotsTable | undefined> {
  return db.selectFrom('source_robots').selectAll().where('origin', '=', origin).executeTakeFirst()
}
