import type { Kysely } from 'kysely'
import { type Actor, writeLog } from '../../../admin-log/admin-log.db.ts'
import { findFormerSymbols, findFunds } from '../../../funds/funds.db.ts'
import type { HistoryRow } from '../../../payments/history-rows.db.ts'
import { sendLater } from '../../../platform/database/backups/last-backup.db.ts'
import { writeMeta } from '../../../platform/database/meta.db.ts'
import { touchHistory } from '../../../payments/payment-records.db.ts'
import { findRecentPayments } from '../../recent-payments.db.ts'
import { writeSafetyCopy } from '../../../platform/database/backups/safety-copy.ts'
import type { Database } from '../../../platform/database/schema.ts'
import { ApiError } from '../../../platform/http/errors.ts'
import type { Job, JobParts } from '../../../estimates/jobs/job.ts'
import { countHistory, findRowsOfFund, insertRows, removeRows } from './backup.db.ts'
import type { BackupRecord } from './backup-record.ts'
import { type CheckedBackup, checkBackup } from './check-backup.ts'
import { completeRecord } from './complete-record.ts'
import { type ImportPlan, planImport } from './plan-import.ts'

type Counts = Pick<ImportPlan, 'added' | 'changed' | 'unchanged'>

/** `file` holds the backup as it was sent. */
export type RestoreOrder = { file: string; isDryRun: boolean; actor: Actor }

export type Restored =
  | { recordCount: number; message: string }
  /** What a dry run counted. */
  | Counts

/**
 * Restores a backup: its records are written over those of the history, records it does not hold stay. All or
 * nothing, after a copy of the whole database was put aside; a dry run only counts what would change.
 * @throws ApiError with the first thing that is wrong.
 */
export const restoreBackup: Job<RestoreOrder, Restored> = {
  name: 'restore-backup',
  run: async (parts, order) => {
    const { db } = parts
    const funds = await findFunds(db)
    const former = await findFormerSymbols(db)
    const backup = await checkBackup(
      order.file,
      new Map([
        ...funds.map(({ symbol }): [string, string] => [symbol, symbol]),
        ...former.map(({ symbol, present }): [string, string] => [symbol, present])
      ])
    )
    const { records } = backup
    if (order.isDryRun) return writeRecords(db, records, { isDryRun: true })
    const copied = await writeSafetyCopy(db, parts.backupFolder, { kind: 'before-restore', now: parts.now })
    await applyBackup(parts, backup, order, copied.name)
    const recordCount = records.length
    return { recordCount, message: `Successfully restored ${recordCount} records from backup` }
  }
}

async function applyBackup(
  { write, now, refreshEstimates }: JobParts,
  { records, exportedAt }: CheckedBackup,
  { actor }: RestoreOrder,
  safetyCopy: string
): Promise<void> {
  await write(async (trx) => {
    const counts = await writeRecords(trx, records, { isDryRun: false })
    const isWhole = (await countHistory(trx)) === records.length
    // The history is again what it was then, and so is the day of its last change.
    if (isWhole && exportedAt !== null) await writeMeta(trx, 'history-changed-at', exportedAt)
    else if (counts.added + counts.changed > 0) await touchHistory(trx, now)
    const message = `Restored ${records.length} records from a backup`
    const metadata = { ...counts, exported_at: exportedAt, safety_copy: safetyCopy }
    const about = { level: 'WARNING', category: 'DIVIDEND_HISTORY', action: 'BULK_OPERATION' } as const
    await writeLog(trx, { ...about, message, actor, metadata }, now)
    await sendLater(trx, safetyCopy, now)
    await refreshEstimates(trx)
  })
}

/** Fund by fund; a dry run only counts. */
async function writeRecords(
  db: Kysely<Database>,
  records: readonly BackupRecord[],
  { isDryRun }: { isDryRun: boolean }
): Promise<Counts> {
  const total = { added: 0, changed: 0, unchanged: 0 }
  for (const [symbol, ofFund] of Map.groupBy(records, ({ ticker }) => ticker)) {
    const plan = await planFund(db, symbol, ofFund)
    if (!isDryRun) {
      await removeRows(db, symbol, plan.removed)
      await insertRows(db, plan.written)
    }
    total.added += plan.added
    total.changed += plan.changed
    total.unchanged += plan.unchanged
  }
  return total
}

async function planFund(
  db: Kysely<Database>,
  symbol: string,
  records: readonly BackupRecord[]
): Promise<ImportPlan> {
  const known = await findRowsOfFund(db, symbol)
  const knownOn = new Map(known.map((row) => [row.payment_date, row]))
  const payments = await findRecentPayments(db, symbol)
  const restored = []
  for (const record of records)
    restored.push(await completeRecord(db, record, knownOn.get(record.payment_date), payments))
  refuseSharedExDates(restored)
  return planImport(known, restored)
}

/** Ex-dates that a backup names are checked with it; here those that had to be counted back. */
function refuseSharedExDates(rows: readonly HistoryRow[]): void {
  const paid = rows.filter(({ amount }) => amount !== null)
  for (const sharing of Map.groupBy(paid, ({ ex_date }) => ex_date).values()) {
    const [first, second] = sharing
    if (first === undefined || second === undefined) continue
    const { symbol, payment_date, ex_date } = second
    throw new ApiError(
      'invalid-input',
      `Invalid Backup File: the record (${symbol}, ${payment_date}): ex_date is missing, and ${ex_date}, which follows from the payment_date, is that of the payment on ${first.payment_date}.`
    )
  }
}
