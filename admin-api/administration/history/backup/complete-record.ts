import type { Kysely } from 'kysely'
import type { HistoryRow } from '../../../payments/history-rows.db.ts'
import type { Database } from '../../../platform/database/schema.ts'
import { findSplitHistory } from '../../../payments/split-history.db.ts'
import { scoreRow } from '../../../payments/accuracy-score.ts'
import { amountAsPaid } from '../../../payments/amount-as-paid.ts'
import { exDateFor } from '../../../market-days/next-dates.ts'
import type { Payment } from '../../../market-days/types.ts'
import type { BackupRecord } from './backup-record.ts'

const backupSource = 'backup'

/**
 * The row a record makes. One of our own backups says all of it; what another leaves out is what the history holds
 * at that payment date, else what follows from the rest.
 * @param payments the fund's newest ones, ascending.
 */
export async function completeRecord(
  db: Kysely<Database>,
  record: BackupRecord,
  known: HistoryRow | undefined,
  payments: readonly Payment[]
): Promise<HistoryRow> {
  const { ticker: symbol, payment_date } = record
  const ex_date = record.ex_date ?? known?.ex_date ?? exDateFor(payment_date, payments)
  const isOwn = record.ex_date !== undefined
  const amounts = {
    amount: record.actual_dividend ?? null,
    estimated_amount: record.estimated_dividend ?? null
  }
  return {
    symbol,
    payment_date,
    payment_date_basis: record.payment_date_basis ?? known?.payment_date_basis ?? 'source',
    ex_date,
    ex_date_basis: record.ex_date_basis ?? (isOwn ? 'source' : (known?.ex_date_basis ?? 'derived')),
    ...amounts,
    amount_as_paid: await asPaidOf(db, record, ex_date),
    agreement: record.agreement ?? known?.agreement ?? 'single',
    sources: record.sources ?? known?.sources ?? backupSource,
    collection_date: record.collection_date ?? null,
    frequency: record.frequency ?? null,
    implied_volatility: record.implied_volatility ?? null,
    price: record.current_price ?? null,
    average_amount: record.average_dividend ?? null,
    // Not what the backup says: its amounts may have been edited since.
    accuracy_score: scoreRow(amounts)
  }
}

async function asPaidOf(
  db: Kysely<Database>,
  { ticker: symbol, actual_dividend: amount, actual_as_paid: asPaid }: BackupRecord,
  exDate: string
): Promise<number | null> {
  if (asPaid !== undefined || amount == null) return asPaid ?? null
  return amountAsPaid(amount, exDate, await findSplitHistory(db, symbol))
}
