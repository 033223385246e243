import { formatLongDay } from '../market-days/days.ts'
import type { IsoDay } from '../market-days/types.ts'
import type { PaymentRow } from '../platform/database/schema/facts.ts'
import { findNearestTo } from './expected-payment.ts'
import {
  faultOfDays,
  isPaidRow,
  type PaidPaymentRow,
  type PaymentDays,
  type RowDays,
  scoreRow,
  settleDays
} from './payment-row.ts'
import { findSamePayment, isSameAmount, toKnownPayment } from './same-payment.ts'
import { amountAsPaid, type SplitHistory } from './share-basis.ts'

/** Amounts are dollars a share on today's share basis. */
export type PaidPayment = PaymentDays & {
  amount: number
  sources: string
  /** Whether the sources agree; absent for a single source. */
  agreement?: PaymentRow['agreement']
  /** Replaces an amount that differs only by rounding. */
  isMorePrecise?: boolean
  collectionDate: IsoDay | null
}

export type ExpectedPayment = PaymentDays & OperatorPart & Pick<PaymentRow, 'collection_date'>

/** Changes to the history: rows to delete and the row to insert. */
export type PaymentPlan =
  | { outcome: 'unchanged' }
  | { outcome: 'added' | 'changed'; removed: PaymentRow[]; written: PaymentRow }

/** Two payments of a fund share a day, or the days are impossible; the message is a sentence for the operator. */
export class PaymentConflict extends Error {
  override readonly name = 'PaymentConflict'
}

/**
 * Plans how a paid amount enters the history. A row of the same payment is changed. An expectation of it becomes the
 * payment and keeps the operator's estimate, now scored.
 * @param near all rows of the fund that may be the payment or an expectation of it
 * @throws PaymentConflict when another payment has one of its days, or the pay date would be before the ex-date
 */
export function planPaid(
  near: readonly PaymentRow[],
  paid: PaidPayment,
  splitHistory: SplitHistory
): PaymentPlan {
  const payments = near.filter(isPaidRow)
  const existing = findSamePayment(paid, payments.map(toKnownPayment))?.row
  const days = settleDays(existing, paid)
  refusePaidBeforeEx(days)
  const hasSameAmount =
    existing !== undefined && isSameAmount(paid.amount, existing.amount) && paid.isMorePrecise !== true
  if (hasSameAmount && hasDays(existing, days)) return { outcome: 'unchanged' }
  refuseTakenDays(payments, existing, days)
  const expectations = near.filter((row) => !isPaidRow(row))
  const expected =
    findOnPayDate(expectations, days) ?? (existing ? undefined : findExpected(expectations, days))
  const estimate = existing?.estimated_amount == null ? (expected ?? existing) : existing
  const change = hasSameAmount
    ? {}
    : {
        amount: paid.amount,
        amount_as_paid: amountAsPaid(paid.amount, days.ex_date, splitHistory),
        agreement: paid.agreement ?? 'single',
        sources: paid.sources
      }
  return {
    outcome: existing === undefined ? 'added' : 'changed',
    removed: [existing, expected].filter((row) => row !== undefined),
    written: withScore({
      ...emptyRow,
      ...existing,
      ...change,
      ...days,
      ...operatorPart(estimate),
      collection_date: estimate?.collection_date ?? paid.collectionDate
    })
  }
}

/**
 * Plans how an approved estimate enters the history. It replaces an older expectation of the same payment; if the payment
 * is already known, the estimate is added to its row and scored.
 * @param near all rows of the fund that may be the payment or an expectation of it
 * @throws PaymentConflict when the pay date would be before the ex-date
 */
export function planExpected(near: readonly PaymentRow[], expected: ExpectedPayment): PaymentPlan {
  const days = settleDays(undefined, expected)
  refusePaidBeforeEx(days)
  const paidRow = findExpected(near.filter(isPaidRow), days)
  const older = findExpected(
    near.filter((row) => !isPaidRow(row)),
    days
  )
  const replaced = paidRow ?? older
  return {
    outcome: replaced === undefined ? 'added' : 'changed',
    removed: replaced === undefined ? [] : [replaced],
    written: withScore({
      ...emptyRow,
      sources: 'operator',
      ...(paidRow ?? days),
      ...operatorPart(expected),
      collection_date: expected.collection_date
    })
  }
}

const noEstimate = {
  estimated_amount: null,
  frequency: null,
  implied_volatility: null,
  price: null,
  average_amount: null
}

/** Columns that the operator wrote or approved. */
type OperatorPart = Pick<PaymentRow, keyof typeof noEstimate>

const emptyRow = {
  ...noEstimate,
  amount: null,
  amount_as_paid: null,
  agreement: 'single' as const,
  sources: '',
  collection_date: null
}

function operatorPart(row: OperatorPart | undefined): OperatorPart {
  if (row === undefined) return noEstimate
  const { estimated_amount, frequency, implied_volatility, price, average_amount } = row
  return { estimated_amount, frequency, implied_volatility, price, average_amount }
}

function withScore(row: Omit<PaymentRow, 'accuracy_score'>): PaymentRow {
  return { ...row, accuracy_score: scoreRow(row) }
}

/** The row for these days: on the same pay date, else with the nearest ex-date. */
function findExpected<Row extends PaymentRow>(rows: readonly Row[], days: RowDays): Row | undefined {
  return findOnPayDate(rows, days) ?? findNearestTo(days.ex_date, rows, ({ ex_date }) => ex_date)
}

function findOnPayDate<Row extends PaymentRow>(rows: readonly Row[], days: RowDays): Row | undefined {
  return rows.find(({ payment_date }) => payment_date === days.payment_date)
}

function hasDays(known: RowDays, days: RowDays): boolean {
  return (Object.keys(days) as (keyof RowDays)[]).every((column) => known[column] === days[column])
}

function refusePaidBeforeEx({ symbol, ex_date: exDate, payment_date: payDate }: RowDays): void {
  const fault = faultOfDays({ symbol, exDate, payDate })
  if (fault !== null) throw new PaymentConflict(fault)
}

function refuseTakenDays(
  payments: readonly PaidPaymentRow[],
  known: PaymentRow | undefined,
  { symbol, payment_date, ex_date }: RowDays
): void {
  const other = payments.find(
    (row) => row !== known && (row.payment_date === payment_date || row.ex_date === ex_date)
  )
  if (other === undefined) return
  throw new PaymentConflict(
    `${symbol} already has another payment with ex-date ${formatLongDay(other.ex_date)}, paid on ${formatLongDay(other.payment_date)}.`
  )
}
