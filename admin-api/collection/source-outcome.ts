import type { Transaction } from 'kysely'
import type { Database } from '../platform/database/schema.ts'
import { readPause, writeLastCollection, writePause, writeSourceFault } from './source-state.db.ts'
import { toNewYorkTime } from '../market-days/new-york.ts'
import type { Block } from './ask-funds.ts'
import type { MarketAnswer } from './ask-market.ts'

const hourMs = 3_600_000
/** A block that goes on makes the pauses longer, from one hour to eight. */
const longestPauseHours = 8

/** What a collection of all funds, or of those that were missed, says about the source itself. */
export type WholeRun = {
  answers: readonly MarketAnswer[]
  block: Block | null
  /** Funds that were to be collected. */
  wanted: number
  /** Funds there are. */
  fleet: number
}

/**
 * Remembers whether the source works, and where it blocks, when to go on.
 * @returns the sentence for the operator where the collection was stopped; null where it came to its end
 */
export async function noteSourceOutcome(
  trx: Transaction<Database>,
  { answers, block, wanted, fleet }: WholeRun,
  now: Date
): Promise<string | null> {
  const failed = answers.filter((answer) => 'message' in answer)
  const came = answers.length - failed.length
  await writeLastCollection(trx, {
    endedAt: now.toISOString(),
    collected: came,
    failed: failed.length,
    isStopped: block !== null
  })
  if (block !== null) {
    const last = await readPause(trx)
    const hours = last === null ? 1 : Math.min(longestPauseHours, 2 * last.hours)
    const until = new Date(now.getTime() + Math.max(block.forMs, hours * hourMs))
    await writePause(trx, { until: until.toISOString(), hours })
    const sentence = `${block.message} ${came} of ${wanted} funds were collected before the collection stopped; it goes on at ${spellTime(until)}.`
    await writeSourceFault(trx, sentence)
    return sentence
  }
  await writePause(trx, null)
  const last = failed.at(-1)
  if (last !== undefined && 'message' in last && failed.length > fleet / 2)
    await writeSourceFault(
      trx,
      `${failed.length} of ${wanted} funds could not be collected; the last one: ${last.message}`
    )
  // A few funds that fail say nothing about the source, and neither does a collection of nobody else.
  else if (came > 0 || wanted === 0) await writeSourceFault(trx, null)
  return null
}

function spellTime(instant: Date): string {
  const { day, time } = toNewYorkTime(instant)
  return `${time} on ${day} (New York)`
}
