import type { Transaction } from 'kysely'
import { type EntryRow, findEntriesById } from '../../payments/manual-entries.db.ts'
import type { Database } from '../../platform/database/schema.ts'
import { dollars } from '../../numbers/format-numbers.ts'
import { ApiError } from '../../platform/http/errors.ts'
import type { JobParts } from '../../estimates/jobs/job.ts'
import { approveEntry } from './approve-entry.ts'

export type ApprovedMany = {
  approved: EntryRow[]
  /** Those that stay as they are, each with the reason in the words of its own approval. */
  left: { id: number; ticker: string; reason: string }[]
  /** Not there any more. */
  gone: number
}

/** Held-back payments are named, because each becomes a public figure; the rest of a long list is counted. */
const mostNamed = 5

/**
 * Approves each of the entries that needs no answer from the operator; unusual amounts are left to an approval of their
 * own. Call it in a transaction.
 */
export async function approveEntries(
  trx: Transaction<Database>,
  ids: readonly number[],
  now: Date
): Promise<ApprovedMany> {
  const asked = new Set(ids)
  const entries = await findEntriesById(trx, [...asked])
  const result: ApprovedMany = { approved: [], left: [], gone: asked.size - entries.length }
  for (const { id, symbol } of entries) {
    try {
      result.approved.push((await approveEntry(trx, { id, confirm_unusual: false }, now)).entry)
    } catch (error) {
      // Thrown before anything of the entry is written.
      if (!(error instanceof ApiError)) throw error
      result.left.push({ id, ticker: symbol, reason: error.message })
    }
  }
  return result
}

/** Does all of the work and undoes it, so that what it answers is what would be. */
export async function tryOut<Result>(
  write: JobParts['write'],
  work: (trx: Transaction<Database>) => Promise<Result>
): Promise<Result> {
  let result!: Result
  const undo = new Error('a trial is undone')
  try {
    await write(async (trx) => {
      result = await work(trx)
      throw undo
    })
  } catch (error) {
    if (error !== undo) throw error
  }
  return result
}

/** 'Approved 3 of 4 entries: 2 estimates and 1 held-back payment (TSLY $0.3658).' */
export function spellApproved({ approved, left, gone }: ApprovedMany, isDryRun: boolean): string {
  const all = approved.length + left.length + gone
  const entries = all === 1 ? 'entry' : 'entries'
  const done = isDryRun
    ? `${approved.length} of ${all} ${entries} would be approved`
    : `Approved ${approved.length} of ${all} ${entries}`
  const held = approved.filter(({ kind }) => kind === 'payment')
  const parts = [
    ...count(approved.length - held.length, 'estimate'),
    ...count(held.length, 'held-back payment').map((text) => `${text} (${spellHeld(held)})`)
  ]
  const stay = left.map(({ ticker, reason }) => `${ticker} stays: ${reason}`)
  const missing = gone === 0 ? [] : [`${gone} ${gone === 1 ? 'is' : 'are'} not there any more.`]
  const first = `${done}${parts.length === 0 ? '' : `: ${parts.join(' and ')}`}.`
  return [first, ...limit(stay), ...missing].join(' ')
}

function spellHeld(held: readonly EntryRow[]): string {
  const names = held.map(({ symbol, amount }) => `${symbol} ${dollars(amount ?? 0)}`)
  const more = names.length - mostNamed
  return [...names.slice(0, mostNamed), ...(more > 0 ? [`${more} more`] : [])].join(', ')
}

function limit(sentences: readonly string[]): string[] {
  const more = sentences.length - mostNamed
  return [...sentences.slice(0, mostNamed), ...(more > 0 ? [`${more} more stay.`] : [])]
}

function count(number: number, noun: string): string[] {
  return number === 0 ? [] : [`${number} ${noun}${number === 1 ? '' : 's'}`]
}
