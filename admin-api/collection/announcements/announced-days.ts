import { findExpectations } from '../../estimates/estimates.db.ts'
import { daysBetween, formatLongDay } from '../../market-days/days.ts'
import { readFrequency, shortestGap } from '../../market-days/frequency.ts'
import { payDateFor } from '../../market-days/next-dates.ts'
import { kindAfter, paysSeveralAWeek, withKinds } from '../../market-days/usual-payments.ts'
import { dollars, roundTo } from '../../numbers/format-numbers.ts'
import { findExpected } from '../../payments/expected-payment.ts'
import type { StoredFacts, StoredPayment } from '../../payments/fund-facts.db.ts'
import { isRoundedFrom, isSameAmount } from '../../payments/same-payment.ts'
import type { DeclaredPaymentTable } from '../../platform/database/schema/facts.ts'
import type { Trx } from '../../platform/database/schema.ts'
import type { CollectionContext, Second } from '../collection-context.ts'
import { type Cause, quarantine, wasRejected } from '../quarantine.ts'
import type { SecondPayment } from '../sources/market-data.ts'

/** `isListed`: the source lists all coming payments each time, like Nasdaq; otherwise it announces each once. */
export type Announcements = Pick<Second, 'name' | 'payments'> & { isListed: boolean }

/** Sessions are at most a weekend apart; payments of such days with amounts of one order are one payment. */
const mostTimes = 3

export function isRival({ ex_date, amount }: DatedRow, payment: SecondPayment): boolean {
  const shift = Math.abs(daysBetween(ex_date, payment.exDate))
  const isSimilar =
    Math.max(amount, payment.amountAsPaid) < mostTimes * Math.min(amount, payment.amountAsPaid)
  return shift > 0 && shift < shortestGap && (isSimilar || isEqual(amount, payment.amountAsPaid))
}

function isStoredNearby(stored: StoredPayment, payment: SecondPayment): boolean {
  const shift = Math.abs(daysBetween(stored.exDate, payment.exDate))
  return shift < shortestGap && isEqual(stored.amount, payment.amountAsPaid)
}

type DatedRow = { ex_date: string; amount: number }
type AnnouncedPayment = Omit<Announcements, 'payments'> & { payment: SecondPayment }
type OnDays = AnnouncedPayment & { rivals: readonly DeclaredPaymentTable[] }

/**
 * Whether the payment is known for another day that takes precedence: that of a stored one, or one declared by the issuer
 * or its exchange, or first. The day of a list is quarantined.
 */
export async function isOnOtherDay(
  trx: Trx,
  facts: StoredFacts,
  { payment, name, isListed, rivals }: OnDays,
  context: CollectionContext
): Promise<boolean> {
  const { symbol } = facts
  const isFrequent = paysSeveralAWeek(facts.payments)
  if (!isFrequent && facts.payments.some((stored) => isStoredNearby(stored, payment))) return true
  for (const rival of rivals) {
    const other: SecondPayment = {
      symbol,
      exDate: rival.ex_date,
      payDate: rival.payment_date,
      declaredOn: rival.declared_on,
      amountAsPaid: rival.amount
    }
    const [shown, doubted] = isListed
      ? [
          { source: rival.source_name, day: rival.ex_date },
          { source: name, payment }
        ]
      : [
          { source: name, day: payment.exDate },
          { source: rival.source_name, payment: other }
        ]
    const { exDate, amountAsPaid: amount } = doubted.payment
    if (await wasRejected(trx, symbol, { exDate, amount })) continue
    const reason = `${doubted.source} reports the payment of ${symbol}, ${dollars(amount)}, with ex-date ${formatLongDay(exDate)}; ${shown.source} has ${formatLongDay(shown.day)}, which is shown.`
    await quarantineAnnounced(
      trx,
      facts,
      doubted,
      { doubt: 'stored', reason, contradicted_by: shown.source },
      context
    )
  }
  return isListed && rivals.length > 0
}

/**
 * Whether the operator approved another ex-date for the payment. The disagreement waits in Review: the day of the issuer
 * or its exchange is shown, and the approved one is quarantined; the day of a list is quarantined.
 */
export async function contradictsApproval(
  trx: Trx,
  facts: StoredFacts,
  { payment, name, isListed }: AnnouncedPayment,
  context: CollectionContext
): Promise<boolean> {
  const { symbol } = facts
  const { exDate, amountAsPaid: amount } = payment
  const earlier = withKinds(facts.payments.filter((stored) => stored.exDate < exDate))
  const usual = earlier.filter(({ kind }) => kind === 'regular').map((stored) => stored.exDate)
  const after = usual.at(-1)
  if (after === undefined || kindAfter(earlier, { exDate, amount }).kind !== 'regular') return false
  const approvals = (await findExpectations(trx)).filter((row) => row.symbol === symbol)
  const approved = findExpected({ after, exDate, frequency: readFrequency(usual) }, approvals)
  if (approved === undefined || approved.ex_date === exDate) return false
  const [announcedDay, approvedDay] = [formatLongDay(exDate), formatLongDay(approved.ex_date)]
  const doubted = isListed
    ? { source: name, payment }
    : { source: name, payment: { ...payment, exDate: approved.ex_date, payDate: approved.payment_date } }
  if (await wasRejected(trx, symbol, { exDate: doubted.payment.exDate, amount })) return true
  const reason = isListed
    ? `${name} reports the payment of ${symbol}, ${dollars(amount)}, with ex-date ${announcedDay}; you approved ${approvedDay}, which is shown.`
    : `You approved the ex-date ${approvedDay} for the payment of ${symbol}; ${name} announces ${announcedDay}, ${dollars(amount)}, which is shown.`
  await quarantineAnnounced(
    trx,
    facts,
    doubted,
    { doubt: 'stored', reason, contradicted_by: isListed ? 'an approved day' : name },
    context
  )
  return true
}

/** Quarantines a version of an announced payment with its cause. */
export async function quarantineAnnounced(
  trx: Trx,
  facts: StoredFacts,
  { source, payment: { exDate, payDate, amountAsPaid } }: { source: string; payment: SecondPayment },
  cause: Cause,
  context: CollectionContext
): Promise<void> {
  const payment: StoredPayment = {
    exDate,
    exDateBasis: 'source',
    payDate: payDate ?? payDateFor(exDate, facts.payments, facts.traits?.payLag),
    payDateBasis: payDate === null ? 'derived' : 'source',
    amount: amountAsPaid
  }
  const fetched = { prices: [], payments: [], impliedVolatility: null }
  await quarantine(
    trx,
    facts,
    { payment, known: undefined, ...cause, fetched },
    { ...context, sourceName: source }
  )
}

/** Equal within the rounding of sources, of which cents are the coarsest. */
export function isEqual(a: number, b: number | undefined): boolean {
  if (b === undefined) return false
  const [rounded, precise] = String(a).length < String(b).length ? [a, b] : [b, a]
  const hasCents = !Number.isInteger(roundTo(6, rounded * 10))
  return isSameAmount(a, b) || (hasCents && isRoundedFrom(rounded, precise))
}
