import { type ExpressionBuilder, type Selectable, sql } from 'kysely'
import type { ManagedFund } from '../../contract/funds.ts'
import { findFormerSymbols } from '../../funds/former-symbols.db.ts'
import { renameHomeFund } from '../../funds/home-funds.ts'
import { renameNotifiedFund } from '../../notifications/notifications.db.ts'
import { roundTo } from '../../numbers/format-numbers.ts'
import type { FundTable } from '../../platform/database/schema/facts.ts'
import type { Database, Db } from '../../platform/database/schema.ts'
import { addSearchCounts } from '../../search/search-history.db.ts'

export type StoredFund = Selectable<FundTable>

/** All funds by symbol, for the admin list; days are null if unknown. */
export async function findManagedFunds(db: Db): Promise<ManagedFund[]> {
  const rows = await db
    .selectFrom('fund')
    .select(['symbol', 'name', 'issuer', 'family', 'underlying', 'batch as group', 'note'])
    .select((eb) => [
      'state',
      'state_since',
      'state_cause',
      eb
        .selectFrom('price')
        .select((price) => price.fn.max('date').as('day'))
        .whereRef('price.symbol', '=', 'fund.symbol')
        .as('newest_price_day'),
      latestPayment(eb).select('ex_date').as('latest_ex_date'),
      latestPayment(eb).select('amount').as('latest_amount')
    ])
    .orderBy('symbol')
    .execute()
  const formerOf = Map.groupBy(await findFormerSymbols(db), ({ present }) => present)
  return rows.map(({ latest_ex_date, latest_amount, ...fund }) => ({
    ...fund,
    former_symbols: (formerOf.get(fund.symbol) ?? []).map(({ symbol }) => symbol),
    latest_payment:
      latest_ex_date === null || latest_amount === null
        ? null
        : { ex_date: latest_ex_date, amount: roundTo(4, latest_amount) }
  }))
}

function latestPayment(eb: ExpressionBuilder<Database, 'fund'>) {
  return eb
    .selectFrom('payment')
    .whereRef('payment.symbol', '=', 'fund.symbol')
    .orderBy('ex_date', 'desc')
    .limit(1)
}

export async function findFundRow(db: Db, symbol: string): Promise<StoredFund | undefined> {
  return db.selectFrom('fund').selectAll().where('symbol', '=', symbol).executeTakeFirst()
}

/** Tables whose rows have a rule of their own in `writeSymbol`; data/ keeps the old symbol. */
const movedByRule: readonly string[] = [
  'fund',
  'former_symbol',
  'unknown_day',
  'search_count',
  'given_payment',
  // Closes of symbols that were no fund's when a visitor asked.
  'holder_close'
]

/** All other tables with a column `symbol`. */
async function findFundTables(db: Db): Promise<string[]> {
  const tables = await db.introspection.getTables()
  return tables.flatMap(({ name, isView, columns }) =>
    isView || movedByRule.includes(name) || !columns.some((column) => column.name === 'symbol') ? [] : [name]
  )
}

/** Moves a fund and all its rows to the symbol and name of `renamed`. Call it in a transaction. */
export async function writeSymbol(
  db: Db,
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
