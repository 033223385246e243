import { daysBetween } from '../../market-days/days.ts'
import { isTurnOfYear } from '../../market-days/ex-date-range.ts'
import { paysWeekly, readFrequency } from '../../market-days/frequency.ts'
import { isSession } from '../../market-days/market-calendar.ts'
import { dueExDate } from '../../market-days/next-dates.ts'
import { kindAfter, paysSeveralAWeek, usualPayments, withKinds } from '../../market-days/usual-payments.ts'
import { findDeclared, replaceDeclared } from '../../payments/declared-payments.db.ts'
import { findFacts, type StoredFacts } from '../../payments/fund-facts.db.ts'
import { findPaymentEntries, writeStatus } from '../../payments/manual-entries.db.ts'
import type { DeclaredPaymentTable } from '../../platform/database/schema/facts.ts'
import type { Trx } from '../../platform/database/schema.ts'
import { type Anomaly, findAnomalies } from '../checks/payment-gate.ts'
import { formatDisagreement } from '../checks/second-opinion.ts'
import { findTickers } from '../collection.db.ts'
import type { CollectionContext } from '../collection-context.ts'
import { type Cause, wasRejected } from '../quarantine.ts'
import type { SecondPayment } from '../sources/market-data.ts'
import {
  type Announcements,
  contradictsApproval,
  isEqual,
  isOnOtherDay,
  isRival,
  quarantineAnnounced
} from './announced-days.ts'

/**
 * Stores coming payments as declared, if they pass the checks of reported payments. Where two sources declare different
 * amounts, one is quarantined with both figures, and neither is shown. Where they declare one payment for different days,
 * that of the issuer or its exchange is shown, and the day of a list is quarantined. A day that the operator approved and
 * that differs is quarantined, too, or that of a list is.
 * @returns whether declared payments changed, the payments that are declared or stored with the announced amount, and
 * those of symbols that no fund has
 */
export async function announcePayments(
  trx: Trx,
  { name, payments, isListed }: Announcements,
  context: CollectionContext
): Promise<{ isChanged: boolean; agreed: SecondPayment[]; unknown: SecondPayment[] }> {
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
      const isFrequent = paysSeveralAWeek(facts.payments)
      const rivals = isFrequent
        ? []
        : [...declared].filter(
            ([, row]) => row.symbol === symbol && row.source_name !== name && isRival(row, reported)
          )
      if (
        await isOnOtherDay(
          trx,
          facts,
          { payment, name, isListed, rivals: rivals.map(([, row]) => row) },
          context
        )
      )
        continue
      if ((await contradictsApproval(trx, facts, { payment, name, isListed }, context)) && isListed) continue
      for (const [rival] of rivals) declared.delete(rival)
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
        seen_on: today,
        published_at: payment.publishedAt ?? null
      })
    }
  }
  const unknown = payments.filter(({ symbol }) => !funds.has(symbol))
  return { isChanged: await replaceDeclared(trx, [...declared.values()]), agreed, unknown }
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
  { payment, name, isListed, earlier }: Announced,
  context: CollectionContext
): Promise<boolean> {
  const { exDate, payDate, amountAsPaid: amount } = payment
  const { symbol } = facts
  const entries = await findPaymentEntries(trx, symbol)
  const waiting = entries.find(
    ({ status, reported_ex_date }) => status === 'pending' && reported_ex_date === exDate
  )
  const anomaly = findAnomaly(facts, payment, isListed, context.today)
  if (waiting !== undefined) {
    // The source that contradicted the payment reports it, too, or a list corrected its odd amount.
    const isAgreed = waiting.contradicted_by === name && isEqual(amount, waiting.amount ?? undefined)
    const isCorrected = isListed && waiting.contradicted_by === null && anomaly === null
    if (!isAgreed && !isCorrected) return false
    await writeStatus(trx, [waiting.id], 'superseded')
    return true
  }
  if (await wasRejected(trx, symbol, { exDate, amount })) return false
  const quarantineAs = ({ amount: amountAsPaid, source }: Version, cause: Omit<Cause, 'doubt'>) =>
    // A list can't confirm itself, so the operator decides about its odd payments.
    quarantineAnnounced(
      trx,
      facts,
      { source, payment: { ...payment, payDate, amountAsPaid } },
      { doubt: isListed && cause.contradicted_by === null ? 'stored' : 'odd', ...cause },
      context
    )
  const own: Version = { amount, source: name }
  if (earlier !== undefined && earlier.source_name !== name) {
    const theirs: Version = { amount: earlier.amount, source: earlier.source_name }
    const [doubted, other] = isListed ? [theirs, own] : [own, theirs]
    const reason = formatDisagreement({ symbol, exDate, amount: doubted.amount }, other, doubted.source)
    await quarantineAs(doubted, { reason, contradicted_by: other.source })
    return false
  }
  if (anomaly !== null) await quarantineAs(own, { reason: anomaly, contradicted_by: null })
  return anomaly === null
}

/** Days that a payment of a list may be announced ahead, and that its ex-date may be off the schedule. */
const listedAheadDays = 45
const mostDaysOff = { weekly: 3, other: 10 }

/**
 * Why an announced payment must not be shown before the operator decides; null if it looks right. A list may have
 * payments of the coming month, days next to the expected one, and the residual payments of a turn of the year.
 */
function findAnomaly(
  facts: StoredFacts,
  { exDate, amountAsPaid: amount }: SecondPayment,
  isListed: boolean,
  today: string
): string | null {
  const earlier = facts.payments.filter((payment) => payment.exDate < exDate)
  const usual = usualPayments(earlier)
  const isResidual =
    kindAfter(withKinds(earlier), { exDate, amount }).kind === 'residual' && isTurnOfYear(exDate)
  const isNearExpected = (): boolean => {
    const last = usual.at(-1)?.exDate
    if (last === undefined) return true
    const frequency = readFrequency(usual.map((payment) => payment.exDate))
    const due = dueExDate({ frequency, payments: usual, dates: facts.traits?.dates }, last)
    return Math.abs(daysBetween(due, exDate)) <= mostDaysOff[paysWeekly(frequency) ? 'weekly' : 'other']
  }
  const isTolerated = ({ kind }: Anomaly): boolean => {
    if (isResidual) return kind === 'rhythm' || kind === 'size'
    if (!isListed) return false
    if (kind === 'ahead')
      return daysBetween(today, exDate) <= listedAheadDays && isSession(exDate) && isNearExpected()
    return kind === 'rhythm' && isNearExpected()
  }
  const anomalies = findAnomalies({ ...facts, reported: [] }, { exDate, amount }, today)
  return anomalies.find((anomaly) => !isTolerated(anomaly))?.reason ?? null
}

/** The amount of a payment in a source. */
type Version = { amount: number; source: string }
