import { nextPayment } from '../../estimates/coming-payments.ts'
import { type FrozenRow, fromRecordWithCloses } from '../../estimates/estimate-record.db.ts'
import { findEstimates } from '../../estimates/estimates.db.ts'
import { findHistories } from '../../payments/fund-histories.db.ts'
import type { Db } from '../../platform/database/schema.ts'

/** Amounts on today's share basis. */
export type PaidAmount = { symbol: string; exDate: string; payDate: string; amount: number }

export async function findPaidDays(db: Db, since: string): Promise<string[]> {
  const rows = await db
    .selectFrom('payment')
    .select('ex_date')
    .distinct()
    .where('ex_date', '>=', since)
    .execute()
  return rows.map(({ ex_date }) => ex_date)
}

/** Next ex-date of each fund with an estimate. */
export async function findAwaitedDays(db: Db): Promise<string[]> {
  return (await findEstimates(db)).flatMap((row) => {
    const next = row.amount === null ? null : nextPayment(row)
    return next === null ? [] : [next.ex_date]
  })
}

/** Frozen estimates by the ex-date of their payment, or by the expected one if none was stored. */
export async function findFrozen(db: Db, from: string, until: string): Promise<FrozenRow[]> {
  return fromRecordWithCloses(db)
    .selectAll('record')
    .where((eb) => {
      const day = eb.fn.coalesce('record.paid_ex_date', 'record.ex_date')
      return eb.and([eb(day, '>=', from), eb(day, '<=', until)])
    })
    .orderBy('record.symbol')
    .orderBy('record.version')
    .orderBy('record.as_of')
    .execute()
}

export async function findPaid(db: Db, from: string, until: string): Promise<PaidAmount[]> {
  return (await findHistories(db)).flatMap(({ symbol, payments }) =>
    payments
      .filter(({ exDate }) => exDate >= from && exDate <= until)
      .map((payment) => ({ symbol, ...payment }))
  )
}

/** Closes in a span, by symbol and day. */
export async function findCloses(db: Db, symbols: readonly string[], from: string, until: string) {
  return db
    .selectFrom('price')
    .select(['symbol', 'date', 'close'])
    .where('symbol', 'in', symbols)
    .where('date', '>=', from)
    .where('date', '<=', until)
    .orderBy('symbol')
    .orderBy('date')
    .execute()
}

export async function findExDates(db: Db, symbols: readonly string[], since: string) {
  return db
    .selectFrom('payment')
    .select(['symbol', 'ex_date'])
    .where('symbol', 'in', symbols)
    .where('ex_date', '>=', since)
    .orderBy('symbol')
    .orderBy('ex_date')
    .execute()
}
