import type { Kysely } from 'kysely'
import type { ManualEntry } from '../../contract/manual-entries.ts'
import type { EntryRow } from '../../payments/manual-entry.ts'
import { findSplitHistory } from '../../payments/payments.db.ts'
import type { Database } from '../../platform/database/schema.ts'
import { findRecentPayments, suggestAmount } from '../questions.ts'

const shownPayments = 5

/** The payments, estimate and suggestion with which the operator decides about a quarantined payment. */
export async function findEvidence(
  db: Kysely<Database>,
  { symbol, ex_date, amount }: Pick<EntryRow, 'symbol' | 'ex_date' | 'amount'>
): Promise<NonNullable<ManualEntry['evidence']>> {
  const payments = await findRecentPayments(db, symbol, ex_date ?? undefined)
  const { splits } = await findSplitHistory(db, symbol)
  const latest = payments.slice(-shownPayments)
  // A source is on another share basis only around a split.
  const recentSplits = splits.filter(({ date }) => date > (latest[0]?.exDate ?? ''))
  const factors = recentSplits.map(({ old_shares, new_shares }) => new_shares / old_shares)
  return {
    recent: latest.toReversed().map((payment) => ({ ex_date: payment.exDate, amount: payment.amount })),
    estimate: ex_date === null ? null : await findLastEstimate(db, symbol, ex_date),
    suggested_amount: suggestAmount(amount ?? 0, latest, factors)
  }
}

/** Amount of the newest estimate that was made for an ex-date, live or backtested. */
async function findLastEstimate(
  db: Kysely<Database>,
  symbol: string,
  exDate: string
): Promise<number | null> {
  const row = await db
    .selectFrom('estimate_record')
    .select('amount')
    .where('symbol', '=', symbol)
    .where('ex_date', '=', exDate)
    .orderBy('as_of', 'desc')
    .orderBy('version', 'desc')
    .executeTakeFirst()
  return row?.amount ?? null
}
