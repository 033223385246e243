import { payDateFor } from '../../market-days/next-dates.ts'
import { roundTo } from '../../numbers/format-numbers.ts'
import { findDeclared, replaceDeclared } from '../../payments/declared-payments.db.ts'
import { findFacts, type StoredFacts } from '../../payments/fund-facts.db.ts'
import { findPaymentEntries, writeStatus } from '../../payments/manual-entries.db.ts'
import { isRoundedFrom, isSameAmount } from '../../payments/same-payment.ts'
import type { DeclaredPaymentTable } from '../../platform/database/schema/facts.ts'
import type { Trx } from '../../platform/database/schema.ts'
import { detectAnomaly } from '../checks/payment-gate.ts'
import { formatDisagreement } from '../checks/second-opinion.ts'
import { findTickers } from '../collection.db.ts'
import type { CollectionContext, Second } from '../collection-context.ts'
import { type Cause, quarantine, wasRejected } from '../quarantine.ts'
import type { SecondPayment } from '../sources/market-data.ts'

/** `isListed`: the source lists all coming payments each time, like Nasdaq; otherwise it announces each once. */
type Announcements = Pick<Second, 'name' | 'payments'> & { isListed: boolean }

/**
 * Stores coming payments as declared. Announced ones have to pass the checks of reported payments. Where two sources
 * declare different amounts, one is quarantined with both figures, and neither is shown.
 * @returns whether declared payments changed, and the payments that are declared or stored with the announced amount
 */
export async function announcePayments(
  trx: Trx,
  { name, payments, isListed }: Announcements,
  context: CollectionContext
): Promise<{ isChanged: boolean; agreed: SecondPayment[] }> {
  const { today } = context
  const declared = new Map(
    (await findDeclared(trx))
      .filter(({ ex_date, source_name }) => ex_date >= today && !(isListed && source_name === name))
      .map((row) => [`${row.symbol} ${row.ex_date}`, row])
  )
  const funds = new Set((await findTickers(trx)).map(({ symbol }) => symbol))
  const agreed: SecondPayment[] = []
  for (const reported of payments) {
    const { symbol, exDate, payDate, amountAsPaid: amount } = reported
    const payment = { ...reported, payDate: payDate !== null && payDate >= exDate ? payDate : null }
    // A zero in a list is more likely an error than an announcement.
    if (!funds.has(symbol) || exDate < today || (isListed && amount === 0)) continue
    const key = `${symbol} ${exDate}`
    const earlier = declared.get(key)
    const facts = await findFacts(trx, symbol)
    const paid = facts?.payments.find((stored) => stored.exDate === exDate)
    if (isEqual(amount, (paid ?? earlier)?.amount)) agreed.push(payment)
    else if (facts !== undefined && paid === undefined) {
      declared.delete(key)
      if (!(await judge(trx, facts, { payment, name, isListed, earlier }, context))) continue
      agreed.push(payment)
      declared.set(key, {
        symbol,
        ex_date: exDate,
        payment_date: payment.payDate,
        amount,
        declared_on: payment.declaredOn,
        source_name: name,
        seen_on: today
      })
    }
  }
  return { isChanged: await replaceDeclared(trx, [...declared.values()]), agreed }
}

type Announced = Omit<Announcements, 'payments'> & {
  payment: SecondPayment
  /** Declared before with another amount. */
  earlier: DeclaredPaymentTable | undefined
}

/** Returns whether the payment may be shown; an odd or disputed one is quarantined. */
async function judge(
  trx: Trx,
  facts: StoredFacts,
  { payment: { exDate, payDate, amountAsPaid: amount }, name, isListed, earlier }: Announced,
  context: CollectionContext
): Promise<boolean> {
  const { symbol } = facts
  const entries = await findPaymentEntries(trx, symbol)
  const waiting = entries.find(
    ({ status, reported_ex_date }) => status === 'pending' && reported_ex_date === exDate
  )
  if (waiting !== undefined) {
    // The source that contradicted the payment reports it, too.
    if (waiting.contradicted_by !== name || !isEqual(amount, waiting.amount ?? undefined)) return false
    await writeStatus(trx, [waiting.id], 'superseded')
    return true
  }
  if (await wasRejected(trx, symbol, { exDate, amount })) return false
  const quarantineAs = (doubted: Version, cause: Pick<Cause, 'reason' | 'contradicted_by'>) =>
    quarantine(
      trx,
      facts,
      {
        payment: {
          exDate,
          exDateBasis: 'source',
          payDate: payDate ?? payDateFor(exDate, facts.payments, facts.traits?.payLag),
          payDateBasis: payDate === null ? 'derived' : 'source',
          amount: doubted.amount
        },
        known: undefined,
        doubt: 'odd',
        ...cause,
        fetched: { payments: [], impliedVolatility: null }
      },
      { ...context, sourceName: doubted.source }
    )
  const own: Version = { amount, source: name }
  if (earlier !== undefined && earlier.source_name !== name) {
    const theirs: Version = { amount: earlier.amount, source: earlier.source_name }
    const [doubted, other] = isListed ? [theirs, own] : [own, theirs]
    const reason = formatDisagreement({ symbol, exDate, amount: doubted.amount }, other, doubted.source)
    await quarantineAs(doubted, { reason, contradicted_by: other.source })
    return false
  }
  const anomaly = isListed
    ? null
    : detectAnomaly({ ...facts, reported: [] }, { exDate, amount }, context.today)
  if (anomaly !== null) await quarantineAs(own, { reason: anomaly, contradicted_by: null })
  return anomaly === null
}

/** The amount of a payment in a source. */
type Version = { amount: number; source: string }

/** Equal within the rounding of sources, of which cents are the coarsest. */
function isEqual(a: number, b: number | undefined): boolean {
  if (b === undefined) return false
  const [rounded, precise] = String(a).length < String(b).length ? [a, b] : [b, a]
  const hasCents = !Number.isInteger(roundTo(6, rounded * 10))
  return isSameAmount(a, b) || (hasCents && isRoundedFrom(rounded, precise))
}
