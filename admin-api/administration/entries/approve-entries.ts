import { type Actor, writeLog } from '../../admin-log/admin-log.db.ts'
import { noteChangedFacts } from '../../estimates/changed-facts.ts'
import { formatLongDay } from '../../market-days/days.ts'
import { toNewYorkTime } from '../../market-days/sessions.ts'
import { countOf, dollars } from '../../numbers/format-numbers.ts'
import { findEntry, writeStatus } from '../../payments/manual-entries.db.ts'
import type { EntryRow } from '../../payments/manual-entry.ts'
import { type Recorded, recordExpected, recordPaid } from '../../payments/payment-records.db.ts'
import type { PaymentDays } from '../../payments/payment-row.ts'
import { PaymentConflict } from '../../payments/plan-payment.ts'
import type { Db, Trx } from '../../platform/database/schema.ts'
import { writeTransaction } from '../../platform/database/write-transaction.ts'
import { ApiError } from '../../platform/http/errors.ts'
import type { RouteParts } from '../../platform/http/route.ts'
import { findRecentPayments, refuseUnusual } from '../questions.ts'
import { correctAmount, daysOf, findChosen } from './change-entries.ts'

type ApprovedMany = Awaited<ReturnType<typeof approveEntries>>

/** Quarantined payments are named, because each becomes a public figure; more than this are only counted. */
const maxNamed = 5

/**
 * Approves all entries that need no confirmation; unusual amounts must be approved one by one. Call it in a
 * transaction.
 */
async function approveEntries(trx: Trx, ids: readonly number[], now: Date) {
  const { entries, gone } = await findChosen(trx, ids)
  const approved: EntryRow[] = []
  /** Entries left pending, each with the error message of its approval. */
  const left: { ticker: string; reason: string }[] = []
  for (const { id, symbol } of entries) {
    try {
      approved.push((await approveEntry(trx, { id, confirm_unusual: false }, now)).entry)
    } catch (error) {
      // Thrown before anything is written for the entry.
      if (!(error instanceof ApiError)) throw error
      left.push({ ticker: symbol, reason: error.message })
    }
  }
  return { approved, left, gone }
}

/** Does the work and rolls it back. @returns what it would have done */
async function dryRun<Result>(db: Db, work: (trx: Trx) => Promise<Result>): Promise<Result> {
  let result!: Result
  const rollback = new Error('rolled back after a dry run')
  try {
    await writeTransaction(db, async (trx) => {
      result = await work(trx)
      throw rollback
    })
  } catch (error) {
    if (error !== rollback) throw error
  }
  return result
}

/** 'Approved 3 of 4 entries: 2 estimates and 1 quarantined payment (TSLY $0.3658).' */
function formatApproved({ approved, left, gone }: ApprovedMany, isDryRun: boolean): string {
  const all = approved.length + left.length + gone
  const share = `${approved.length} of ${countOf(all, 'entry', 'entries')}`
  const done = isDryRun ? `${share} would be approved` : `Approved ${share}`
  const payments = approved.filter(({ kind }) => kind === 'payment')
  const parts = [
    ...count(approved.length - payments.length, 'estimate'),
    ...count(payments.length, 'quarantined payment').map((text) => `${text} (${formatPayments(payments)})`)
  ]
  const stay = left.map(({ ticker, reason }) => `${ticker} stays: ${reason}`)
  const missing = gone === 0 ? [] : [`${gone} no longer ${gone === 1 ? 'exists' : 'exist'}.`]
  const first = `${done}${parts.length === 0 ? '' : `: ${parts.join(' and ')}`}.`
  return [first, ...limit(stay), ...missing].join(' ')
}

function formatPayments(payments: readonly EntryRow[]): string {
  const names = payments.map(({ symbol, amount }) => `${symbol} ${dollars(amount ?? 0)}`)
  const more = names.length - maxNamed
  return [...names.slice(0, maxNamed), ...(more > 0 ? [`${more} more`] : [])].join(', ')
}

function limit(sentences: readonly string[]): string[] {
  const more = sentences.length - maxNamed
  return [...sentences.slice(0, maxNamed), ...(more > 0 ? [`${more} more stay.`] : [])]
}

function count(number: number, noun: string): string[] {
  return number === 0 ? [] : [countOf(number, noun)]
}

type Approved = Awaited<ReturnType<typeof approveEntry>>

export const goneMessage = 'This entry no longer exists.'
const approvedSource = 'held back, approved by the operator'
const correctedSource = 'held back, corrected by the operator'

/**
 * Moves an entry into the dividend history at its payment date. Call it in a transaction.
 * @param amount replaces the reported amount of a quarantined payment, in dollars a share
 * @throws ApiError not-found if the entry is missing; conflict if it is approved or its day is taken; invalid-
 * input if something is missing; unusual-amount if the amount looks like a typo and isn't confirmed
 */
async function approveEntry(
  trx: Trx,
  { id, confirm_unusual, amount }: { id: number; confirm_unusual: boolean; amount?: number | undefined },
  now: Date
) {
  const pending = await findPendingEntry(trx, id)
  const entry = amount === undefined ? pending : await correctAmount(trx, pending, amount)
  const { symbol, payment_date: paymentDate } = entry
  const isConfirmed = entry === pending && pending.is_stored === 1
  if (paymentDate === null)
    throw new ApiError('invalid-input', 'Please set a payment date before approving this entry.')
  const days = daysOf(entry, paymentDate, await findRecentPayments(trx, symbol))
  const what = entry.kind
  const figure = what === 'payment' ? entry.amount : entry.estimated_amount
  if (!isConfirmed && !confirm_unusual && figure !== null)
    await refuseUnusual(trx, { symbol, what, exDate: days.exDate, amount: figure })
  const sources = entry === pending ? approvedSource : correctedSource
  const recorded = isConfirmed
    ? ('unchanged' as const)
    : await recordEntry(trx, entry, { ...days, sources }, now).catch(refuseConflict)
  await writeStatus(trx, [entry.id], 'approved')
  return {
    entry,
    /** Amount in dollars a share that the operator corrected; null if it wasn't corrected. */
    reported: entry === pending ? null : pending.amount,
    symbol,
    paymentDate,
    exDate: days.exDate,
    recorded
  }
}

/** @throws ApiError not-found if the entry no longer exists, conflict if it is already approved */
export async function findPendingEntry(trx: Trx, id: number): Promise<EntryRow> {
  const entry = await findEntry(trx, id)
  if (entry === undefined) throw new ApiError('not-found', goneMessage)
  if (entry.status === 'approved') throw new ApiError('conflict', 'This entry is already approved.')
  return entry
}

async function recordEntry(
  trx: Trx,
  entry: EntryRow,
  { sources, ...days }: PaymentDays & { sources: string },
  now: Date
): Promise<Recorded> {
  if (entry.kind === 'payment') {
    const { amount, collection_date: collectionDate } = entry
    if (amount === null) throw new ApiError('invalid-input', 'This entry has no payment.')
    return recordPaid(trx, { ...days, amount, sources, collectionDate }, now)
  }
  if (entry.estimated_amount === null) throw new ApiError('invalid-input', 'This entry has no estimate.')
  // The day on which the payment was checked and stored.
  const collection_date = toNewYorkTime(now).day
  return recordExpected(trx, { ...entry, ...days, collection_date }, now)
}

function refuseConflict(error: unknown): never {
  if (error instanceof PaymentConflict) throw new ApiError('conflict', error.message)
  throw error
}

type ApprovalParts = Pick<RouteParts, 'db' | 'clock'>

export function approveOne(
  { db, clock }: ApprovalParts,
  {
    id,
    confirm_unusual,
    amount,
    actor
  }: { id: number; confirm_unusual: boolean; amount?: number | undefined; actor: Actor }
): Promise<Omit<Approved, 'entry'>> {
  const now = clock()
  return writeTransaction(db, async (trx) => {
    const { entry, ...approved } = await approveEntry(trx, { id, confirm_unusual, amount }, now)
    const { symbol, paymentDate, reported } = approved
    const approvedAmount = entry.amount ?? entry.estimated_amount
    const correction =
      reported === null ? '' : ` and corrected from ${dollars(reported)} to ${dollars(approvedAmount ?? 0)}`
    const message = `The ${symbol} entry for ${formatLongDay(paymentDate)} was approved${correction}`
    const metadata = { kind: entry.kind, amount: approvedAmount, ...approved }
    await writeLog(
      trx,
      { category: 'MANUAL_ENTRY', action: 'APPROVE', message, actor, symbol, entityId: id, metadata },
      now
    )
    await noteChangedFacts(trx, { now, closes: false, edited: [symbol] })
    return approved
  })
}

/** A dry run only reports what would happen. */
export async function approveSelected(
  { db, clock }: ApprovalParts,
  { ids, isDryRun, actor }: { ids: number[]; isDryRun: boolean; actor: Actor }
): Promise<{ message: string; approved: number }> {
  const now = clock()
  if (isDryRun) {
    const result = await dryRun(db, (trx) => approveEntries(trx, ids, now))
    return { message: formatApproved(result, true), approved: result.approved.length }
  }
  return writeTransaction(db, async (trx) => {
    const result = await approveEntries(trx, ids, now)
    const message = formatApproved(result, false)
    const approved = result.approved.map(({ id }) => id)
    const metadata = { ids, approved }
    await writeLog(trx, { category: 'MANUAL_ENTRY', action: 'BULK_OPERATION', message, actor, metadata }, now)
    await noteChangedFacts(trx, { now, closes: false, edited: result.approved.map(({ symbol }) => symbol) })
    return { message, approved: approved.length }
  })
}
