import { formatLongDay } from '../market-days/days.ts'
import { toNewYorkTime } from '../market-days/sessions.ts'
import {
  deleteMeta,
  readMeta,
  readMetaValue,
  writeMeta,
  writeMetaValue
} from '../platform/database/meta.db.ts'
import type { Db, Trx } from '../platform/database/schema.ts'
import type { MarketAnswer, SourceBlock } from './fetch-funds.ts'

/** States of the sources, by the key under which each is stored. */
type SourceStates = {
  /** Pause after a block. `hours` is its planned length, maybe a fraction: the next one is longer. */
  'collection-pause': { until: string; hours: number }
  /** Last day (New York) on which the second source was queried, and its fault as a sentence or null. */
  'second-source': { askedOn: string; fault: string | null }
  /**
   * Last request to each site for announcements. `fault` is a sentence or null; `foundOn` is the New York day of the last
   * response with a payment, at first that of the first request; `jitter` a factor on the time until the next request, and
   * `savedAt` when its answer was last compared with what is stored.
   */
  announcements: Record<
    string,
    { askedAt: string; fault: string | null; foundOn: string; jitter?: number; savedAt?: string }
  >
  /** Source that most funds came from instead of the preferred one, and since when without interruption. */
  'stand-in': { sourceName: string; since: string }
  /** The last collection of all or missed funds; `isStopped`: the source refused further requests or gave no response. */
  'last-collection': { endedAt: string; collected: number; failed: number; isStopped: boolean }
}

/** Null without a pause or a stand-in, and before the first request or collection. */
export function readSourceState<Key extends keyof SourceStates>(
  db: Db,
  key: Key
): Promise<SourceStates[Key] | null> {
  return readMetaValue(db, key)
}

export function writeSourceState<Key extends keyof SourceStates>(
  db: Db,
  key: Key,
  state: SourceStates[Key] | null
): Promise<void> {
  return writeMetaValue(db, key, state)
}

/** Returns the problems of the source at the last collection of all funds, in sentences; null if there were none. */
export async function readSourceFault(db: Db): Promise<string | null> {
  return readMeta(db, 'source-fault')
}

export async function writeSourceFault(db: Db, fault: string | null): Promise<void> {
  if (fault === null) await deleteMeta(db, 'source-fault')
  else await writeMeta(db, 'source-fault', fault)
}

async function noteStandIn(trx: Trx, answers: readonly MarketAnswer[], now: Date) {
  const fetched = answers.flatMap((answer) => ('fetched' in answer ? [answer.fetched] : []))
  const [first, ...more] = fetched.filter(({ isStandIn }) => isStandIn === true)
  if (fetched.length === 0) return
  if (first === undefined || 2 * (1 + more.length) <= fetched.length)
    return writeSourceState(trx, 'stand-in', null)
  const since = (await readSourceState(trx, 'stand-in'))?.since ?? now.toISOString()
  await writeSourceState(trx, 'stand-in', { sourceName: first.sourceName ?? '', since })
}

const hourMs = 3_600_000
/** In hours. Repeated blocks lengthen the pause; outages of a network are usually short. */
const pauses = { refused: { first: 1, longest: 8 }, unreachable: { first: 5 / 60, longest: 1 } } as const

/** Outcome of a collection of all or missed funds, as far as it concerns the source. */
export type SourceOutcome = {
  answers: readonly MarketAnswer[]
  block: SourceBlock | null
  /** Number of funds to collect. */
  wanted: number
  /** Number of all open funds. */
  openFunds: number
}

/**
 * Stores whether the source works and, if it blocks, when to continue.
 * @returns a sentence for the operator if the collection was stopped; otherwise null
 */
export async function noteSourceOutcome(
  trx: Trx,
  { answers, block, wanted, openFunds }: SourceOutcome,
  now: Date
): Promise<string | null> {
  await noteStandIn(trx, answers, now)
  const failed = answers.filter((answer) => 'message' in answer)
  const collected = answers.length - failed.length
  await writeSourceState(trx, 'last-collection', {
    endedAt: now.toISOString(),
    collected,
    failed: failed.length,
    isStopped: block !== null && block.kind !== 'stopped'
  })
  if (block?.kind === 'stopped') return `${block.message} ${collected} of ${wanted} funds were collected.`
  if (block !== null) {
    const last = await readSourceState(trx, 'collection-pause')
    const { first, longest } = pauses[block.kind]
    const hours = Math.max(first, Math.min(longest, 2 * (last?.hours ?? 0)))
    const until = new Date(now.getTime() + Math.max(block.forMs, hours * hourMs))
    await writeSourceState(trx, 'collection-pause', { until: until.toISOString(), hours })
    const sentence = `${block.message} ${collected} of ${wanted} funds were collected before the collection stopped; it resumes at ${formatTime(until)}.`
    await writeSourceFault(trx, sentence)
    return sentence
  }
  await writeSourceState(trx, 'collection-pause', null)
  const last = failed.at(-1)
  if (last !== undefined && 'message' in last && failed.length > openFunds / 2)
    await writeSourceFault(
      trx,
      `${failed.length} of ${wanted} funds could not be collected; the last one: ${last.message}`
    )
  // A few failing funds say nothing about the source.
  else if (collected > 0 || wanted === 0) await writeSourceFault(trx, null)
  return null
}

function formatTime(instant: Date): string {
  const { day, time } = toNewYorkTime(instant)
  return `${time} on ${formatLongDay(day)} (New York)`
}
