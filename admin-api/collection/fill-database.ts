import type { Insertable } from 'kysely'
import type { Facts } from '../../data/schema.ts'
import { writeFamilyFacts } from '../funds/families.db.ts'
import { writeFormerSymbols } from '../funds/former-symbols.db.ts'
import { writeRocFacts } from '../payments/return-of-capital.db.ts'
import { insertAsJson, isPostgres } from '../platform/database/dialect.ts'
import { writeMeta } from '../platform/database/meta.db.ts'
import { insertRows, upsertRows } from '../platform/database/rows.ts'
import type { Database, Db } from '../platform/database/schema.ts'
import { isSameClose } from './many-closes.ts'
import type { FactsSource } from './sources/market-data.ts'

/** Writes all facts into a database that has none. */
export async function writeFirstFacts(db: Db, source: FactsSource): Promise<void> {
  const facts = source.readFacts()
  await writeFacts(db, facts)
  await writeUnderlyingFacts(db, facts.underlyings, source.name)
  await writeFactsMeta(db, source)
}

/** Stores which facts the database was filled with. */
export async function writeFactsMeta(db: Db, source: FactsSource): Promise<void> {
  await writeMeta(db, 'market-data', source.name)
  await writeMeta(db, 'facts-digest', source.digest())
}

/** Tables that writeFirstFacts() fills; a row follows the rows that it references. */
export const factTables = [
  'family',
  'fund',
  'former_symbol',
  'price',
  'dividend_history',
  'split',
  'return_of_capital',
  'given_payment',
  'underlying_close'
] as const satisfies (keyof Database)[]

/**
 * Writes families, and new funds with all their facts. Call it in a transaction, so that a half-filled database never
 * exists.
 * @returns whether a family changed
 */
export async function writeFacts(db: Db, facts: Facts): Promise<boolean> {
  const known_until = newestDayOf(facts)
  const hasNewFamilies = await writeFamilyFacts(db, facts.families)
  await insertFacts(
    db,
    'fund',
    facts.funds.map((fund) => ({
      ...fund,
      underlying: fund.underlying === '' ? null : fund.underlying,
      known_until
    }))
  )
  await writeFormerSymbols(db, facts.formerSymbols)
  await insertFacts(db, 'price', facts.prices)
  await insertFacts(
    db,
    'dividend_history',
    facts.dividends.map(({ pay_date, pay_date_basis, n_sources, ...payment }) => ({
      ...payment,
      payment_date: pay_date,
      payment_date_basis: pay_date_basis
    }))
  )
  await insertFacts(
    db,
    'split',
    facts.splits.map((split) => ({ ...split, date: split.date ?? '' }))
  )
  await writeRocFacts(db, facts.returnOfCapital)
  await writeGiven(db, facts.dividends)
  return hasNewFamilies
}

/** Newest day with a close of a fund; null without any. */
export function newestDayOf({ prices }: Pick<Facts, 'prices'>): string | null {
  return prices.reduce<string | null>(
    (newest, { date }) => (newest === null || date > newest ? date : newest),
    null
  )
}

/**
 * Writes the closes of underlyings from data/ in place of those of its earlier versions. Closes from a live source stay,
 * and so do all of an underlying whose shares were split after the newest one in data/.
 * @returns underlyings with written closes
 */
export async function writeUnderlyingFacts(
  db: Db,
  facts: Facts['underlyings'],
  source: string
): Promise<Set<string>> {
  await db.deleteFrom('underlying_close').where('source', '=', source).execute()
  const rows = await db.selectFrom('underlying_close').select(['underlying', 'date', 'close']).execute()
  const live = new Map(rows.map(({ underlying, date, close }) => [`${underlying} ${date}`, close]))
  const closeOf = (fact: Facts['underlyings'][number]) => live.get(`${fact.symbol} ${fact.date}`)
  const newestCommon = new Map(facts.filter(closeOf).map((fact) => [fact.symbol, fact]))
  const isOnBasis = ({ symbol }: { symbol: string }) => {
    const fact = newestCommon.get(symbol)
    return fact === undefined || isSameClose(fact.close, closeOf(fact))
  }
  const missing = facts.filter((fact) => closeOf(fact) === undefined && isOnBasis(fact))
  await insertFacts(
    db,
    'underlying_close',
    missing.map(({ symbol, date, close }) => ({ underlying: symbol, date, close, source }))
  )
  return new Set(missing.map(({ symbol }) => symbol))
}

export async function hasFacts(db: Db): Promise<boolean> {
  return (await db.selectFrom('fund').select('symbol').limit(1).executeTakeFirst()) !== undefined
}

/** Inserting as JSON is faster in PostgreSQL. */
async function insertFacts<
  Table extends 'fund' | 'price' | 'dividend_history' | 'split' | 'underlying_close'
>(db: Db, table: Table, rows: readonly Insertable<Database[Table]>[]): Promise<void> {
  await (isPostgres(db) ? insertAsJson(db, table, rows) : insertRows(db, table, rows))
}

export type GivenPayment = Pick<Facts['dividends'][number], 'symbol' | 'ex_date' | 'amount'>

export async function writeGiven(db: Db, payments: readonly GivenPayment[]): Promise<void> {
  const rows = payments.map(({ symbol, ex_date, amount }) => ({ symbol, ex_date, amount }))
  await upsertRows(db, 'given_payment', ['symbol', 'ex_date'], rows)
}
