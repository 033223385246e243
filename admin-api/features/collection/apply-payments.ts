import type { Transaction } from 'kysely'
import type { StoredFacts } from '../../db/fund-facts.db.ts'
import { PaymentConflict, recordPaid } from '../../db/payment-records.db.ts'
import type { Database } from '../../db/schema.ts'
import { payDateFor } from '../../estimator/schedule/next-dates.ts'
import type { Payment } from '../../estimator/types.ts'
import { dollars } from '../../estimator/wording.ts'
import type { CollectedFund } from '../../services.ts'
import { findStoredPayment, isSameAmount } from './checks/match-payment.ts'
import { findOddity } from './checks/payment-gate.ts'
import { forgetHeld, hold } from './held-payments.ts'
import type { Doubt, Occasion } from './occasion.ts'

type Told = CollectedFund['payments'][number]

/** Records the payments that are new and pass the gate; holds back what is odd or contradicts what is stored. */
export async function applyPayments(
  trx: Transaction<Database>,
  stored: StoredFacts,
  told: CollectedFund,
  doubt: Doubt | null,
  occasion: Occasion
): Promise<{ recorded: number; heldBack: number }> {
  let fund = stored
  let recorded = 0
  let heldBack = 0
  for (const payment of told.payments) {
    const known = findStoredPayment(payment, stored.payments, told.payments)
    const isDoubtful = doubt !== null && payment.exDate >= doubt.from
    if (known !== undefined && (isDoubtful || isSameAmount(payment.amount, known.amount))) {
      if (!isDoubtful)
        await forgetHeld(trx, stored.symbol, { ...payment, exDate: known.exDate }, told.payments)
      continue
    }
    const full = { ...payment, payDate: payment.payDate ?? payDateFor(payment.exDate, fund.payments) }
    const reason = known
      ? contradiction(stored.symbol, payment, known)
      : isDoubtful
        ? `The payment of ${stored.symbol} with ex-date ${payment.exDate} may stand on another share basis: ${doubt.reason}.`
        : (findOddity({ ...fund, told: told.payments }, payment, occasion.today) ??
          (await record(trx, fund, payment, full, occasion)))
    if (reason === null) {
      recorded += 1
      fund = { ...fund, payments: insertByDay(fund.payments, full) }
      await forgetHeld(trx, stored.symbol, full, told.payments)
      continue
    }
    heldBack += 1
    const days = known ? { ...full, exDate: known.exDate, payDate: known.payDate } : full
    await hold(trx, fund, { payment: days, reason, told }, occasion)
  }
  return { recorded, heldBack }
}

/** Null when it is stored, else why it can't be. */
async function record(
  trx: Transaction<Database>,
  { symbol }: StoredFacts,
  { exDate, amount, payDate: toldPayDate }: Told,
  { payDate }: Payment,
  { sourceName, today, now }: Occasion
): Promise<string | null> {
  try {
    const payDateBasis = toldPayDate === null ? 'derived' : 'source'
    const paid = { symbol, exDate, payDate, amount, payDateBasis, exDateBasis: 'source' } as const
    await recordPaid(trx, { ...paid, sources: sourceName, collectionDate: today }, now)
    return null
  } catch (error) {
    if (error instanceof PaymentConflict) return error.message
    throw error
  }
}

function contradiction(symbol: string, told: Told, known: Payment): string {
  const day = told.exDate === known.exDate ? '' : `, there with ex-date ${told.exDate}`
  return `The payment of ${symbol} with ex-date ${known.exDate} is told as ${dollars(told.amount)}${day}, but ${dollars(known.amount)} is stored.`
}

function insertByDay(payments: StoredFacts['payments'], payment: Payment): StoredFacts['payments'] {
  return [...payments, payment].sort((a, b) => (a.exDate < b.exDate ? -1 : 1))
}
