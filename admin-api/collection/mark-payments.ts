import { onTodaysBasis } from '../accuracy/record-entry.ts'
import { findFrozenOfFund } from '../estimates/estimate-record.db.ts'
import { quantilesOfRow } from '../estimates/frozen-rows.ts'
import { formatLongDay } from '../market-days/days.ts'
import { dollars } from '../numbers/format-numbers.ts'
import { addMark } from '../payments/manual-entries.db.ts'
import { entryFrequency } from '../payments/manual-entry.ts'
import type { Trx } from '../platform/database/schema.ts'
import { listScoredOnce } from '../signed-record/counted-estimates.ts'
import { isUnlikely, wideRangeOf } from './checks/unlikely-payment.ts'
import { type CollectionContext, logInconsistency } from './collection-context.ts'

/** A payment that a collection has stored, and its source. */
export type AddedPayment = { symbol: string; exDate: string; source: string }

/**
 * Marks new payments that our range makes unlikely. Sources share suppliers, so two that agree can both be wrong; the
 * payment stays stored and public, with a note, until the operator confirms or corrects it.
 */
export async function markPayments(
  trx: Trx,
  added: readonly AddedPayment[],
  context: CollectionContext
): Promise<void> {
  for (const [symbol, payments] of Map.groupBy(added, (payment) => payment.symbol)) {
    const scored = listScoredOnce(await findFrozenOfFund(trx, symbol)).map(onTodaysBasis)
    for (const { exDate, source } of payments) {
      const row = scored.find(({ paid_ex_date }) => paid_ex_date === exDate)
      const quantiles = row && quantilesOfRow(row)
      if (row === undefined || !quantiles || !isUnlikely(quantiles, row.actual)) continue
      const { low, high } = wideRangeOf(quantiles)
      const reason = `${symbol}, ex-date ${formatLongDay(exDate)}: ${source} reports ${dollars(row.actual)}. We expected ${dollars(row.amount)}, and 98 of 100 payments between ${dollars(low)} and ${dollars(high)}.`
      await mark(trx, { symbol, exDate, reason }, context)
    }
  }
}

async function mark(
  trx: Trx,
  { symbol, exDate, reason }: { symbol: string; exDate: string; reason: string },
  context: CollectionContext
): Promise<void> {
  const payment = await trx
    .selectFrom('payment')
    .select(['payment_date', 'payment_date_basis', 'ex_date', 'ex_date_basis', 'amount'])
    .where('symbol', '=', symbol)
    .where('ex_date', '=', exDate)
    .executeTakeFirst()
  // The operator may have deleted it since it was stored.
  if (payment === undefined) return
  const { amount, ...days } = payment
  const { frequency } = await trx
    .selectFrom('estimate')
    .select('frequency')
    .where('symbol', '=', symbol)
    .executeTakeFirstOrThrow()
  const entry = await addMark(trx, {
    symbol,
    collection_date: context.today,
    ...days,
    reported_ex_date: exDate,
    estimated_amount: null,
    amount,
    price: null,
    implied_volatility: null,
    average_amount: null,
    frequency: entryFrequency(frequency),
    reason,
    doubt: null,
    contradicted_by: null,
    created_at: context.now.toISOString()
  })
  await logInconsistency(trx, context, {
    category: 'MANUAL_ENTRY',
    symbol,
    entityId: entry.id,
    message: `Stored and marked for you to confirm: ${reason}`,
    metadata: { ex_date: exDate, amount }
  })
}
