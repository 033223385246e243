import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { type Actor, writeLog } from '../../../db/admin-log.db.ts'
import { findFunds } from '../../../db/funds.db.ts'
import type { HistoryRow } from '../../../db/history-rows.db.ts'
import { writeMeta } from '../../../db/meta.db.ts'
import { touchHistory } from '../../../db/payment-records.db.ts'
import { findRecentPayments } from '../../../db/recent-payments.db.ts'
import { writeSafetyCopy } from '../../../db/safety-copy.ts'
import type { Database } from '../../../db/schema.ts'
import { takeWriteLock } from '../../../db/write-lock.db.ts'
import { ApiError } from '../../../http/errors.ts'
import type { Services } from '../../../services.ts'
import { countHistory, findRowsOfFund, insertRows, removeRows } from './backup.db.ts'
import type { BackupRecord } from './backup-record.ts'
import { type CheckedBackup, checkBackup, type SentBackup } from './check-backup.ts'
import { completeRecord } from './complete-record.ts'
import { type ImportPlan, planImport } from './plan-import.ts'

type Counts = Pick<ImportPlan, 'added' | 'changed' | 'unchanged'>
type Parts = Pick<Services, 'db' | 'clock' | 'dataDir' | 'publisher' | 'refreshEstimates'>

type Imported = Counts | { recordCount: number; message: string }

/**
 * Restores a backup: its records are written over those of the history, records it does not hold stay. All or
 * nothing, after a copy of the whole database was put aside; with dry_run '1' it only counts what would change.
 * One at a time. It throws an ApiError with the first thing that is wrong.
 */
export function createImporter(parts: Parts) {
  const { db, clock, dataDir, publisher } = parts
  let isBusy = false

  async function restore(backup: CheckedBackup, actor: Actor): Promise<Imported> {
    if (isBusy)
      throw new ApiError('conflict', 'Another backup is being restored. Please wait until it is done.')
    isBusy = true
    try {
      const safetyCopy = await writeSafetyCopy(db, join(dataDir, 'backups'), clock())
      await applyBackup(parts, backup, actor, safetyCopy)
    } finally {
      isBusy = false
    }
    publisher.wake()
    const recordCount = backup.records.length
    return { recordCount, message: `Successfully restored ${recordCount} records from backup` }
  }

  return async (sent: SentBackup & { dry_run?: unknown }, actor: Actor): Promise<Imported> => {
    const isDryRun = readDryRun(sent.dry_run)
    const funds = await findFunds(db)
    const backup = await checkBackup(sent, new Set(funds.map(({ symbol }) => symbol)))
    return isDryRun ? writeRecords(db, backup.records, { isDryRun }) : restore(backup, actor)
  }
}

async function applyBackup(
  { db, clock, refreshEstimates }: Parts,
  { records, exportedAt }: CheckedBackup,
  actor: Actor,
  safetyCopy: string
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await takeWriteLock(trx)
    const now = clock()
    const counts = await writeRecords(trx, records, { isDryRun: false })
    const isWhole = (await countHistory(trx)) === records.length
    // The history is again what it was then, and so is the day of its last change.
    if (isWhole && exportedAt !== null) await writeMeta(trx, 'history-changed-at', exportedAt)
    else if (counts.added + counts.changed > 0) await touchHistory(trx, now)
    const message = `Restored ${records.length} records from a backup`
    const metadata = { ...counts, exported_at: exportedAt, safety_copy: safetyCopy }
    const about = { level: 'WARNING', category: 'DIVIDEND_HISTORY', action: 'BULK_OPERATION' } as const
    await writeLog(trx, { ...about, message, actor, metadata }, now)
    await refreshEstimates(trx)
  })
}

/** Fund by fund, with a breath after each; a dry run only counts. */
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
    await setImmediate()
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

function readDryRun(value: unknown): boolean {
  if (value === undefined || value === '0') return false
  if (value === '1') return true
  throw new ApiError('invalid-input', 'dry_run must be 0 or 1')
}
