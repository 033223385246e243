import { sql } from 'kysely'
import { findFamilyTraits } from '../funds/families.db.ts'
import { findNewestPriceDay } from '../funds/newest-day.db.ts'
import type { FamilyTraits } from '../market-days/types.ts'
import { insertRows, upsertRows } from '../platform/database/rows.ts'
import type { PriceTable, SplitTable } from '../platform/database/schema/facts.ts'
import type { Db } from '../platform/database/schema.ts'
import type { KnownPayment } from './same-payment.ts'

export type StoredPayment = KnownPayment & { payDate: string; sources?: string }

/** Stored facts of a fund, for comparison with a source's response. Lists ascend by day. */
export type StoredFacts = {
  symbol: string
  family: string
  traits: FamilyTraits | undefined
  closes: { date: string; close: number; source?: string | null }[]
  payments: StoredPayment[]
  splits: Pick<SplitTable, 'date' | 'old_shares' | 'new_shares'>[]
}

/** @throws RangeError for an unknown fund */
export async function findFacts(db: Db, symbol: string): Promise<StoredFacts> {
  const fund = await db.selectFrom('fund').select('family').where('symbol', '=', symbol).executeTakeFirst()
  if (fund === undefined) throw new RangeError(`findFacts needs one of our funds, got ${symbol}`)
  const closes = await findCloseRows(db, symbol)
  const payments = await selectPayments(db).select('sources').where('symbol', '=', symbol).execute()
  const splits = await findSplitRows(db, symbol)
  const traits = (await findFamilyTraits(db)).get(fund.family)
  return { symbol, family: fund.family, traits, closes, payments, splits }
}

/** Payments by fund and ex-date. */
export function selectPayments(db: Db) {
  return db
    .selectFrom('payment')
    .select([
      'symbol',
      'ex_date as exDate',
      'ex_date_basis as exDateBasis',
      'payment_date as payDate',
      'payment_date_basis as payDateBasis',
      'amount',
      'amount_as_paid as amountAsPaid'
    ])
    .orderBy('symbol')
    .orderBy('ex_date')
}

export async function findCloseRows(db: Db, symbol: string) {
  return db
    .selectFrom('price')
    .select(['date', 'close', 'basis', 'source'])
    .where('symbol', '=', symbol)
    .orderBy('date')
    .execute()
}

/** Splits of a fund, or of all funds by symbol; those of unknown days come first. */
export async function findSplitRows(db: Db, symbol?: string) {
  return db
    .selectFrom('split')
    .select(['symbol', 'date', 'old_shares', 'new_shares', 'basis'])
    .$if(symbol !== undefined, (query) => query.where('symbol', '=', symbol ?? ''))
    .orderBy('symbol')
    .orderBy('date')
    .execute()
}

/** The newest close; undefined for a fund without prices. */
export async function findNewestClose(db: Db, symbol: string) {
  return db
    .selectFrom('price')
    .select(['date', 'close'])
    .where('symbol', '=', symbol)
    .orderBy('date', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** The newest close of each fund with prices, by symbol; a source isn't always stored. */
export async function findNewestCloses(db: Db) {
  const newest = db
    .selectFrom('price')
    .select(({ fn }) => ['symbol', fn.max('date').as('date')])
    .groupBy('symbol')
  const rows = await db
    .selectFrom('price')
    .select(['symbol', 'date', 'close', 'source'])
    .where(({ eb, refTuple }) => eb(refTuple('symbol', 'date'), 'in', newest.$asTuple('symbol', 'date')))
    .execute()
  return new Map(rows.map((row) => [row.symbol, row]))
}

/** Source of each fund's newest close, if one is stored. */
export async function findCloseSources(db: Db): Promise<Map<string, string>> {
  const closes = [...(await findNewestCloses(db)).values()]
  return new Map(closes.flatMap(({ symbol, source }) => (source === null ? [] : [[symbol, source]])))
}

/**
 * Inserts closes, not adjusted for dividends, or overwrites those of the same day; `basis` defaults to 'stored'.
 * @param source name of the source; null for the project's own figures
 */
export async function writeCloses(
  db: Db,
  symbol: string,
  closes: readonly { date: string; close: number; basis?: PriceTable['basis'] }[],
  source: string | null = null
): Promise<void> {
  const rows = closes.map(({ date, close, basis = 'stored' }) => ({ symbol, date, close, basis, source }))
  await upsertRows(db, 'price', ['symbol', 'date'], rows)
}

/** Returns whether the stored value changed. */
export async function writeImpliedVolatility(
  db: Db,
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

/** Moves `known_until` of these funds forward to `day`. @returns the number of funds for which it was earlier */
export async function markKnownUntil(db: Db, symbols: readonly string[], day: string): Promise<number> {
  if (symbols.length === 0) return 0
  const result = await db
    .updateTable('fund')
    .set({ known_until: day })
    .where('symbol', 'in', [...symbols])
    .where('known_until', '<', day)
    .executeTakeFirst()
  return Number(result.numUpdatedRows)
}

/**
 * Marks requested funds as known up to the newest day of any fund; the others may have unreported payments and must not
 * look inactive. @returns whether a day changed
 */
export async function markKnown(db: Db, symbols: readonly string[]): Promise<boolean> {
  const newest = await findNewestPriceDay(db)
  return newest !== null && (await markKnownUntil(db, symbols, newest)) > 0
}

/** Stores splits without rebasing amounts and prices; see rebaseFigures. @param basis how they are known */
export async function addSplits(
  db: Db,
  symbol: string,
  splits: readonly { date: string; oldShares: number; newShares: number }[],
  basis: string
): Promise<void> {
  const rows = splits.map(({ date, oldShares, newShares }) => {
    return { symbol, date, old_shares: oldShares, new_shares: newShares, basis }
  })
  await insertRows(db, 'split', rows)
}

/**
 * Converts all stored amounts and prices of a fund to a new share basis, and the payments that frozen estimates were
 * scored by. As-paid amounts stay, and so do frozen estimates, whose basis follows from their frozen price.
 * @param factor dollars of the new basis per dollar of the old: 10 if ten shares became one
 * @param until the first day that is already on the new basis; null if none is
 */
export async function rebaseFigures(
  db: Db,
  symbol: string,
  { factor, until }: { factor: number; until: string | null }
): Promise<void> {
  const end = until ?? '9999-12-31'
  for (const [table, columns, day] of rebasedColumns) {
    // To eight decimals, so that 0.1388 times 10 is exactly 1.388.
    const changes = columns.map(
      (column) => sql`${sql.ref(column)} = round(${sql.ref(column)} * ${factor * 1e8}) / 1e8`
    )
    const isBefore = sql`${sql.ref(day)} < ${end}`
    const isMeant =
      table === 'manual_entry' ? sql`status = 'pending' and (ex_date is null or ${isBefore})` : isBefore
    await sql`update ${sql.table(table)} set ${sql.join(changes)} where symbol = ${symbol} and ${isMeant}`.execute(
      db
    )
  }
}

const operatorAmounts = ['amount', 'estimated_amount', 'price', 'average_amount']
/** Tables with dollars a share, these columns, and the column with their day. */
const rebasedColumns = [
  ['price', ['close'], 'date'],
  ['dividend_history', operatorAmounts, 'ex_date'],
  ['manual_entry', operatorAmounts, 'ex_date'],
  ['payment_first_seen', ['amount'], 'ex_date'],
  ['estimate_record', ['paid_amount'], 'paid_ex_date']
] as const
