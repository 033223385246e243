import type { Kysely } from 'kysely'
import { putPendingEstimate } from '../payments/manual-entries.db.ts'
import type { Database } from '../platform/database/schema.ts'
import { windowAround } from '../payments/expected-payment.ts'
import { roundTo } from '../numbers/rounding.ts'
import { addDays } from '../market-days/days.ts'
import type { EstimateEntry } from '../services.ts'
import { findEstimate, findMeanPayment } from './collection.db.ts'

/** Thirteen weeks: three months in which each weekly payment counts once. */
export const threeMonths = 91

/**
 * Leaves the current estimate of a fund for the operator, in place of one for the same payment that still waits, or
 * says in the fund's own sentence why there is none.
 */
export async function upsertPendingEstimate(
  db: Kysely<Database>,
  symbol: string,
  { today, now }: { today: string; now: Date }
): Promise<{ entry: EstimateEntry } | { message: string }> {
  const estimate = await findEstimate(db, symbol)
  if (estimate === undefined) return { message: `There is no estimate for ${symbol} yet.` }
  const { amount, next_ex_date: ex_date, next_pay_date: payment_date, price, frequency, as_of } = estimate
  if (amount === null || ex_date === null)
    return { message: estimate.message ?? `There is no estimate for ${symbol} yet.` }
  const mean = await findMeanPayment(db, symbol, { from: addDays(as_of, -threeMonths), to: as_of })
  const estimated_amount = roundTo(4, amount)
  const entry = await putPendingEstimate(
    db,
    {
      symbol,
      collection_date: today,
      payment_date,
      payment_date_basis: 'derived',
      ex_date,
      ex_date_basis: 'derived',
      estimated_amount,
      price,
      implied_volatility: estimate.volatility,
      average_amount: mean === null ? null : roundTo(4, mean),
      frequency: frequency === 52 ? 'WEEKLY' : 'MONTHLY',
      created_at: now.toISOString()
    },
    windowAround(ex_date)
  )
  return { entry: { ...entry, estimated_amount } }
}
