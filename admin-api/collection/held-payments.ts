import type { Transaction } from 'kysely'
import type { StoredFacts, StoredPayment } from '../payments/fund-facts.db.ts'
import {
  addHeldPayment,
  type Doubt,
  findHeldPayments,
  writeDoubt,
  writeStatus
} from '../payments/manual-entries.db.ts'
import type { Database } from '../platform/database/schema.ts'
import { mean } from '../numbers/averages.ts'
import { closeAt } from '../market-days/closes.ts'
import { type EarlierDecision, findHeld } from '../payments/held-payment.ts'
import { isSameAmount } from '../payments/same-payment.ts'
import { roundTo } from '../numbers/rounding.ts'
import { readFrequency } from '../market-days/cadence.ts'
import { addDays } from '../market-days/days.ts'
import { dollars } from '../numbers/format-numbers.ts'
import type { CollectedFund } from '../services.ts'
import { findEarlierDecision, findRejectedAmounts } from './collection.db.ts'
import { type CollectionContext, log } from './collection-context.ts'
import { threeMonths } from './pending-estimate.ts'

/** A reported payment, and the stored one that it is. */
type Matched = { payment: StoredPayment; known: StoredPayment | undefined }

/** Why a payment is held back; the reason is one or more sentences. */
export type Hold = Doubt & { reason: string }

/**
 * Leaves a payment to the operator with the reason; where a stored one contradicts it, on the days of that one. One
 * that waits already with the same amount keeps whatever the operator did to it, and learns what it is in doubt for by
 * now; with another amount it gives way, so that nobody approves a figure he has not seen.
 */
export async function quarantine(
  trx: Transaction<Database>,
  { symbol, payments, closes }: StoredFacts,
  { payment, known, reason, doubt, contradicted_by, fetched }: Matched & Hold & { fetched: CollectedFund },
  context: CollectionContext
): Promise<void> {
  const { amount } = payment
  const { exDate, exDateBasis, payDate, payDateBasis } = known ?? payment
  const held = await findHeldPayments(trx, symbol)
  const waiting = findHeld(payment, held, { reported: fetched.payments, storedExDate: known?.exDate })
  if (waiting !== undefined && isSameAmount(amount, waiting.amount ?? 0)) {
    if (waiting.doubt !== doubt || waiting.contradicted_by !== contradicted_by)
      await writeDoubt(trx, waiting.id, { doubt, contradicted_by, reason })
    return
  }
  if (waiting !== undefined) await writeStatus(trx, [waiting.id], 'superseded')
  const earlier = await findEarlierDecision(trx, symbol, [payment.exDate, exDate])
  const sentences = `${reason}${spellEarlier(earlier)}`
  const recent = payments.filter(
    (past) => past.exDate < exDate && past.exDate > addDays(exDate, -threeMonths)
  )
  const entry = await addHeldPayment(trx, {
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
    frequency: readFrequency(payments.map((past) => past.exDate)) === 52 ? 'WEEKLY' : 'MONTHLY',
    reason: sentences,
    doubt,
    contradicted_by,
    created_at: context.now.toISOString()
  })
  await log(trx, context, {
    level: 'WARNING',
    category: 'MANUAL_ENTRY',
    action: 'DATA_INCONSISTENCY',
    symbol,
    entityId: entry.id,
    message:
      doubt === 'odd' && earlier?.kind !== 'rejected'
        ? `Held back: ${sentences} It is let in by itself once something confirms it; you may decide before.`
        : `Held back for you to decide: ${sentences}`,
    metadata: { ex_date: exDate, payment_date: payDate, amount, source: context.sourceName }
  })
}

/** What the source now reports as it is stored needs nobody's decision any more. */
export async function release(
  trx: Transaction<Database>,
  symbol: string,
  { payment, known, reported }: Matched & { reported: CollectedFund['payments'] }
): Promise<void> {
  const held = await findHeldPayments(trx, symbol)
  const waiting = findHeld(payment, held, { reported, storedExDate: known?.exDate })
  if (waiting !== undefined) await writeStatus(trx, [waiting.id], 'superseded')
}

/** Whether the operator deleted it, with this amount, when it was held back. */
export async function wasRejected(
  trx: Transaction<Database>,
  symbol: string,
  { exDate, amount }: { exDate: string; amount: number }
): Promise<boolean> {
  const amounts = await findRejectedAmounts(trx, symbol, exDate)
  return amounts.some((rejected) => isSameAmount(rejected, amount))
}

function spellEarlier(earlier: EarlierDecision | null): string {
  if (earlier === null) return ''
  if (earlier.kind === 'rejected') return ' It was held back before, and deleted.'
  return ` ${dollars(earlier.amount)} was approved for this day before.`
}

/** What a second source said against a payment that still waits, with this amount; null where it said nothing. */
export async function findContradiction(
  trx: Transaction<Database>,
  symbol: string,
  { exDate, amount }: { exDate: string; amount: number }
): Promise<Hold | null> {
  const held = await findHeldPayments(trx, symbol)
  const waiting = held.find((entry) => entry.reported_ex_date === exDate && entry.contradicted_by !== null)
  if (waiting === undefined || !isSameAmount(amount, waiting.amount ?? 0)) return null
  return { doubt: 'odd', contradicted_by: waiting.contradicted_by, reason: waiting.reason ?? '' }
}
