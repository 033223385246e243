import type { Kysely, Transaction } from 'kysely'
import { findAmountAsPaid } from './amount-as-paid.db.ts'
import { deleteRows, findNear, type HistoryRow, insertRow } from './history-rows.db.ts'
import { writeMeta } from './meta.db.ts'
import { findKnown, nearestTo, type PaymentDays, settleDays } from './payment-days.ts'
import type { Database } from './schema.ts'

/** What became of dividend_history. */
export type Recorded = 'added' | 'changed' | 'unchanged'

/** Amounts are dollars a share on today's share basis. */
export type PaidPayment = PaymentDays & { amount: number; sources: string; collectionDate: string | null }

export type ExpectedPayment = PaymentDays & {
  estimatedAmount: number
  frequency: HistoryRow['frequency']
  /** A fraction a year. */
  impliedVolatility: number | null
  price: number | null
  averageAmount: number | null
  collectionDate: string | null
}

/** Two payments of a fund cannot share a day; the message is a sentence for the operator. */
export class PaymentConflict extends Error {
  override readonly name = 'PaymentConflict'
}

/** Sources round to four decimals. */
const rounding = 0.00005

/**
 * Writes a paid amount. A payment is known by its ex-date, its pay date, or a day close by that was only derived;
 * an expected row within four days becomes it and keeps what the operator estimated, now scored. A derived day
 * never replaces one that was read in a source.
 * @throws PaymentConflict when another payment has one of its days.
 */
export async function recordPaid(
  trx: Transaction<Database>,
  paid: PaidPayment,
  now: Date
): Promise<Recorded> {
  const near = await findNear(trx, paid)
  const known = findKnown(near.filter(isPaid), paid)
  const days = settleDays(known, paid)
  const hasSameAmount = known !== undefined && Math.abs(known.amount - paid.amount) < rounding
  if (hasSameAmount && hasDays(known, days)) return 'unchanged'
  refuseTakenDays(near.filter(isPaid), known, days)
  const isOnItsDay = (row: HistoryRow) => row.payment_date === days.payment_date
  const expected = nearestTo(
    days,
    near.filter((row) => row.amount === null && (known === undefined || isOnItsDay(row)))
  )
  const estimate = known?.estimated_amount == null ? (expected ?? known) : known
  const change = hasSameAmount
    ? {}
    : {
        amount: paid.amount,
        amount_as_paid: await findAmountAsPaid(trx, { ...paid, exDate: days.ex_date }),
        agreement: 'single' as const,
        sources: paid.sources
      }
  await deleteRows(trx, [known, expected])
  await insertRow(trx, {
    ...unwritten,
    ...known,
    ...change,
    ...days,
    ...operatorPart(estimate),
    collection_date: estimate?.collection_date ?? paid.collectionDate
  })
  await touchHistory(trx, now)
  return known === undefined ? 'added' : 'changed'
}

/**
 * Writes what the operator expects. An older expectation of the same payment gives way; where the payment is known
 * already, the estimate is put on its row and scored.
 */
export async function recordExpected(
  trx: Transaction<Database>,
  expected: ExpectedPayment,
  now: Date
): Promise<Recorded> {
  const near = await findNear(trx, expected)
  const days = settleDays(undefined, expected)
  const known = findKnown(near.filter(isPaid), expected)
  const older = nearestTo(
    days,
    near.filter(({ amount }) => amount === null)
  )
  await deleteRows(trx, [known ?? older])
  await insertRow(trx, {
    ...unwritten,
    sources: 'operator',
    ...(known ?? days),
    collection_date: expected.collectionDate,
    estimated_amount: expected.estimatedAmount,
    frequency: expected.frequency,
    implied_volatility: expected.impliedVolatility,
    price: expected.price,
    average_amount: expected.averageAmount
  })
  await touchHistory(trx, now)
  return (known ?? older) === undefined ? 'added' : 'changed'
}

/** Call it in every transaction that changes dividend_history: an export tells when that was last. */
export async function touchHistory(trx: Kysely<Database>, now: Date): Promise<void> {
  await writeMeta(trx, 'history-changed-at', now.toISOString())
}

const noEstimate = {
  estimated_amount: null,
  frequency: null,
  implied_volatility: null,
  price: null,
  average_amount: null
}

/** What a row holds that nobody told anything about. */
const unwritten = {
  ...noEstimate,
  amount: null,
  amount_as_paid: null,
  agreement: 'single' as const,
  sources: '',
  collection_date: null
}

type OperatorPart = Pick<HistoryRow, keyof typeof noEstimate>

function operatorPart(row: HistoryRow | undefined): OperatorPart {
  if (row === undefined) return noEstimate
  const { estimated_amount, frequency, implied_volatility, price, average_amount } = row
  return { estimated_amount, frequency, implied_volatility, price, average_amount }
}

function isPaid(row: HistoryRow): row is HistoryRow & { amount: number } {
  return row.amount !== null
}

function hasDays(known: HistoryRow, days: ReturnType<typeof settleDays>): boolean {
  return (Object.keys(days) as (keyof typeof days)[]).every((column) => known[column] === days[column])
}

function refuseTakenDays(
  paid: readonly HistoryRow[],
  known: HistoryRow | undefined,
  { symbol, payment_date, ex_date }: ReturnType<typeof settleDays>
): void {
  const other = paid.find(
    (row) => row !== known && (row.payment_date === payment_date || row.ex_date === ex_date)
  )
  if (other === undefined) return
  throw new PaymentConflict(
    `${symbol} already has another payment with ex-date ${other.ex_date}, paid on ${other.payment_date}.`
  )
}
