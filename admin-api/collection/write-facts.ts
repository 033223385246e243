import type { Insertable, Kysely } from 'kysely'
import type { Facts } from '../../data/schema.ts'
import { writeGiven } from './given-payments.db.ts'
import type { Database } from '../platform/database/schema.ts'

/** SQLite takes at most 32,766 bound values in one statement; the widest row has 9. */
const rowsAStatement = 500

/** Writes funds that are not there yet, with all their facts. Call it in a transaction, so that a half-filled database never exists. */
export async function writeFacts(db: Kysely<Database>, facts: Facts): Promise<void> {
  const known_until = facts.prices.reduce<string | null>(
    (newest, { date }) => (newest === null || date > newest ? date : newest),
    null
  )
  await insertRows(
    db,
    'fund',
    facts.funds.map((fund) => ({
      ...fund,
      underlying: fund.underlying === '' ? null : fund.underlying,
      known_until
    }))
  )
  await insertRows(db, 'price', facts.prices)
  await insertRows(
    db,
    'dividend_history',
    facts.dividends.map(({ pay_date, pay_date_basis, n_sources, ...payment }) => ({
      ...payment,
      payment_date: pay_date,
      payment_date_basis: pay_date_basis
    }))
  )
  await insertRows(
    db,
    'split',
    facts.splits.map((split) => ({ ...split, date: split.date ?? '' }))
  )
  await writeGiven(db, facts.dividends)
}

export async function hasFacts(db: Kysely<Database>): Promise<boolean> {
  return (await db.selectFrom('fund').select('symbol').limit(1).executeTakeFirst()) !== undefined
}

/** Kysely builds the statement of a whole piece once, and each piece of this length is sent with it. */
async function insertRows<Table extends 'fund' | 'price' | 'dividend_history' | 'split'>(
  db: Kysely<Database>,
  table: Table,
  rows: readonly Insertable<Database[Table]>[]
): Promise<void> {
  const insert = (piece: readonly Insertable<Database[Table]>[]) => db.insertInto(table).values(piece)
  const isWhole = ({ length }: readonly unknown[]) => length === rowsAStatement
  const first = rows.slice(0, rowsAStatement)
  const compiled = isWhole(first) ? insert(first).compile() : null
  const columns = Object.keys(first[0] ?? {}) as (keyof Insertable<Database[Table]>)[]
  for (let start = 0; start < rows.length; start += rowsAStatement) {
    const piece = rows.slice(start, start + rowsAStatement)
    if (compiled === null || !isWhole(piece)) await insert(piece).execute()
    else
      await db.executeQuery({
        ...compiled,
        parameters: piece.flatMap((row) => columns.map((column) => row[column]))
      })
  }
}
