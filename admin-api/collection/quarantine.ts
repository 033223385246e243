import { closeAt } from '../market-days/closes.ts'
import { addDays, earlierOf, formatLongDay } from '../market-days/days.ts'
import { readFrequency } from '../market-days/frequency.ts'
import type { IsoDay } from '../market-days/types.ts'
import { dollars, roundTo } from '../numbers/format-numbers.ts'
import { mean } from '../numbers/statistics.ts'
import { windowAround } from '../payments/expected-payment.ts'
import type { StoredFacts, StoredPayment } from '../payments/fund-facts.db.ts'
import {
  addQuarantinedPayment,
  type Doubt,
  findPaymentEntries,
  savePendingEstimate,
  writeDoubt,
  writeStatus
} from '../payments/manual-entries.db.ts'
import { type EntryRow, entryFrequency, findQuarantined } from '../payments/manual-entry.ts'
import { isSameAmount } from '../payments/same-payment.ts'
import type { Db, Trx } from '../platform/database/schema.ts'
import { findMeanPayment } from './collection.db.ts'
import { type CollectionContext, logInconsistency } from './collection-context.ts'
import type { CollectedFund } from './sources/market-data.ts'

/** A reported payment and the stored one it corresponds to. */
type Matched = { payment: StoredPayment; known: StoredPayment | undefined }

/** Doubt about a quarantined payment, with the reason in one or more sentences. */
export type Cause = Doubt & { reason: string }

/**
 * Quarantines a payment with its reason, on the days of a contradicting stored one. An entry with the same amount
 * keeps the operator's changes and gets the new doubt; with another amount it is replaced, so that nobody approves
 * unseen figures.
 */
export async function quarantine(
  trx: Trx,
  { symbol, payments, closes }: StoredFacts,
  {
    payment,
    known,
    reason,
    doubt,
    contradicted_by,
    fetched
  }: Matched & Cause & { fetched: Pick<CollectedFund, 'prices' | 'payments' | 'impliedVolatility'> },
  context: CollectionContext
): Promise<void> {
  const { amount } = payment
  const { exDate, exDateBasis, payDate, payDateBasis } = known ?? payment
  const entries = await findPaymentEntries(trx, symbol)
  const match = { reported: fetched.payments, since: firstDayOf(fetched), storedExDate: known?.exDate }
  const waiting = findQuarantined(payment, entries.filter(isWaiting), match)
  if (waiting !== undefined && isSameAmount(amount, waiting.amount ?? 0)) {
    if (waiting.doubt !== doubt || waiting.contradicted_by !== contradicted_by)
      await writeDoubt(trx, waiting.id, { doubt, contradicted_by, reason })
    return
  }
  if (waiting !== undefined) await writeStatus(trx, [waiting.id], 'superseded')
  const earlier = entries.findLast(
    (entry) =>
      ['approved', 'cleared', 'rejected'].includes(entry.status) &&
      (isOnDay(entry, payment.exDate) || isOnDay(entry, exDate))
  )
  const sentences = `${reason}${formatEarlier(earlier)}`
  const recent = payments.filter(
    (past) => past.exDate < exDate && past.exDate > addDays(exDate, -threeMonths)
  )
  const entry = await addQuarantinedPayment(trx, {
    symbol,
    collection_date: context.today,
    payment_date: payDate,
    payment_date_basis: payDateBasis,
    ex_date: exDate,
    ex_date_basis: exDateBasis,
    reported_ex_date: payment.exDate,
    amount,
    price: closeAt(closes, exDate)?.close ?? null,
    implied_volatility: fetched.impliedVolatility,
    average_amount: recent.length === 0 ? null : roundTo(4, mean(recent.map((past) => past.amount))),
    frequency: entryFrequency(readFrequency(payments.map((past) => past.exDate))),
    reason: sentences,
    doubt,
    contradicted_by,
    created_at: context.now.toISOString()
  })
  await logInconsistency(trx, context, {
    category: 'MANUAL_ENTRY',
    symbol,
    entityId: entry.id,
    message:
      doubt === 'odd' && (earlier === undefined || !isRejected(earlier))
        ? `Quarantined: ${sentences} It is accepted automatically once something confirms it, or you can decide now.`
        : `Quarantined for you to decide: ${sentences}`,
    metadata: { ex_date: exDate, payment_date: payDate, amount, source: context.sourceName }
  })
}

/** First day that a response covers; collections ask for the last weeks only. */
export function firstDayOf({ prices, payments }: Pick<CollectedFund, 'prices' | 'payments'>): IsoDay {
  const days = [...prices.map(({ date }) => date), ...payments.map(({ exDate }) => exDate)]
  return days.reduce(earlierOf, days[0] ?? '')
}

/** Settles entries of payments that the source now reports as stored; marks of stored ones wait for the operator. */
export async function release(
  trx: Trx,
  symbol: string,
  { payment, known, reported, since }: Matched & { reported: CollectedFund['payments']; since: IsoDay }
): Promise<void> {
  const rows = (await findPaymentEntries(trx, symbol)).filter(
    (entry) => isWaiting(entry) && entry.is_stored === 0
  )
  const waiting = findQuarantined(payment, rows, { reported, since, storedExDate: known?.exDate })
  if (waiting !== undefined) await writeStatus(trx, [waiting.id], 'superseded')
}

/** Whether the operator deleted this payment, with this amount, while it was quarantined. */
export async function wasRejected(
  trx: Trx,
  symbol: string,
  { exDate, amount }: { exDate: string; amount: number }
): Promise<boolean> {
  return (await findPaymentEntries(trx, symbol)).some(
    (entry) =>
      entry.status === 'rejected' &&
      isOnDay(entry, exDate) &&
      entry.amount !== null &&
      isSameAmount(entry.amount, amount)
  )
}

type PaymentEntry = Awaited<ReturnType<typeof findPaymentEntries>>[number]

function isWaiting({ status }: PaymentEntry): boolean {
  return status === 'pending'
}

function isOnDay({ ex_date, reported_ex_date }: PaymentEntry, exDate: string): boolean {
  return ex_date === exDate || reported_ex_date === exDate
}

function isRejected({ status, amount }: PaymentEntry): boolean {
  return status === 'rejected' || amount === null
}

/** The end of a reason about the operator's last decision on the same day; '' if there was none. */
function formatEarlier(earlier: PaymentEntry | undefined): string {
  if (earlier === undefined) return ''
  if (isRejected(earlier)) return ' It was quarantined before, and deleted.'
  return ` ${dollars(earlier.amount ?? 0)} was approved for this day before.`
}

/** Contradiction of a second source to a payment quarantined with this amount; null without one. */
export async function findContradiction(
  trx: Trx,
  symbol: string,
  { exDate, amount }: { exDate: string; amount: number }
): Promise<Cause | null> {
  const rows = (await findPaymentEntries(trx, symbol)).filter(isWaiting)
  const waiting = rows.find((entry) => entry.reported_ex_date === exDate && entry.contradicted_by !== null)
  if (waiting === undefined || !isSameAmount(amount, waiting.amount ?? 0)) return null
  return { doubt: 'odd', contradicted_by: waiting.contradicted_by, reason: waiting.reason ?? '' }
}

/** First ex-date of a payment quarantined because of a stored one or of the share basis; null without one. */
export async function findOldestInDispute(db: Db, symbol: string): Promise<string | null> {
  const entries = (await findPaymentEntries(db, symbol)).filter(isWaiting)
  const disputed = entries.filter(({ doubt }) => doubt === 'stored' || doubt === 'basis')
  return disputed.flatMap((entry) => entry.reported_ex_date ?? entry.ex_date ?? []).sort()[0] ?? null
}

export type EstimateEntry = EntryRow & { estimated_amount: number }

/** Thirteen weeks, so that every weekly payment counts once. */
const threeMonths = 91

/**
 * Adds the current estimate of a fund as a pending entry, replacing one for the same payment, or returns the fund's
 * sentence about why there is none.
 * @param isStored no source responds, which the entry says, with the day of the stored figures
 */
export async function upsertPendingEstimate(
  db: Db,
  symbol: string,
  { today, now }: { today: string; now: Date },
  isStored = false
): Promise<{ entry: EstimateEntry } | { message: string }> {
  const estimate = await db.selectFrom('estimate').selectAll().where('symbol', '=', symbol).executeTakeFirst()
  if (estimate === undefined) return { message: `There is no estimate for ${symbol} yet.` }
  const { amount, next_ex_date: ex_date, next_pay_date: payment_date, price, frequency, as_of } = estimate
  if (amount === null || ex_date === null)
    return { message: estimate.message ?? `There is no estimate for ${symbol} yet.` }
  const mean = await findMeanPayment(db, symbol, { from: addDays(as_of, -threeMonths), to: as_of })
  const estimated_amount = roundTo(4, amount)
  const entry = await savePendingEstimate(
    db,
    {
      symbol,
      collection_date: today,
      payment_date,
      payment_date_basis: 'derived',
      ex_date,
      ex_date_basis: 'derived',
      estimated_amount,
      price,
      implied_volatility: estimate.volatility,
      average_amount: mean === null ? null : roundTo(4, mean),
      frequency: entryFrequency(frequency),
      reason: isStored ? `As of ${nameDay(as_of, today)}; no source responds.` : null,
      created_at: now.toISOString()
    },
    windowAround(ex_date)
  )
  return { entry: { ...entry, estimated_amount } }
}

/** With its year unless that is today's. */
function nameDay(day: string, today: string): string {
  return formatLongDay(day, day.slice(0, 4) !== today.slice(0, 4))
}
