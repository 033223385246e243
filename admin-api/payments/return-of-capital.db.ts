import type { Selectable } from 'kysely'
import type { RocFact } from '../../data/schema.ts'
import type { RocOfFund } from '../contract/return-of-capital.ts'
import { upsertRows } from '../platform/database/rows.ts'
import type { ReturnOfCapitalTable } from '../platform/database/schema/facts.ts'
import type { Db } from '../platform/database/schema.ts'

export type RocRow = Omit<Selectable<ReturnOfCapitalTable>, 'written_by'>
type RocKey = Pick<RocRow, 'symbol' | 'ex_date_or_year' | 'kind'>

/** All rows, or those of one fund, by symbol and day or year. */
export async function findRocRows(db: Db, symbol?: string): Promise<RocRow[]> {
  return db
    .selectFrom('return_of_capital')
    .select(['symbol', 'ex_date_or_year', 'kind', 'roc_percent', 'source'])
    .$if(symbol !== undefined, (query) => query.where('symbol', '=', symbol ?? ''))
    .orderBy('symbol')
    .orderBy('ex_date_or_year')
    .orderBy('kind')
    .execute()
}

export async function findRocOfFund(db: Db, symbol: string): Promise<RocOfFund> {
  return toRocOfFund(await findRocRows(db, symbol))
}

/** Return of capital by symbol; `{ notices: [], finals: [] }` for a fund without rows. */
export async function findRocByFund(db: Db): Promise<(symbol: string) => RocOfFund> {
  const rowsOf = Map.groupBy(await findRocRows(db), ({ symbol }) => symbol)
  return (symbol) => toRocOfFund(rowsOf.get(symbol) ?? [])
}

/** @param rows of one fund, ascending */
export function toRocOfFund(rows: readonly RocRow[]): RocOfFund {
  const roc: RocOfFund = { notices: [], finals: [] }
  for (const { kind, ex_date_or_year, roc_percent: percent, source } of rows) {
    if (kind === '19a') roc.notices.push({ ex_date: ex_date_or_year, percent, source })
    else roc.finals.push({ year: ex_date_or_year, percent, source })
  }
  return roc
}

/** Adds rows with different keys or replaces them. */
export async function writeRocRows(
  db: Db,
  rows: readonly RocRow[],
  written_by: 'data' | 'operator'
): Promise<void> {
  const written = rows.map((row) => ({ ...row, written_by }))
  await upsertRows(db, 'return_of_capital', ['symbol', 'ex_date_or_year', 'kind'], written)
}

export async function deleteRocRow(db: Db, { symbol, ex_date_or_year, kind }: RocKey): Promise<void> {
  await db
    .deleteFrom('return_of_capital')
    .where((eb) => eb.and({ symbol, ex_date_or_year, kind }))
    .execute()
}

/**
 * Writes the rows of data/ that are new or changed, except those that the operator wrote.
 * @param present returns the current symbol of any symbol
 * @returns symbols of funds with a change
 */
export async function writeRocFacts(
  db: Db,
  facts: readonly RocFact[],
  present: (symbol: string) => string = (symbol) => symbol
): Promise<Set<string>> {
  const existingRows = await db.selectFrom('return_of_capital').selectAll().execute()
  const keyOf = ({ symbol, ex_date_or_year, kind }: RocKey) => `${symbol} ${ex_date_or_year} ${kind}`
  const rowOf = new Map(existingRows.map((row) => [keyOf(row), row]))
  const isChanged = (fact: RocFact) => {
    const before = rowOf.get(keyOf(fact))
    const isSame = before?.roc_percent === fact.roc_percent && before.source === fact.source
    return before?.written_by !== 'operator' && !isSame
  }
  const current = facts.map((fact) => ({ ...fact, symbol: present(fact.symbol) }))
  const rows = [...new Map(current.filter(isChanged).map((row) => [keyOf(row), row])).values()]
  await writeRocRows(db, rows, 'data')
  return new Set(rows.map(({ symbol }) => symbol))
}
