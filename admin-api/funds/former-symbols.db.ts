import type { FormerSymbolFact } from '../../data/schema.ts'
import { compareText } from '../market-days/days.ts'
import type { Db } from '../platform/database/schema.ts'
import { findFunds } from './funds.db.ts'

/**
 * Other symbols of the funds here, sorted: former ones, and a later one of a fund that keeps its former symbol here,
 * because groups and addresses name it.
 */
export async function findFormerSymbols(db: Db): Promise<{ symbol: string; present: string }[]> {
  const former = await db.selectFrom('former_symbol').select(['symbol', 'present']).execute()
  return former.sort((a, b) => compareText(a.symbol, b.symbol))
}

/**
 * Stores other symbols of the funds from data/, which lead to them. A symbol that is a fund or leads to one already
 * stays, such as one that the operator changed.
 * @returns current symbols of the funds that got another one
 */
export async function writeFormerSymbols(
  db: Db,
  facts: readonly Omit<FormerSymbolFact, 'source'>[]
): Promise<Set<string>> {
  const presentOf = await findAllSymbols(db)
  const rows = facts.flatMap(({ former_symbol, symbol, changed_on, not_before, not_after }) => {
    const [known, other] = presentOf.has(symbol) ? [symbol, former_symbol] : [former_symbol, symbol]
    const present = presentOf.get(known)
    if (present === undefined || presentOf.has(other)) return []
    return [{ symbol: other, present, renamed_on: changed_on ?? not_after ?? not_before ?? '' }]
  })
  if (rows.length > 0) await db.insertInto('former_symbol').values(rows).execute()
  return new Set(rows.map(({ present }) => present))
}

/** Current symbol by former symbol. */
export async function findPresentSymbols(db: Db): Promise<Map<string, string>> {
  return new Map((await findFormerSymbols(db)).map(({ symbol, present }) => [symbol, present]))
}

/** Current symbol by each symbol that a fund has or had. */
export async function findAllSymbols(db: Db): Promise<Map<string, string>> {
  const current = (await findFunds(db)).map(({ symbol }) => [symbol, symbol] as const)
  return new Map([...current, ...(await findPresentSymbols(db))])
}

/** Returns the current symbol of the fund that once had this symbol; undefined if no fund had it. */
export async function findPresentSymbol(db: Db, symbol: string): Promise<string | undefined> {
  return (await findPresentSymbols(db)).get(symbol)
}

export async function findFormerSymbolsOf(db: Db, present: string): Promise<string[]> {
  const former = await findFormerSymbols(db)
  return former.flatMap((row) => (row.present === present ? row.symbol : []))
}

/** Returns these symbols and the former symbols of the same funds, whose addresses redirect. */
export async function withFormerSymbols(db: Db, symbols: ReadonlySet<string>): Promise<string[]> {
  const former = await findFormerSymbols(db)
  return [...symbols, ...former.filter(({ present }) => symbols.has(present)).map(({ symbol }) => symbol)]
}
