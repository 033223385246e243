import type { Transaction } from 'kysely'
import type { StoredFacts } from '../../db/fund-facts.db.ts'
import { deleteEntries, type EntryRow, findHeldPayments, holdPayment } from '../../db/manual-entries.db.ts'
import type { Database } from '../../db/schema.ts'
import { roundTo } from '../../db/wire-format.ts'
import { closeAt } from '../../estimator/history/closes.ts'
import { mean } from '../../estimator/numbers/averages.ts'
import { readFrequency } from '../../estimator/schedule/cadence.ts'
import { addDays, daysBetween } from '../../estimator/schedule/days.ts'
import type { Payment } from '../../estimator/types.ts'
import { dollars } from '../../estimator/wording.ts'
import type { CollectedFund } from '../../services.ts'
import { findEarlierDecision } from './collection.db.ts'
import { log, type Occasion } from './occasion.ts'
import { threeMonths } from './pending-estimate.ts'

type Told = { exDate: string; amount: number }

/** Further than this no operator moves a payment. */
const longestMoveDays = 14

/**
 * Leaves a payment to the operator with the reason. One that waits already with the same amount is left alone, with
 * whatever the operator did to it.
 */
export async function hold(
  trx: Transaction<Database>,
  { symbol, payments, closes }: StoredFacts,
  { payment, reason, told }: { payment: Payment; reason: string; told: CollectedFund },
  occasion: Occasion
): Promise<void> {
  const { exDate, payDate, amount } = payment
  const waiting = await findWaiting(trx, symbol, payment, told.payments)
  if (waiting?.amount === amount) return
  const earlier = waiting === undefined ? await findEarlierDecision(trx, symbol, exDate) : null
  const sentences = `${reason}${spellEarlier(earlier)}`
  const recent = payments.filter(
    (past) => past.exDate < exDate && past.exDate > addDays(exDate, -threeMonths)
  )
  const held = {
    symbol,
    collection_date: occasion.today,
    payment_date: payDate,
    ex_date: exDate,
    amount,
    price: closeAt(closes, exDate)?.close ?? null,
    implied_volatility: told.impliedVolatility,
    average_amount: recent.length === 0 ? null : roundTo(4, mean(recent.map((past) => past.amount))),
    frequency:
      readFrequency(payments.map((past) => past.exDate)) === 52 ? ('WEEKLY' as const) : ('MONTHLY' as const),
    reason: sentences,
    created_at: occasion.now.toISOString()
  }
  const entry = await holdPayment(trx, held, waiting?.id)
  await log(trx, occasion, {
    level: 'WARNING',
    category: 'MANUAL_ENTRY',
    action: 'DATA_INCONSISTENCY',
    symbol,
    entityId: entry.id,
    message: `Held back for you to decide: ${sentences}`,
    metadata: { ex_date: exDate, payment_date: payDate, amount, source: occasion.sourceName }
  })
}

/** What the source now tells as it is stored needs nobody's decision any more. */
export async function forgetHeld(
  trx: Transaction<Database>,
  symbol: string,
  payment: Told,
  told: readonly Told[]
): Promise<void> {
  const waiting = await findWaiting(trx, symbol, payment, told)
  if (waiting !== undefined) await deleteEntries(trx, [waiting.id])
}

/** The entry of this payment: on its ex-date, or with its amount on a day that nobody tells, to which it was moved. */
async function findWaiting(
  trx: Transaction<Database>,
  symbol: string,
  { exDate, amount }: Told,
  told: readonly Told[]
): Promise<EntryRow | undefined> {
  const held = await findHeldPayments(trx, symbol)
  const toldDays = new Set(told.map((payment) => payment.exDate))
  return (
    held.find((entry) => entry.ex_date === exDate) ??
    held.find(
      (entry) =>
        entry.ex_date !== null &&
        entry.amount === amount &&
        !toldDays.has(entry.ex_date) &&
        Math.abs(daysBetween(entry.ex_date, exDate)) <= longestMoveDays
    )
  )
}

function spellEarlier(earlier: Awaited<ReturnType<typeof findEarlierDecision>>): string {
  if (earlier === null) return ''
  if (earlier === 'deleted') return ' It was held back before, and deleted.'
  return ` ${dollars(earlier.approvedAmount)} was approved for this day before.`
}
