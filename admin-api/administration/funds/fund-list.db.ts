import { type Kysely, type Selectable, sql } from 'kysely'
import { findFormerSymbols } from '../../funds/funds.db.ts'
import { renameHomeFund } from '../../funds/home-funds.ts'
import { renameNotifiedFund } from '../../notifications/notifications.db.ts'
import type { FundTable } from '../../platform/database/schema/facts.ts'
import type { Database } from '../../platform/database/schema.ts'
import { addSearchCounts } from '../../search/search-history.db.ts'

export type StoredFund = Selectable<FundTable>

/** A fund in the admin list; days are null if unknown. */
export type FundOverview = StoredFund & {
  former_symbols: string[]
  latest_ex_date: string | null
  latest_amount: number | null
  newest_price_day: string | null
}

/** All funds by symbol. */
export async function findFundOverviews(db: Kysely<Database>): Promise<FundOverview[]> {
  const rows = await db
    .selectFrom('fund')
    .selectAll('fund')
    .select((eb) => [
      eb
        .selectFrom('price')
        .select((price) => price.fn.max('date').as('day'))
        .whereRef('price.symbol', '=', 'fund.symbol')
        .as('newest_price_day'),
      eb
        .selectFrom('payment')
        .select((payment) => payment.fn.max('ex_date').as('day'))
        .whereRef('payment.symbol', '=', 'fund.symbol')
        .as('latest_ex_date')
    ])
    .orderBy('symbol')
    .execute()
  const amounts = await db
    .selectFrom('payment')
    .select(['symbol', 'ex_date', 'amount'])
    .where(
      'ex_date',
      'in',
      rows.flatMap(({ latest_ex_date }) => latest_ex_date ?? [])
    )
    .execute()
  const amountOf = new Map(amounts.map(({ symbol, ex_date, amount }) => [`${symbol} ${ex_date}`, amount]))
  const formerOf = Map.groupBy(await findFormerSymbols(db), ({ present }) => present)
  return rows.map((row) => ({
    ...row,
    former_symbols: (formerOf.get(row.symbol) ?? []).map(({ symbol }) => symbol),
    latest_amount: amountOf.get(`${row.symbol} ${row.latest_ex_date}`) ?? null
  }))
}

export async function findFundRow(db: Kysely<Database>, symbol: string): Promise<StoredFund | undefined> {
  return db.selectFrom('fund').selectAll().where('symbol', '=', symbol).executeTakeFirst()
}

export async function writeGroup(db: Kysely<Database>, symbol: string, batch: string): Promise<void> {
  await db.updateTable('fund').set({ batch, batch_by: 'operator' }).where('symbol', '=', symbol).execute()
}

/** Tables whose rows have a rule of their own in `writeSymbol`; data/ keeps the old symbol. */
const movedByRule: readonly string[] = [
  'fund',
  'former_symbol',
  'unknown_day',
  'search_count',
  'given_payment'
]

/** All other tables with a column `symbol`. */
async function findFundTables(db: Kysely<Database>): Promise<string[]> {
  const tables = await db.introspection.getTables()
  return tables.flatMap(({ name, isView, columns }) =>
    isView || movedByRule.includes(name) || !columns.some((column) => column.name === 'symbol') ? [] : [name]
  )
}

/** Moves a fund and all its rows to the symbol and name of `renamed`. Call it in a transaction. */
export async function writeSymbol(
  db: Kysely<Database>,
  { symbol: from }: StoredFund,
  renamed: StoredFund,
  day: string
): Promise<void> {
  const to = renamed.symbol
  await db.insertInto('fund').values(renamed).execute()
  await db.deleteFrom('former_symbol').where('symbol', '=', to).execute()
  await db.updateTable('former_symbol').set({ present: to }).where('present', '=', from).execute()
  await db.insertInto('former_symbol').values({ symbol: from, present: to, renamed_on: day }).execute()
  for (const table of await findFundTables(db))
    await sql`update ${sql.table(table)} set symbol = ${to} where symbol = ${from}`.execute(db)
  // Days on which the old symbol was unknown say nothing about the new one.
  await db.deleteFrom('unknown_day').where('symbol', '=', from).execute()
  await renameNotifiedFund(db, from, to)
  await renameHomeFund(db, from, to)
  const counts = await db.selectFrom('search_count').selectAll().where('symbol', '=', from).execute()
  if (counts.length > 0)
    await addSearchCounts(
      db,
      counts.map((count) => ({ ...count, symbol: to }))
    )
  await db.deleteFrom('search_count').where('symbol', '=', from).execute()
  await db.deleteFrom('fund').where('symbol', '=', from).execute()
}

/** Identity and group of all funds, from which those of a new fund are suggested. */
export async function findKnownFunds(db: Kysely<Database>) {
  return db
    .selectFrom('fund')
    .select(['symbol', 'name', 'issuer', 'family', 'underlying', 'state', 'batch'])
    .orderBy('symbol')
    .execute()
}
