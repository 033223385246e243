import type { Selectable } from 'kysely'
import type { FormerSymbolFact, FundFact } from '../../data/schema.ts'
import { compareText } from '../market-days/days.ts'
import { toNewYorkTime } from '../market-days/sessions.ts'
import type { IsoDay } from '../market-days/types.ts'
import type { FundDayTable, FundTable } from '../platform/database/schema/facts.ts'
import type { FundNoticeTable } from '../platform/database/schema/operator.ts'
import type { Db, Trx } from '../platform/database/schema.ts'
import type { FundStanding } from './fund-state.ts'

const identity = ['symbol', 'name', 'issuer', 'family', 'underlying', 'state', 'batch'] as const
export type FundIdentity = Pick<Selectable<FundTable>, (typeof identity)[number]>

export async function findFunds(db: Db): Promise<FundIdentity[]> {
  return db.selectFrom('fund').select(identity).orderBy('symbol').execute()
}

export async function findFund(db: Db, symbol: string): Promise<FundIdentity | undefined> {
  return db.selectFrom('fund').select(identity).where('symbol', '=', symbol).executeTakeFirst()
}

/** Symbols of closed and retired funds. */
export async function findNotOpen(db: Db): Promise<Set<string>> {
  const rows = await db.selectFrom('fund').select('symbol').where('state', '!=', 'open').execute()
  return new Set(rows.map(({ symbol }) => symbol))
}

/**
 * Returns the newest day with a price; null in an empty database. Uses the key order of each fund: reading all rows
 * takes 2 ms, and every page and request needs the day.
 */
export async function findNewestPriceDay(db: Db): Promise<string | null> {
  const row = await db
    .selectFrom('fund')
    .select((eb) =>
      eb
        .selectFrom('price')
        .select((price) => price.fn.max('date').as('day'))
        .whereRef('price.symbol', '=', 'fund.symbol')
        .as('day')
    )
    .orderBy('day', (order) => order.desc().nullsLast())
    .limit(1)
    .executeTakeFirst()
  return row?.day ?? null
}

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

/** Fields of a fund that the operator adds. */
export type NewFund = Pick<
  Selectable<FundTable>,
  'symbol' | 'name' | 'issuer' | 'family' | 'underlying' | 'batch'
>

export async function insertFund(db: Db, fund: NewFund & { first_price_day: string }): Promise<void> {
  const by = { batch_by: 'operator', name_by: 'operator', added_by: 'operator' } as const
  await db
    .insertInto('fund')
    .values({ ...fund, ...by, note: '' })
    .execute()
}

/** Stores a fund's facts from data/ except fields that the operator edited. @returns whether anything changed */
export async function writeFundFacts(
  db: Db,
  symbol: string,
  { symbol: _, first_price_day, name, issuer, family, underlying, batch, ...others }: FundFact
): Promise<boolean> {
  const by = await db
    .selectFrom('fund')
    .select(['added_by', 'name_by', 'batch_by'])
    .where('symbol', '=', symbol)
    .executeTakeFirstOrThrow()
  const facts = {
    ...others,
    ...(by.added_by === 'data' && { issuer, family, underlying: underlying === '' ? null : underlying }),
    ...(by.name_by === 'data' && { name }),
    ...(by.batch_by === 'data' && { batch })
  }
  const columns = Object.keys(facts) as (keyof typeof facts)[]
  const result = await db
    .updateTable('fund')
    .set(facts)
    .where('symbol', '=', symbol)
    .where((eb) => eb.or(columns.map((column) => eb(column, 'is distinct from', facts[column] ?? null))))
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

export type NewStanding = FundStanding & { ask_again_on: string | null }

/** Stores a fund's new state, and deletes the pending estimate of a fund that is no longer open. */
export async function writeStanding(
  db: Db,
  { symbol, state, state_since, state_cause, ask_again_on }: NewStanding
): Promise<void> {
  await db
    .updateTable('fund')
    .set({ state, state_since, state_cause, ask_again_on })
    .where('symbol', '=', symbol)
    .execute()
  await db.deleteFrom('unknown_day').where('symbol', '=', symbol).execute()
  if (state === 'open') return
  await db
    .deleteFrom('manual_entry')
    .where((eb) => eb.and({ symbol, kind: 'estimate', status: 'pending' }))
    .execute()
}

/** Returns today in New York; with market data that is not live, the newest day in the data. */
export async function findToday(
  db: Db,
  { clock, market }: { clock: () => Date; market: { isLive: boolean } }
): Promise<IsoDay> {
  const { day } = toNewYorkTime(clock())
  return market.isLive ? day : ((await findNewestPriceDay(db)) ?? day)
}

export type NoticeRow = Selectable<FundNoticeTable>

/** Adds a draft unless the filing made one for this fund and kind before. */
export async function addNoticeDraft(db: Db, draft: Omit<NoticeRow, 'id' | 'status'>): Promise<void> {
  await db
    .insertInto('fund_notice')
    .values({ ...draft, status: 'draft' })
    .onConflict((conflict) => conflict.columns(['symbol', 'kind', 'filing']).doNothing())
    .execute()
}

/** Drafts and confirmed notices, drafts first, then newest first. */
export function listNotices(db: Db): Promise<NoticeRow[]> {
  return db
    .selectFrom('fund_notice')
    .selectAll()
    .where('status', '!=', 'dismissed')
    .orderBy('status', 'desc')
    .orderBy('filed_on', 'desc')
    .orderBy('symbol')
    .execute()
}

/** Confirmed notices that take effect on the day or later, by day. @param symbol null for all funds */
export function findConfirmedNotices(
  db: Db,
  from: IsoDay,
  symbols: readonly string[] | null = null
): Promise<(NoticeRow & { effective_on: IsoDay })[]> {
  return db
    .selectFrom('fund_notice')
    .selectAll()
    .where('status', '=', 'confirmed')
    .where('effective_on', '>=', from)
    .$if(symbols !== null, (query) => query.where('symbol', 'in', symbols ?? []))
    .orderBy('effective_on')
    .orderBy('symbol')
    .$narrowType<{ effective_on: IsoDay }>()
    .execute()
}

/** Changes a draft or a confirmed notice. @returns the notice as it was; undefined if there is none */
export async function writeNotice(
  db: Db,
  id: number,
  change: Partial<NoticeRow>
): Promise<NoticeRow | undefined> {
  const notice = (await listNotices(db)).find((listed) => listed.id === id)
  if (notice !== undefined) await db.updateTable('fund_notice').set(change).where('id', '=', id).execute()
  return notice
}

/** Stores days that are not stored yet: the first figures of a day stay. @returns the symbols of stored rows */
export async function writeFundDays(trx: Trx, days: readonly FundDayTable[]): Promise<Set<string>> {
  if (days.length === 0) return new Set()
  const stored = await trx
    .insertInto('fund_day')
    .values(days)
    .onConflict((conflict) => conflict.doNothing())
    .returning('symbol')
    .execute()
  return new Set(stored.map(({ symbol }) => symbol))
}

/** Net assets and shares outstanding of a fund on each stored day, oldest first. */
export function findFundDays(db: Db, symbol: string) {
  return db
    .selectFrom('fund_day')
    .select(['day', 'net_assets', 'shares_outstanding', 'source_name'])
    .where('symbol', '=', symbol)
    .orderBy('day')
    .execute()
}

/** Open funds whose data were collected up to an earlier day only. */
export async function findFundsKnownBefore(db: Db, day: string): Promise<string[]> {
  const rows = await db
    .selectFrom('fund')
    .select('symbol')
    .where('known_until', '<', day)
    .where('state', '=', 'open')
    .orderBy('symbol')
    .execute()
  return rows.map(({ symbol }) => symbol)
}
