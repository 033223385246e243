import { isDeepStrictEqual } from 'node:util'
import type * as z from 'zod/mini'
import { type Actor, writeLog } from '../../../admin-log/admin-log.db.ts'
import type { importHistory } from '../../../contract/admin-history.ts'
import { noteChangedFacts } from '../../../estimates/changed-facts.ts'
import type { Job, JobParts } from '../../../estimates/job.ts'
import { findAllSymbols } from '../../../funds/former-symbols.db.ts'
import { formatLongDay } from '../../../market-days/days.ts'
import { deleteRows, touchHistory } from '../../../payments/payment-records.db.ts'
import { isPaidRow } from '../../../payments/payment-row.ts'
import { findSplitHistory } from '../../../payments/payments.db.ts'
import { findSamePayment, type KnownPayment, toKnownPayment } from '../../../payments/same-payment.ts'
import { sendLater } from '../../../platform/database/backups/last-backup.ts'
import { writeBackupFile } from '../../../platform/database/backups/write-backup.ts'
import { writeMeta } from '../../../platform/database/meta.db.ts'
import { countRows, insertRows } from '../../../platform/database/rows.ts'
import type { PaymentRow } from '../../../platform/database/schema/facts.ts'
import type { Db } from '../../../platform/database/schema.ts'
import { writeTransaction } from '../../../platform/database/write-transaction.ts'
import { ApiError } from '../../../platform/http/errors.ts'
import { findRecentPayments } from '../../questions.ts'
import { type BackupRecord, completeRecord } from './backup-record.ts'
import { type CheckedBackup, checkBackup } from './check-backup.ts'

type RestoreInput = {
  /** Descriptor of the open file, which all threads of the process share. */
  file: number
  isDryRun: boolean
  actor: Actor
}

type Restored = z.output<typeof importHistory.output>
type Counts = Extract<Restored, { added: number }>

/**
 * Restores a backup: its records replace those of the history, other records stay. All or nothing, after a backup
 * of the complete database; a dry run only counts.
 * @throws ApiError with the first fault
 */
export const restoreBackup: Job<RestoreInput, Restored> = {
  name: 'restore-backup',
  run: async (parts, input) => {
    const { db } = parts
    const backup = await checkBackup(input.file, await findAllSymbols(db))
    if (input.isDryRun) return writeRecords(db, backup, { isDryRun: true })
    const saved = await writeBackupFile(db, parts.backupFolder, { kind: 'before-restore', now: parts.now })
    await applyBackup(parts, backup, input, saved.name)
    const recordCount = backup.records.length
    return { recordCount, message: `Successfully restored ${recordCount} records from backup` }
  }
}

async function applyBackup(
  { db, now }: JobParts,
  backup: CheckedBackup,
  { actor }: RestoreInput,
  backupName: string
): Promise<void> {
  const { records, exportedAt } = backup
  await writeTransaction(db, async (trx) => {
    const counts = await writeRecords(trx, backup, { isDryRun: false })
    const total = await countRows(trx.selectFrom('dividend_history'))
    const isSame = total === records.length && counts.converted === undefined
    // The history equals the backup again, so it has the same time of its last change.
    if (isSame && exportedAt !== null) await writeMeta(trx, 'history-changed-at', exportedAt)
    else if (counts.added + counts.changed > 0) await touchHistory(trx, now)
    const message = `Restored ${records.length} records from a backup`
    const metadata = { ...counts, exported_at: exportedAt, safety_copy: backupName }
    const logFields = { level: 'WARNING', category: 'DIVIDEND_HISTORY', action: 'BULK_OPERATION' } as const
    await writeLog(trx, { ...logFields, message, actor, metadata }, now)
    await sendLater(trx, backupName, now)
    await noteChangedFacts(trx, { now, closes: true })
  })
}

/** Writes records fund by fund; a dry run only counts them. */
async function writeRecords(
  db: Db,
  { records, exportedAt }: CheckedBackup,
  { isDryRun }: { isDryRun: boolean }
): Promise<Counts> {
  const total = { added: 0, changed: 0, unchanged: 0 }
  let converted = 0
  for (const [symbol, ofFund] of Map.groupBy(records, ({ ticker }) => ticker)) {
    const plan = await planFund(db, symbol, ofFund, exportedAt?.slice(0, 10) ?? null)
    if (!isDryRun) {
      await deleteRows(db, symbol, plan.removed)
      await insertRows(db, 'dividend_history', plan.written)
    }
    total.added += plan.added
    total.changed += plan.changed
    total.unchanged += plan.unchanged
    converted += plan.converted
  }
  return { ...total, ...(converted > 0 && { converted }) }
}

async function planFund(db: Db, symbol: string, records: readonly BackupRecord[], exportedOn: string | null) {
  const rows = await db.selectFrom('dividend_history').selectAll().where('symbol', '=', symbol).execute()
  const knownOn = new Map(rows.map((row) => [row.payment_date, row]))
  const payments = await findRecentPayments(db, symbol)
  const splitHistory = await findSplitHistory(db, symbol)
  const completed = records.map((record) =>
    completeRecord(record, knownOn.get(record.payment_date), { payments, splitHistory, exportedOn })
  )
  const restored = completed.map(({ row }) => row)
  refuseSharedExDates(restored)
  return { ...planRestore(rows, restored), converted: completed.filter(({ factor }) => factor !== 1).length }
}

/** Ex-dates in the backup were already checked; this checks the derived ones. */
function refuseSharedExDates(rows: readonly PaymentRow[]): void {
  const paid = rows.filter(({ amount }) => amount !== null)
  for (const group of Map.groupBy(paid, ({ ex_date }) => ex_date).values()) {
    const [first, second] = group
    if (first === undefined || second === undefined) continue
    const { symbol, payment_date, ex_date } = second
    throw new ApiError(
      'invalid-input',
      `Invalid Backup File: the record (${symbol}, ${formatLongDay(payment_date)}): ex_date is missing, and ${formatLongDay(ex_date)}, which follows from the payment_date, is that of the payment on ${formatLongDay(first.payment_date)}.`
    )
  }
}

type Payment = KnownPayment & { row: PaymentRow }

/**
 * Merges a backup into the fund's history: a row is replaced by the one with its payment date or, if paid, by the
 * same payment. All other rows stay.
 * @param known rows of the fund
 * @param restored rows of the backup, no two with the same payment date or paid ex-date
 */
export function planRestore(known: readonly PaymentRow[], restored: readonly PaymentRow[]) {
  const byPaymentDate = new Map(known.map((row) => [row.payment_date, row]))
  const payments = known.filter(isPaidRow).map(toKnownPayment)
  const backedUp = restored.filter(isPaidRow).map(toKnownPayment)
  const exDates = new Set(backedUp.map(({ exDate }) => exDate))
  const findNear = indexByDay(payments)
  const removed = new Set<PaymentRow>()
  const written: PaymentRow[] = []
  const counts = { added: 0, changed: 0, unchanged: 0 }
  for (const row of restored) {
    const onPayDate = byPaymentDate.get(row.payment_date)
    if (isDeepStrictEqual(onPayDate, row)) {
      counts.unchanged += 1
      continue
    }
    const near = isPaidRow(row) ? findNear(row) : []
    const reported = near.filter(({ exDate }) => exDates.has(exDate))
    const same = isPaidRow(row) ? findSamePayment(toKnownPayment(row), near, reported)?.row : undefined
    for (const other of [onPayDate, same]) if (other !== undefined) removed.add(other)
    if (onPayDate === undefined && same === undefined) counts.added += 1
    else counts.changed += 1
    written.push(row)
  }
  return { ...counts, written, removed: [...removed] }
}

/**
 * Finds candidates for the same payment: the same pay date, or an ex-date within a week. Comparing every pair would
 * take seconds with thousands of payments.
 */
function indexByDay(payments: readonly Payment[]): (row: PaymentRow) => Payment[] {
  const onWeek = Map.groupBy(payments, ({ exDate }) => weekOf(exDate))
  const onPayDate = Map.groupBy(payments, ({ payDate }) => payDate)
  const indexOf = new Map(payments.map((payment, index) => [payment, index]))
  return (row) => {
    const week = weekOf(row.ex_date)
    const weeks = [week - 1, week, week + 1].flatMap((near) => onWeek.get(near) ?? [])
    const paymentIds = new Set([...weeks, ...(onPayDate.get(row.payment_date) ?? [])])
    return [...paymentIds].sort((a, b) => (indexOf.get(a) ?? 0) - (indexOf.get(b) ?? 0))
  }
}

function weekOf(day: string): number {
  return Math.floor(Date.parse(day) / (7 * 86_400_000))
}
