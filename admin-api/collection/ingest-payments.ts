import type { QuarantineReason } from '../contract/vocabulary.ts'
import { formatLongDay } from '../market-days/days.ts'
import { payDateFor } from '../market-days/next-dates.ts'
import { dollars } from '../numbers/format-numbers.ts'
import type { StoredFacts, StoredPayment } from '../payments/fund-facts.db.ts'
import { recordPaid } from '../payments/payment-records.db.ts'
import { type PaidPayment, PaymentConflict } from '../payments/plan-payment.ts'
import { findSamePayment, isRoundedFrom, isSameAmount } from '../payments/same-payment.ts'
import { amountToday } from '../payments/share-basis.ts'
import type { Trx } from '../platform/database/schema.ts'
import { detectAnomaly } from './checks/payment-gate.ts'
import type { GateFund } from './checks/payment-rhythm.ts'
import { formatDisagreement } from './checks/second-opinion.ts'
import { type CollectionContext, log, type UnreliableFrom } from './collection-context.ts'
import type { AddedPayment } from './mark-payments.ts'
import { type Cause, findContradiction, firstDayOf, quarantine, release, wasRejected } from './quarantine.ts'
import { findSecondOpinion } from './second-source.ts'
import type { CollectedFund, ReportedPayment } from './sources/market-data.ts'
import { nasdaqFigures } from './sources/nasdaq/nasdaq.ts'

type SourcedOpinion = Awaited<ReturnType<typeof findSecondOpinion>>

/** Stores new payments that pass the checks; quarantines odd and contradicting ones. */
export async function ingestPayments(
  trx: Trx,
  stored: StoredFacts,
  fetched: CollectedFund,
  unreliable: UnreliableFrom | null,
  context: CollectionContext
): Promise<{ recorded: number; quarantined: number; added: AddedPayment[] }> {
  const reported = fetched.payments.map((payment) => onTodaysBasis(payment, stored.splits))
  const since = firstDayOf(fetched)
  let fund = stored
  const added: AddedPayment[] = []
  let recorded = 0
  let quarantined = 0
  for (const given of reported) {
    const payment = await chooseReading(trx, stored, given, context)
    if (payment.checked !== undefined && (await wasRejected(trx, stored.symbol, payment))) continue
    const full = withPayDate(payment, fund)
    const existing = findSamePayment({ ...full, payDate: payment.payDate }, stored.payments, reported, since)
    const isUnreliable = unreliable !== null && payment.exDate >= unreliable.from
    if (existing !== undefined && (isUnreliable || isSameAmount(payment.amount, existing.amount))) {
      if (isUnreliable) continue
      await release(trx, stored.symbol, { payment: full, known: existing, reported, since })
      const { amount } = payment
      const isOfStandIn = existing.sources === nasdaqFigures && fetched.isStandIn !== true
      if (isOfStandIn && payment.checked === undefined && isRoundedFrom(existing.amount, amount)) {
        const sources = `${context.sourceName}; ${existing.sources}`
        const precise = { ...existing, amount, sources, agreement: 'yes', isMorePrecise: true } as const
        await record(trx, stored.symbol, precise, context)
        recorded += 1
      }
      continue
    }
    if (existing !== undefined && (await wasRejected(trx, stored.symbol, payment))) continue
    const opinion = isUnreliable
      ? null
      : await findSecondOpinion(trx, context, { symbol: stored.symbol, ...payment })
    const cause = existing
      ? causeOf('stored', contradiction(stored.symbol, payment, existing, opinion))
      : isUnreliable
        ? causeOf(
            'basis',
            `The payment of ${stored.symbol} with ex-date ${formatLongDay(payment.exDate)} may be on another share basis: ${unreliable.reason}.`
          )
        : ((await judge(trx, { ...fund, reported }, { payment, opinion }, context)) ??
          causeOf(
            'stored',
            await record(trx, stored.symbol, { ...full, ...originOf(payment, opinion, context) }, context)
          ))
    if (cause === null) {
      recorded += 1
      if (existing === undefined && !passesGate(payment))
        added.push({ symbol: stored.symbol, exDate: full.exDate, source: context.sourceName })
      fund = { ...fund, payments: insertByDay(fund.payments, full) }
      await release(trx, stored.symbol, { payment: full, known: existing, reported, since })
      continue
    }
    quarantined += 1
    await quarantine(trx, fund, { payment: full, known: existing, ...cause, fetched }, context)
  }
  return { recorded, quarantined, added }
}

/** The reading of a payment that is stored or that another source reports; the first one unless only the other is. */
async function chooseReading(
  trx: Trx,
  { symbol, payments }: StoredFacts,
  payment: ReportedPayment,
  context: CollectionContext
): Promise<ReportedPayment> {
  if (payment.otherAmount === undefined) return payment
  const other = { ...payment, amount: payment.otherAmount }
  const known = payments.find(({ exDate }) => exDate === payment.exDate)
  if (known !== undefined) return isSameAmount(known.amount, other.amount) ? other : payment
  const [first, second] = [
    await findSecondOpinion(trx, context, { symbol, ...payment }),
    await findSecondOpinion(trx, context, { symbol, ...other })
  ]
  return first?.agrees === false && second?.agrees === true ? other : payment
}

function causeOf(doubt: QuarantineReason, reason: string | null): Cause | null {
  return reason === null ? null : { doubt, contradicted_by: null, reason }
}

/** Reason to quarantine a new payment: a second source contradicts it, or it is odd and none confirms it. */
async function judge(
  trx: Trx,
  fund: GateFund,
  { payment, opinion }: { payment: ReportedPayment; opinion: SourcedOpinion },
  context: CollectionContext
): Promise<Cause | null> {
  if (passesGate(payment)) return null
  const { symbol } = fund
  const anomaly = detectAnomaly(fund, payment, context.today)
  if (opinion === null) return (await findContradiction(trx, symbol, payment)) ?? causeOf('odd', anomaly)
  if (!opinion.agrees) {
    const reason = formatDisagreement({ symbol, ...payment }, opinion, context.sourceName)
    return {
      doubt: 'odd',
      contradicted_by: opinion.source,
      reason: [reason, anomaly].filter((sentence) => sentence !== null).join(' ')
    }
  }
  if (anomaly === null) return null
  // Payments deleted by the operator are never accepted automatically.
  if (await wasRejected(trx, symbol, payment)) return causeOf('odd', anomaly)
  await log(trx, context, {
    category: 'MANUAL_ENTRY',
    action: 'APPROVE',
    symbol,
    message: `Accepted automatically: the payment of ${symbol} with ex-date ${formatLongDay(payment.exDate)}, ${dollars(payment.amount)}, because ${opinion.source} reports the same. ${anomaly}`,
    metadata: { ex_date: payment.exDate, amount: payment.amount, why: opinion.source }
  })
  return null
}

/** Splits are stored by then, because figures on another basis than the stored ones are quarantined. */
function onTodaysBasis(payment: ReportedPayment, splits: StoredFacts['splits']): ReportedPayment {
  if (payment.isAsPaid !== true) return payment
  return { ...payment, amount: amountToday(payment.amount, payment.exDate, splits) }
}

/** Sources report the ex-date of every payment and the pay date of some. */
function withPayDate(payment: ReportedPayment, { payments, traits }: StoredFacts): StoredPayment {
  const { exDate, payDate, amount, checked } = payment
  return {
    exDate,
    exDateBasis: checked?.ex_date_basis ?? 'source',
    payDate: payDate ?? payDateFor(exDate, payments, traits?.payLag),
    payDateBasis: checked?.pay_date_basis ?? (payDate === null ? 'derived' : 'source'),
    amount
  }
}

/** The project's own figures pass: their odd payments were reviewed before the release. */
function passesGate({ checked }: ReportedPayment): boolean {
  return checked !== undefined && checked.agreement !== 'no'
}

function originOf(
  { checked }: ReportedPayment,
  opinion: SourcedOpinion,
  { sourceName }: CollectionContext
): Pick<PaidPayment, 'sources' | 'agreement'> {
  if (checked !== undefined) return { sources: checked.sources, agreement: checked.agreement }
  return opinion === null
    ? { sources: sourceName }
    : { sources: `${sourceName}; ${opinion.source}`, agreement: 'yes' }
}

/** Stores a payment. @returns null, or the reason why it conflicts */
export async function record(
  trx: Trx,
  symbol: string,
  payment: StoredPayment & Pick<PaidPayment, 'sources' | 'agreement' | 'isMorePrecise'>,
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

function contradiction(
  symbol: string,
  reported: ReportedPayment,
  known: StoredPayment,
  opinion: SourcedOpinion
): string {
  const other = opinion === null ? '' : ` ${opinion.source} reports ${dollars(opinion.amount)}.`
  const day = reported.exDate === known.exDate ? '' : `, there with ex-date ${formatLongDay(reported.exDate)}`
  return `The payment of ${symbol} with ex-date ${formatLongDay(known.exDate)} is reported as ${dollars(reported.amount)}${day}, but ${dollars(known.amount)} is stored.${other}`
}

function insertByDay(payments: StoredFacts['payments'], payment: StoredPayment): StoredFacts['payments'] {
  return [...payments, payment].sort((a, b) => (a.exDate < b.exDate ? -1 : 1))
}
