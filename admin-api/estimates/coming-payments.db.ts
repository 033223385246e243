import type { CompiledQuery, Selectable } from 'kysely'
import type { ComingPayment } from '../contract/open-data.ts'
import type { IsoDay } from '../market-days/types.ts'
import { prepareInserts } from '../platform/database/rows.ts'
import type { ComingPaymentTable } from '../platform/database/schema/estimates.ts'
import type { Db } from '../platform/database/schema.ts'
import { differs } from './estimate-row.ts'

export type ComingRow = Selectable<ComingPaymentTable>
/** Coming payments by symbol, ascending by ex-date; funds without any are absent. */
export type ComingBySymbol = ReadonlyMap<string, readonly ComingPayment[]>

/** Coming payments of all funds, or of `symbols`. @param until last ex-date; without it, 18 months */
export async function findComingPayments(
  db: Db,
  symbols: readonly string[] | null,
  until?: IsoDay
): Promise<ComingBySymbol> {
  const rows = await db
    .selectFrom('coming_payment')
    .selectAll()
    .$if(symbols !== null, (query) => query.where('symbol', 'in', symbols ?? []))
    .$if(until !== undefined, (query) => query.where('ex_date', '<=', until ?? ''))
    .orderBy('symbol')
    .orderBy('position')
    .execute()
  const rowsOf = Map.groupBy(rows, ({ symbol }) => symbol)
  return new Map([...rowsOf].map(([symbol, list]) => [symbol, list.map(fromRow)]))
}

/** Coming payments of all funds by symbol, ascending by ex-date, without ranges and sources: ten times as fast to read. */
export async function findShortComing(db: Db) {
  const rows = await db
    .selectFrom('coming_payment')
    .select(['symbol', 'ex_date', 'pay_date', 'state', 'amount'])
    .orderBy('symbol')
    .orderBy('position')
    .execute()
  return Map.groupBy(rows, ({ symbol }) => symbol)
}

/** Coming payments of a fund. */
export async function findComingPaymentsOf(db: Db, symbol: string): Promise<readonly ComingPayment[]> {
  return (await findComingPayments(db, [symbol])).get(symbol) ?? []
}

/**
 * Statements that replace the coming payments of these funds. A changed payment changes the outlooks of a family, but few
 * of their 2,500 payments; the others are not written again.
 */
export async function prepareComing(
  db: Db,
  symbols: readonly string[],
  rows: readonly ComingRow[]
): Promise<CompiledQuery[]> {
  if (symbols.length === 0) return []
  const stored = await db.selectFrom('coming_payment').selectAll().where('symbol', 'in', symbols).execute()
  const before = new Map(stored.map((row) => [keyOf(row), row]))
  const same = new Set<string>()
  for (const row of rows) {
    const old = before.get(keyOf(row))
    if (old !== undefined && !differs(old, row, [])) same.add(keyOf(row))
  }
  const isChanged = (row: ComingRow) => !same.has(keyOf(row))
  const deleted = Map.groupBy(stored.filter(isChanged), ({ symbol }) => symbol)
  return [
    ...[...deleted].map(([symbol, ofFund]) =>
      db
        .deleteFrom('coming_payment')
        .where('symbol', '=', symbol)
        .where(
          'position',
          'in',
          ofFund.map(({ position }) => position)
        )
        .compile()
    ),
    ...prepareInserts(db, 'coming_payment', rows.filter(isChanged))
  ]
}

function keyOf({ symbol, position }: ComingRow): string {
  return `${symbol} ${position}`
}

/** Row of the payment at a position of a fund's list. */
export function toComingRow(
  symbol: string,
  position: number,
  { ex_date_range: range, quantiles, declared, ...columns }: ComingPayment
): ComingRow {
  return {
    symbol,
    position,
    ...columns,
    ex_date_first: range?.first ?? null,
    ex_date_last: range?.last ?? null,
    quantiles: quantiles && JSON.stringify(quantiles),
    declared: declared && JSON.stringify(declared)
  }
}

function fromRow({ ex_date_first: first, ex_date_last: last, ...row }: ComingRow): ComingPayment {
  return {
    ex_date: row.ex_date,
    ex_date_range: first === null || last === null ? null : { first, last },
    own_by: row.own_by,
    pay_date: row.pay_date,
    state: row.state,
    kind: row.kind,
    amount: row.amount,
    low: row.low,
    high: row.high,
    quantiles: row.quantiles === null ? null : JSON.parse(row.quantiles),
    declared: row.declared === null ? null : JSON.parse(row.declared),
    dates_confirmed_on: row.dates_confirmed_on
  }
}
