import type { Transaction } from 'kysely'
import { unsupportedMessage } from '../../contract/stock.ts'
import { findFund } from '../../funds/funds.db.ts'
import { deleteRows, type HistoryRow, insertRow } from '../../payments/history-rows.db.ts'
import { findRecentPayments } from '../recent-payments.db.ts'
import type { Database } from '../../platform/database/schema.ts'
import { findSplitHistory } from '../../payments/split-history.db.ts'
import { scoreRow } from '../../payments/accuracy-score.ts'
import { amountAsPaid } from '../../payments/amount-as-paid.ts'
import { questionDay } from '../past-day.ts'
import { faultOfDays } from '../../payments/payment-days.ts'
import { questionAmount } from '../unusual-amount.ts'
import { toNewYorkTime } from '../../market-days/new-york.ts'
import { exDateFor } from '../../market-days/next-dates.ts'
import type { IsoDay } from '../../market-days/types.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { toHistoryRecord } from './to-history-record.ts'
import { findOne } from './history-list.db.ts'
import { findPaidOn, findRow, type RowKey } from './change-rows.db.ts'

/** A record as the operator fills it in. */
export type WrittenRecord = {
  ticker: string
  payment_date: string
  estimated_dividend: number
  frequency: HistoryRow['frequency']
  actual_dividend: number | null
  implied_volatility: number | null
  current_price: number | null
  average_dividend: number | null
  collection_date: string | null
  /** Whether the operator said that an unusual amount is right. */
  confirm_unusual: boolean
  /** Whether the operator said that a payment is expected on a day that is over. */
  confirm_past: boolean
}

/** `today`: the newest day anything can be known of. */
export type Moment = { now: Date; today: IsoDay }

type Days = Pick<HistoryRow, 'payment_date' | 'payment_date_basis' | 'ex_date' | 'ex_date_basis'>
type Money = Pick<HistoryRow, 'amount' | 'amount_as_paid' | 'agreement' | 'sources'>

/** Above this a volatility is meant in percent: no fund here moves by five times its price a year. */
const largestVolatility = 5
const writtenSource = 'operator'

/**
 * Adds a record; its ex-date is counted back from the payment date. Call it in a transaction.
 * @throws ApiError not-found for a fund that is none of ours, conflict where a payment has one of its days,
 * unusual-amount where an amount looks like a slip and past-day where it is expected on a day that is over, both
 * unless confirmed.
 */
export async function addRecord(
  trx: Transaction<Database>,
  written: WrittenRecord,
  { now, today }: Moment
): Promise<void> {
  const { ticker, payment_date } = written
  if ((await findFund(trx, ticker)) === undefined) throw new ApiError('not-found', unsupportedMessage(ticker))
  if ((await findRow(trx, { symbol: ticker, payment_date })) !== undefined) throw alreadyThere(written)
  refusePast(written, today)
  const days: Days = {
    payment_date,
    payment_date_basis: 'source',
    ex_date: exDateFor(payment_date, await findRecentPayments(trx, ticker)),
    ex_date_basis: 'derived'
  }
  if (written.actual_dividend !== null) await refuseTakenExDate(trx, ticker, days.ex_date)
  await refuseUnusual(trx, written, days.ex_date)
  const money = await toMoney(trx, written, days.ex_date, undefined)
  await insertScored(trx, { symbol: ticker, ...days, ...money, ...operatorPart(written, now) })
}

/**
 * Rewrites the record that stands at `originalDate`. An estimate that was only shown beside it, out of the frozen
 * record, does not become the operator's by being sent back unchanged.
 * @throws ApiError not-found where there is none, conflict where another payment has one of the new days,
 * invalid-input where it would be paid before an ex-date that was read in a source,
 * unusual-amount where a changed amount looks like a slip and past-day where it becomes expected on a day that is
 * over, both unless confirmed.
 */
export async function updateRecord(
  trx: Transaction<Database>,
  originalDate: string,
  written: WrittenRecord,
  { now, today }: Moment
): Promise<HistoryRow> {
  const { ticker: symbol, payment_date } = written
  const before = await findKnownRow(trx, { symbol, payment_date: originalDate })
  const isMoved = payment_date !== originalDate
  if (isMoved && (await findRow(trx, { symbol, payment_date })) !== undefined) throw alreadyThere(written)
  if (isMoved || before.amount !== null) refusePast(written, today)
  const days = isMoved ? await moveDays(trx, before, payment_date) : daysOf(before)
  const money = await toMoney(trx, written, days.ex_date, before)
  const shown = await findOne(trx, symbol, originalDate)
  const isOnlyShown =
    before.estimated_amount === null &&
    shown !== undefined &&
    toHistoryRecord(shown).estimated_dividend === written.estimated_dividend
  await deleteRows(trx, [before])
  if (money.amount !== null) await refuseTakenExDate(trx, symbol, days.ex_date)
  await refuseUnusual(trx, written, days.ex_date, {
    amount: before.amount,
    estimate: isOnlyShown ? written.estimated_dividend : before.estimated_amount
  })
  const part = operatorPart(written, now)
  await insertScored(trx, {
    symbol,
    ...days,
    ...money,
    ...part,
    estimated_amount: isOnlyShown ? null : part.estimated_amount
  })
  return before
}

/** @throws ApiError not-found where there is none. */
export async function deleteRecord(trx: Transaction<Database>, key: RowKey): Promise<HistoryRow> {
  const row = await findKnownRow(trx, key)
  await deleteRows(trx, [row])
  return row
}

async function insertScored(
  trx: Transaction<Database>,
  row: Omit<HistoryRow, 'accuracy_score'>
): Promise<void> {
  await insertRow(trx, { ...row, accuracy_score: scoreRow(row) })
}

/** What was paid was paid in the past; only who expects something then may have mistyped the day. */
function refusePast(
  { ticker, payment_date, actual_dividend, confirm_past }: WrittenRecord,
  today: IsoDay
): void {
  if (confirm_past || actual_dividend !== null) return
  const question = questionDay(ticker, payment_date, today)
  if (question !== null) throw new ApiError('past-day', question)
}

/**
 * Asks about amounts that were typed anew and look like a slip of the keyboard. An estimate of zero is none: an empty
 * form has it.
 */
async function refuseUnusual(
  trx: Transaction<Database>,
  written: WrittenRecord,
  exDate: string,
  before: { amount: number | null; estimate: number | null } = { amount: null, estimate: null }
): Promise<void> {
  if (written.confirm_unusual) return
  const { ticker: symbol, actual_dividend: amount, estimated_dividend: estimate } = written
  const typed = [
    ...(amount === null || amount === before.amount ? [] : [{ what: 'payment' as const, amount }]),
    ...(estimate === 0 || estimate === before.estimate
      ? []
      : [{ what: 'estimate' as const, amount: estimate }])
  ]
  const payments = await findRecentPayments(trx, symbol, exDate)
  const [question] = typed.flatMap((figure) => questionAmount({ symbol, exDate, ...figure }, payments) ?? [])
  if (question !== undefined) throw new ApiError('unusual-amount', question)
}

async function findKnownRow(trx: Transaction<Database>, key: RowKey): Promise<HistoryRow> {
  const row = await findRow(trx, key)
  if (row !== undefined) return row
  throw new ApiError(
    'not-found',
    `There is no record of ${key.symbol} with the payment date ${key.payment_date}.`
  )
}

function alreadyThere({ ticker, payment_date }: WrittenRecord): ApiError {
  return new ApiError('conflict', `${ticker} already has a record with the payment date ${payment_date}.`)
}

async function refuseTakenExDate(trx: Transaction<Database>, symbol: string, exDate: string): Promise<void> {
  const other = await findPaidOn(trx, symbol, exDate)
  if (other === undefined) return
  throw new ApiError(
    'conflict',
    `${symbol} already has a payment with ex-date ${exDate}, paid on ${other.payment_date}.`
  )
}

function daysOf({ payment_date, payment_date_basis, ex_date, ex_date_basis }: HistoryRow): Days {
  return { payment_date, payment_date_basis, ex_date, ex_date_basis }
}

async function moveDays(
  trx: Transaction<Database>,
  { symbol, ex_date, ex_date_basis }: HistoryRow,
  paymentDate: string
): Promise<Days> {
  const isRead = ex_date_basis === 'source'
  const moved = isRead ? ex_date : exDateFor(paymentDate, await findRecentPayments(trx, symbol))
  const fault = faultOfDays({ symbol, exDate: moved, payDate: paymentDate })
  if (fault !== null) throw new ApiError('invalid-input', fault)
  return {
    payment_date: paymentDate,
    payment_date_basis: 'source',
    ex_date: moved,
    ex_date_basis
  }
}

/** What was paid, with its sources; the amount as paid is worked out anew only where the amount or its day changed. */
async function toMoney(
  trx: Transaction<Database>,
  { ticker: symbol, actual_dividend: amount }: WrittenRecord,
  exDate: string,
  before: HistoryRow | undefined
): Promise<Money> {
  const written = { agreement: 'single', sources: writtenSource } as const
  if (amount === null) return { ...written, amount, amount_as_paid: null }
  const known = before?.amount === amount ? before : undefined
  const { agreement, sources } = known ?? written
  const amount_as_paid =
    known?.ex_date === exDate
      ? known.amount_as_paid
      : amountAsPaid(amount, exDate, await findSplitHistory(trx, symbol))
  return { agreement, sources, amount, amount_as_paid }
}

function operatorPart(written: WrittenRecord, now: Date) {
  const { implied_volatility: volatility } = written
  const isPercent = volatility !== null && volatility > largestVolatility
  return {
    estimated_amount: written.estimated_dividend,
    frequency: written.frequency,
    implied_volatility: isPercent ? volatility / 100 : volatility,
    price: written.current_price,
    average_amount: written.average_dividend,
    collection_date: written.collection_date ?? toNewYorkTime(now).day
  }
}
