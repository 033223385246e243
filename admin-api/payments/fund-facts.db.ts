import { type ExpressionBuilder, type Kysely, sql } from 'kysely'
import type { KnownPayment } from './same-payment.ts'
import type { PriceTable, SplitTable } from '../platform/database/schema/facts.ts'
import type { Database } from '../platform/database/schema.ts'

export type StoredPayment = KnownPayment & { payDate: string }

/** What is stored of one fund, as a collection compares it with what a source reports. Lists ascend by day. */
export type StoredFacts = {
  symbol: string
  family: Database['fund']['family']
  closes: { date: string; close: number }[]
  payments: StoredPayment[]
  splits: Pick<SplitTable, 'date' | 'old_shares' | 'new_shares'>[]
}

/** SQLite takes at most 32,766 bound values in one statement; a row has 4. */
const rowsAStatement = 500

export async function findFacts(db: Kysely<Database>, symbol: string): Promise<StoredFacts | undefined> {
  const fund = await db.selectFrom('fund').select('family').where('symbol', '=', symbol).executeTakeFirst()
  if (fund === undefined) return undefined
  const closes = await db
    .selectFrom('price')
    .select(['date', 'close'])
    .where('symbol', '=', symbol)
    .orderBy('date')
    .execute()
  const payments = await db
    .selectFrom('payment')
    .select([
      'ex_date as exDate',
      'ex_date_basis as exDateBasis',
      'payment_date as payDate',
      'payment_date_basis as payDateBasis',
      'amount'
    ])
    .where('symbol', '=', symbol)
    .orderBy('ex_date')
    .execute()
  const splits = await db
    .selectFrom('split')
    .select(['date', 'old_shares', 'new_shares'])
    .where('symbol', '=', symbol)
    .orderBy('date')
    .execute()
  return { symbol, family: fund.family, closes, payments, splits }
}

/** Null for a fund without prices. */
export async function findNewestClose(db: Kysely<Database>, symbol: string): Promise<string | null> {
  const row = await db
    .selectFrom('price')
    .select((eb) => eb.fn.max('date').as('day'))
    .where('symbol', '=', symbol)
    .executeTakeFirst()
  return row?.day ?? null
}

/** Closes without dividends added back, as a source stored them unless they say otherwise; one of the same day gives way. */
export async function writeCloses(
  db: Kysely<Database>,
  symbol: string,
  closes: readonly { date: string; close: number; basis?: PriceTable['basis'] }[]
): Promise<void> {
  for (let start = 0; start < closes.length; start += rowsAStatement) {
    await db
      .insertInto('price')
      .values(
        closes
          .slice(start, start + rowsAStatement)
          .map(({ date, close, basis = 'stored' }) => ({ symbol, date, close, basis }))
      )
      .onConflict((conflict) =>
        conflict
          .columns(['symbol', 'date'])
          .doUpdateSet((eb) => ({ close: eb.ref('excluded.close'), basis: eb.ref('excluded.basis') }))
      )
      .execute()
  }
}

/** Says whether that is news. */
export async function writeImpliedVolatility(
  db: Kysely<Database>,
  volatility: { symbol: string; date: string; value: number }
): Promise<boolean> {
  const result = await db
    .insertInto('implied_volatility')
    .values(volatility)
    .onConflict((conflict) =>
      conflict
        .columns(['symbol', 'date'])
        .doUpdateSet({ value: volatility.value })
        .where('implied_volatility.value', '!=', volatility.value)
    )
    .executeTakeFirst()
  return Number(result.numInsertedOrUpdatedRows ?? 0) > 0
}

/** Says of how many of these funds that is later than before. */
export async function markKnownUntil(
  db: Kysely<Database>,
  symbols: readonly string[],
  day: string
): Promise<number> {
  if (symbols.length === 0) return 0
  const result = await db
    .updateTable('fund')
    .set({ known_until: day })
    .where('symbol', 'in', [...symbols])
    .where('known_until', '<', day)
    .executeTakeFirst()
  return Number(result.numUpdatedRows)
}

/** Stores a split without touching a figure. */
export async function addSplit(
  db: Kysely<Database>,
  split: { symbol: string; date: string; oldShares: number; newShares: number; basis: string }
): Promise<void> {
  await db
    .insertInto('split')
    .values({
      symbol: split.symbol,
      date: split.date,
      old_shares: split.oldShares,
      new_shares: split.newShares,
      basis: split.basis
    })
    .execute()
}

/**
 * Puts every stored figure of a fund on a new share basis. Left as they are: what was paid on the day, and frozen
 * estimates, whose basis their frozen price shows; only the payment a score came from moves with the history's.
 * @param factor dollars of the new basis for one of the old: 10 where ten shares became one
 * @param until the first day whose figures stand on the new basis already; null where none do
 */
export async function rebaseFigures(
  db: Kysely<Database>,
  symbol: string,
  { factor, until }: { factor: number; until: string | null }
): Promise<void> {
  const end = until ?? '9999-12-31'
  await db
    .updateTable('price')
    .set((eb) => ({ close: times(eb, 'close', factor) }))
    .where('symbol', '=', symbol)
    .where('date', '<', end)
    .execute()
  await db
    .updateTable('dividend_history')
    .set((eb) => ({
      amount: times(eb, 'amount', factor),
      estimated_amount: times(eb, 'estimated_amount', factor),
      price: times(eb, 'price', factor),
      average_amount: times(eb, 'average_amount', factor)
    }))
    .where('symbol', '=', symbol)
    .where('ex_date', '<', end)
    .execute()
  await db
    .updateTable('manual_entry')
    .set((eb) => ({
      amount: times(eb, 'amount', factor),
      estimated_amount: times(eb, 'estimated_amount', factor),
      price: times(eb, 'price', factor),
      average_amount: times(eb, 'average_amount', factor)
    }))
    .where('symbol', '=', symbol)
    .where('status', '=', 'pending')
    .where((eb) => eb.or([eb('ex_date', 'is', null), eb('ex_date', '<', end)]))
    .execute()
  await db
    .updateTable('estimate_record')
    .set((eb) => ({ paid_amount: times(eb, 'paid_amount', factor) }))
    .where('symbol', '=', symbol)
    .where('paid_ex_date', '<', end)
    .execute()
}

/** To eight decimals, so that 0.1388 times 10 is 1.388 and nothing more. */
function times<Table extends keyof Database>(
  eb: ExpressionBuilder<Database, Table>,
  column: Parameters<typeof eb.ref>[0],
  factor: number
) {
  return sql<number>`round(${eb.ref(column)} * ${factor * 1e8}) / 1e8`
}
