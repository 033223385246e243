import type { Transaction } from 'kysely'
import type { StoredFacts, StoredPayment } from '../../db/fund-facts.db.ts'
import { recordPaid } from '../../db/payment-records.db.ts'
import type { Database } from '../../db/schema.ts'
import type { HeldFor } from '../../domain/payments/held-payment.ts'
import { type PaidPayment, PaymentConflict } from '../../domain/payments/plan-payment.ts'
import { findSamePayment, isSameAmount } from '../../domain/payments/same-payment.ts'
import { payDateFor } from '../../domain/schedule/next-dates.ts'
import { dollars } from '../../domain/wording.ts'
import type { CollectedFund, ReportedPayment } from '../../services.ts'
import { detectAnomaly } from './checks/payment-gate.ts'
import type { CollectionContext, UnreliableFrom } from './collection-context.ts'
import { quarantine, release, wasRejected } from './held-payments.ts'

/** Records the payments that are new and pass the gate; holds back what is odd or contradicts what is stored. */
export async function ingestPayments(
  trx: Transaction<Database>,
  stored: StoredFacts,
  fetched: CollectedFund,
  unreliable: UnreliableFrom | null,
  context: CollectionContext
): Promise<{ recorded: number; heldBack: number }> {
  const reported = fetched.payments
  let fund = stored
  let recorded = 0
  let heldBack = 0
  for (const payment of reported) {
    if (payment.checked !== undefined && (await wasRejected(trx, stored.symbol, payment))) continue
    const full = withBothDays(payment, fund.payments)
    const known = findSamePayment({ ...full, payDate: payment.payDate }, stored.payments, reported)
    const isUnreliable = unreliable !== null && payment.exDate >= unreliable.from
    if (known !== undefined && (isUnreliable || isSameAmount(payment.amount, known.amount))) {
      if (!isUnreliable) await release(trx, stored.symbol, { payment: full, known, reported })
      continue
    }
    const hold = known
      ? held('stored', contradiction(stored.symbol, payment, known))
      : isUnreliable
        ? held(
            'basis',
            `The payment of ${stored.symbol} with ex-date ${payment.exDate} may stand on another share basis: ${unreliable.reason}.`
          )
        : (held(
            'odd',
            passesGate(payment) ? null : detectAnomaly({ ...fund, reported }, payment, context.today)
          ) ??
          held(
            'stored',
            await record(trx, stored.symbol, { ...full, ...originOf(payment, context) }, context)
          ))
    if (hold === null) {
      recorded += 1
      fund = { ...fund, payments: insertByDay(fund.payments, full) }
      await release(trx, stored.symbol, { payment: full, known, reported })
      continue
    }
    heldBack += 1
    await quarantine(trx, fund, { payment: full, known, ...hold, fetched }, context)
  }
  return { recorded, heldBack }
}

function held(doubt: HeldFor, reason: string | null): { doubt: HeldFor; reason: string } | null {
  return reason === null ? null : { doubt, reason }
}

/** A source names the ex-date of each payment, and the pay date of some. */
function withBothDays(payment: ReportedPayment, payments: StoredFacts['payments']): StoredPayment {
  const { exDate, payDate, amount, checked } = payment
  return {
    exDate,
    exDateBasis: checked?.ex_date_basis ?? 'source',
    payDate: payDate ?? payDateFor(exDate, payments),
    payDateBasis: checked?.pay_date_basis ?? (payDate === null ? 'derived' : 'source'),
    amount
  }
}

/** The project's own figures do, whose odd payments were looked at before they were released. */
function passesGate({ checked }: ReportedPayment): boolean {
  return checked !== undefined && checked.agreement !== 'no'
}

function originOf(
  { checked }: ReportedPayment,
  { sourceName }: CollectionContext
): Pick<PaidPayment, 'sources' | 'agreement'> {
  return checked === undefined
    ? { sources: sourceName }
    : { sources: checked.sources, agreement: checked.agreement }
}

/** Null when it is stored, else why it can't be. */
export async function record(
  trx: Transaction<Database>,
  symbol: string,
  payment: StoredPayment & Pick<PaidPayment, 'sources' | 'agreement'>,
  { today, now }: CollectionContext
): Promise<string | null> {
  try {
    await recordPaid(trx, { symbol, ...payment, collectionDate: today }, now)
    return null
  } catch (error) {
    if (error instanceof PaymentConflict) return error.message
    throw error
  }
}

function contradiction(symbol: string, reported: ReportedPayment, known: StoredPayment): string {
  const day = reported.exDate === known.exDate ? '' : `, there with ex-date ${reported.exDate}`
  return `The payment of ${symbol} with ex-date ${known.exDate} is reported as ${dollars(reported.amount)}${day}, but ${dollars(known.amount)} is stored.`
}

function insertByDay(payments: StoredFacts['payments'], payment: StoredPayment): StoredFacts['payments'] {
  return [...payments, payment].sort((a, b) => (a.exDate < b.exDate ? -1 : 1))
}
