import type * as z from 'zod/mini'
import { type Actor, writeLog } from '../../admin-log/admin-log.db.ts'
import type { addHistoryRecord, HistoryRecord } from '../../contract/admin-history.ts'
import { unsupportedMessage } from '../../contract/stock.ts'
import { noteChangedFacts } from '../../estimates/changed-facts.ts'
import { findFund } from '../../funds/funds.db.ts'
import { formatLongDay } from '../../market-days/days.ts'
import { exDateFor } from '../../market-days/next-dates.ts'
import { toNewYorkTime } from '../../market-days/sessions.ts'
import type { IsoDay } from '../../market-days/types.ts'
import { deleteRows, touchHistory } from '../../payments/payment-records.db.ts'
import { faultOfDays, scoreRow } from '../../payments/payment-row.ts'
import { findSplitHistory } from '../../payments/payments.db.ts'
import { amountAsPaid } from '../../payments/share-basis.ts'
import { insertRows } from '../../platform/database/rows.ts'
import type { PaymentRow } from '../../platform/database/schema/facts.ts'
import type { Db, Trx } from '../../platform/database/schema.ts'
import { writeTransaction } from '../../platform/database/write-transaction.ts'
import { ApiError } from '../../platform/http/errors.ts'
import type { RouteParts } from '../../platform/http/route.ts'
import { findRecentPayments, refusePast, refuseUnusual } from '../questions.ts'
import { findOne, toHistoryRecord } from './history-list.db.ts'

type HistoryParts = Pick<RouteParts, 'db' | 'clock'>
/** A record as entered by the operator. `today`: the newest day for which figures can exist. */
type Written = { written: WrittenRecord; today: IsoDay; actor: Actor }

const doneBy = { CREATE: 'added', UPDATE: 'changed', DELETE: 'deleted' } as const

/**
 * Changes a record and logs it; figures follow from it.
 * @param work returns the result and the details for the log
 */
function change<Result>(
  db: Db,
  now: Date,
  { ticker: symbol, payment_date }: Pick<WrittenRecord, 'ticker' | 'payment_date'>,
  { action, actor }: { action: keyof typeof doneBy; actor: Actor },
  work: (trx: Trx) => Promise<{ metadata: Record<string, unknown>; result: Result }>
): Promise<Result> {
  return writeTransaction(db, async (trx) => {
    const { metadata, result } = await work(trx)
    const message = `Record of ${symbol} for ${formatLongDay(payment_date)} ${doneBy[action]}`
    const entry = { category: 'DIVIDEND_HISTORY', action, message, actor, metadata } as const
    await writeLog(trx, { ...entry, symbol, entityId: payment_date }, now)
    await touchHistory(trx, now)
    await noteChangedFacts(trx, { now, closes: false, edited: [symbol] })
    return result
  })
}

export function addToHistory(
  { db, clock }: HistoryParts,
  { written, today, actor }: Written
): Promise<HistoryRecord> {
  const now = clock()
  return change(db, now, written, { action: 'CREATE', actor }, async (trx) => {
    await addRecord(trx, written, { now, today })
    return { metadata: written, result: await readBack(trx, written) }
  })
}

export function updateInHistory(
  { db, clock }: HistoryParts,
  { written, originalDate, today, actor }: Written & { originalDate: string }
): Promise<HistoryRecord> {
  const now = clock()
  return change(db, now, written, { action: 'UPDATE', actor }, async (trx) => {
    const before = await updateRecord(trx, originalDate, written, { now, today })
    return { metadata: { before, after: written }, result: await readBack(trx, written) }
  })
}

export async function deleteFromHistory(
  { db, clock }: HistoryParts,
  { actor, ...key }: { ticker: string; payment_date: string; actor: Actor }
): Promise<void> {
  await change(db, clock(), key, { action: 'DELETE', actor }, async (trx) => {
    const row = await findKnownRow(trx, { symbol: key.ticker, payment_date: key.payment_date })
    await deleteRows(trx, row.symbol, [row])
    return { metadata: row, result: null }
  })
}

async function readBack(trx: Trx, { ticker, payment_date }: WrittenRecord): Promise<HistoryRecord> {
  const row = await findOne(trx, ticker, payment_date)
  if (row === undefined)
    throw new Error(`the record of ${ticker} for ${payment_date} was written but can't be read back`)
  return toHistoryRecord(row)
}

type WrittenRecord = z.output<typeof addHistoryRecord.input>

type Moment = { now: Date; today: IsoDay }

type Days = Pick<PaymentRow, 'payment_date' | 'payment_date_basis' | 'ex_date' | 'ex_date_basis'>

/** Larger values are percentages: no fund here has a volatility of 500 % a year. */
const largestVolatility = 5
const writtenSource = 'operator'

/**
 * Adds a record; its ex-date is derived from the payment date. Call it in a transaction.
 * @throws ApiError not-found for an unknown fund, conflict if one of its days is taken; unusual-amount and past-day
 * unless confirmed
 */
async function addRecord(trx: Trx, written: WrittenRecord, { now, today }: Moment): Promise<void> {
  const { ticker, payment_date } = written
  if ((await findFund(trx, ticker)) === undefined) throw new ApiError('not-found', unsupportedMessage(ticker))
  if ((await findRow(trx, { symbol: ticker, payment_date })) !== undefined) throw alreadyExists(written)
  refuseExpectedPast(written, today)
  const days: Days = {
    payment_date,
    payment_date_basis: 'source',
    ex_date: exDateFor(payment_date, await findRecentPayments(trx, ticker)),
    ex_date_basis: 'derived'
  }
  if (written.actual_dividend !== null) await refuseTakenExDate(trx, ticker, days.ex_date)
  await refuseTypos(trx, written, days.ex_date)
  const money = await toMoney(trx, written, days.ex_date, undefined)
  await insertScored(trx, { symbol: ticker, ...days, ...money, ...operatorPart(written, now) })
}

/**
 * Rewrites the record at `originalDate`. A frozen estimate shown with it doesn't become the operator's when
 * it is sent back unchanged.
 * @throws ApiError not-found; conflict if a new day is taken; invalid-input if the pay date would be before an ex-
 * date reported by a source; unusual-amount and past-day unless confirmed
 */
async function updateRecord(
  trx: Trx,
  originalDate: string,
  written: WrittenRecord,
  { now, today }: Moment
): Promise<PaymentRow> {
  const { ticker: symbol, payment_date } = written
  const before = await findKnownRow(trx, { symbol, payment_date: originalDate })
  const isMoved = payment_date !== originalDate
  if (isMoved && (await findRow(trx, { symbol, payment_date })) !== undefined) throw alreadyExists(written)
  if (isMoved || before.amount !== null) refuseExpectedPast(written, today)
  const days = isMoved ? await moveDays(trx, before, payment_date) : daysOf(before)
  const money = await toMoney(trx, written, days.ex_date, before)
  const shown = await findOne(trx, symbol, originalDate)
  const isOnlyShown =
    before.estimated_amount === null &&
    shown !== undefined &&
    toHistoryRecord(shown).estimated_dividend === written.estimated_dividend
  await deleteRows(trx, symbol, [before])
  if (money.amount !== null) await refuseTakenExDate(trx, symbol, days.ex_date)
  await refuseTypos(trx, written, days.ex_date, {
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

async function insertScored(trx: Trx, row: Omit<PaymentRow, 'accuracy_score'>): Promise<void> {
  await insertRows(trx, 'dividend_history', [{ ...row, accuracy_score: scoreRow(row) }])
}

/** Only for expected payments: a paid one is always in the past. @throws ApiError past-day */
function refuseExpectedPast(written: WrittenRecord, today: IsoDay): void {
  if (written.confirm_past || written.actual_dividend !== null) return
  refusePast(written.ticker, written.payment_date, today)
}

/**
 * Questions entered amounts that look like typos. An estimate of zero doesn't count: empty forms send it.
 * @throws ApiError unusual-amount
 */
async function refuseTypos(
  trx: Trx,
  written: WrittenRecord,
  exDate: string,
  before: { amount: number | null; estimate: number | null } = { amount: null, estimate: null }
): Promise<void> {
  if (written.confirm_unusual) return
  const { ticker: symbol, actual_dividend: amount, estimated_dividend: estimate } = written
  if (amount !== null && amount !== before.amount)
    await refuseUnusual(trx, { symbol, what: 'payment', exDate, amount })
  if (estimate !== 0 && estimate !== before.estimate)
    await refuseUnusual(trx, { symbol, what: 'estimate', exDate, amount: estimate })
}

async function findKnownRow(trx: Trx, key: RowKey): Promise<PaymentRow> {
  const row = await findRow(trx, key)
  if (row !== undefined) return row
  throw new ApiError(
    'not-found',
    `There is no record of ${key.symbol} with the payment date ${formatLongDay(key.payment_date)}.`
  )
}

function alreadyExists({ ticker, payment_date }: WrittenRecord): ApiError {
  return new ApiError(
    'conflict',
    `${ticker} already has a record with the payment date ${formatLongDay(payment_date)}.`
  )
}

async function refuseTakenExDate(trx: Trx, symbol: string, exDate: string): Promise<void> {
  const other = await findPaidOn(trx, symbol, exDate)
  if (other === undefined) return
  throw new ApiError(
    'conflict',
    `${symbol} already has a payment with ex-date ${formatLongDay(exDate)}, paid on ${formatLongDay(other.payment_date)}.`
  )
}

function daysOf({ payment_date, payment_date_basis, ex_date, ex_date_basis }: PaymentRow): Days {
  return { payment_date, payment_date_basis, ex_date, ex_date_basis }
}

async function moveDays(
  trx: Trx,
  { symbol, ex_date, ex_date_basis }: PaymentRow,
  paymentDate: string
): Promise<Days> {
  const isReported = ex_date_basis === 'source'
  const moved = isReported ? ex_date : exDateFor(paymentDate, await findRecentPayments(trx, symbol))
  const fault = faultOfDays({ symbol, exDate: moved, payDate: paymentDate })
  if (fault !== null) throw new ApiError('invalid-input', fault)
  return {
    payment_date: paymentDate,
    payment_date_basis: 'source',
    ex_date: moved,
    ex_date_basis
  }
}

/** The paid amount with its sources; the amount as paid is recalculated only if amount or day changed. */
async function toMoney(
  trx: Trx,
  { ticker: symbol, actual_dividend: amount }: WrittenRecord,
  exDate: string,
  before: PaymentRow | undefined
) {
  const written = { agreement: 'single', sources: writtenSource } as const
  if (amount === null) return { ...written, amount, amount_as_paid: null }
  const unchanged = before?.amount === amount ? before : undefined
  const { agreement, sources } = unchanged ?? written
  const amount_as_paid =
    unchanged?.ex_date === exDate
      ? unchanged.amount_as_paid
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

type RowKey = Pick<PaymentRow, 'symbol' | 'payment_date'>

async function findRow(db: Db, key: RowKey): Promise<PaymentRow | undefined> {
  return db
    .selectFrom('dividend_history')
    .selectAll()
    .where('symbol', '=', key.symbol)
    .where('payment_date', '=', key.payment_date)
    .executeTakeFirst()
}

/** The payment with that ex-date; expected payments don't count. */
async function findPaidOn(db: Db, symbol: string, exDate: string): Promise<RowKey | undefined> {
  return db
    .selectFrom('payment')
    .select(['symbol', 'payment_date'])
    .where('symbol', '=', symbol)
    .where('ex_date', '=', exDate)
    .executeTakeFirst()
}
