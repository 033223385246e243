import { type Actor, type LogEntry, writeLog } from '../../admin-log/admin-log.db.ts'
import type { Family } from '../../contract/admin-families.ts'
import { type CollectionGroup, collectionGroups } from '../../contract/collection.ts'
import { isDay } from '../../contract/days.ts'
import type { RocEntry } from '../../contract/return-of-capital-entry.ts'
import { unsupportedMessage } from '../../contract/stock.ts'
import type { FundState } from '../../contract/vocabulary.ts'
import { noteChangedFacts } from '../../estimates/changed-facts.ts'
import type { JobParts } from '../../estimates/job.ts'
import { findFamilies, writeFamily } from '../../funds/families.db.ts'
import { writeStanding } from '../../funds/fund-standing.db.ts'
import { findFunds } from '../../funds/funds.db.ts'
import { findHomeFunds, writeHomeFunds } from '../../funds/home-funds.ts'
import { refuseTaken } from '../../funds/symbols.ts'
import { formatLongDay } from '../../market-days/days.ts'
import { toNewYorkTime } from '../../market-days/sessions.ts'
import { countOf } from '../../numbers/format-numbers.ts'
import { touchHistory } from '../../payments/payment-records.db.ts'
import { deleteRocRow, writeRocRows } from '../../payments/return-of-capital.db.ts'
import type { Trx } from '../../platform/database/schema.ts'
import { writeTransaction } from '../../platform/database/write-transaction.ts'
import { ApiError } from '../../platform/http/errors.ts'
import type { RouteParts } from '../../platform/http/route.ts'
import { findFundRow, type StoredFund, writeSymbol } from './fund-list.db.ts'

type StateChange = { ticker: string; state: FundState; since?: string | undefined; actor: Actor }
type Renaming = { ticker: string; new_symbol: string; name?: string | undefined; actor: Actor }

type FundParts = Pick<RouteParts, 'db' | 'clock'> & Pick<JobParts, 'queueChange'>

/** Closes, retires or reopens a fund. @returns the sentence for the log */
export async function setState(
  { db, clock }: Pick<RouteParts, 'db' | 'clock'>,
  { ticker, state, since, actor }: StateChange
): Promise<string> {
  const now = clock()
  const { day: today } = toNewYorkTime(now)
  if (since !== undefined && since > today)
    throw new ApiError('invalid-input', `since must not be after today, ${formatLongDay(today)}.`)
  return writeTransaction(db, async (trx) => {
    const fund = await findSupported(trx, ticker)
    if (fund.state === state) throw new ApiError('conflict', `${ticker} is already ${state}.`)
    const day = state === 'open' ? today : (since ?? today)
    await writeStanding(trx, {
      symbol: ticker,
      state,
      state_since: day,
      state_cause: 'operator',
      ask_again_on: null
    })
    await noteChangedFacts(trx, { now, closes: false })
    const message =
      state === 'open'
        ? `${ticker} is open again.`
        : `${ticker} has been ${state} since ${formatLongDay(day)}.`
    const metadata = { from: fund.state, to: state, since: day }
    return log(trx, { symbol: ticker, message, metadata, actor }, now)
  })
}

/** Renames a fund with all its rows; its old address redirects. @returns the sentence for the log */
export function rename(
  { db, clock, queueChange, isOwnPath }: FundParts & Pick<JobParts, 'isOwnPath'>,
  { ticker, new_symbol, name, actor }: Renaming
): Promise<string> {
  const now = clock()
  return writeTransaction(db, async (trx) => {
    const fund = await findSupported(trx, ticker)
    if (new_symbol === ticker) throw new ApiError('invalid-input', `${ticker} already has this symbol.`)
    await refuseTaken(trx, new_symbol, { isOwnPath, owner: ticker })
    const named: StoredFund = {
      ...fund,
      symbol: new_symbol,
      name: name ?? fund.name,
      name_by: name === undefined ? fund.name_by : 'operator'
    }
    await writeSymbol(trx, fund, named, toNewYorkTime(now).day)
    // Reopened, because it was closed only because the source no longer knew the old symbol.
    if (fund.state_cause === 'unknown')
      await writeStanding(trx, {
        symbol: new_symbol,
        state: 'open',
        state_since: null,
        state_cause: null,
        ask_again_on: null
      })
    await touchHistory(trx, now)
    await noteChangedFacts(trx, { now, closes: true })
    await queueChange(trx, { kind: 'funds' }, now)
    const message = `${ticker} is now ${new_symbol}; its old address redirects.`
    const metadata = { from: ticker, to: new_symbol, ...(name !== undefined && { name }) }
    return log(trx, { symbol: new_symbol, message, metadata, actor }, now)
  })
}

/** Changes the collection group; no figure changes. @returns the sentence for the log */
export async function move(
  { db, clock }: Pick<RouteParts, 'db' | 'clock'>,
  { ticker, group }: { ticker: string; group: CollectionGroup },
  actor: Actor
): Promise<string> {
  return writeTransaction(db, async (trx) => {
    const fund = await findSupported(trx, ticker)
    if (fund.batch === group)
      throw new ApiError('conflict', `${ticker} is already in ${collectionGroups[group]}.`)
    const moved = { batch: group, batch_by: 'operator' } as const
    await trx.updateTable('fund').set(moved).where('symbol', '=', ticker).execute()
    const message = `${ticker} is now collected with ${collectionGroups[group]}.`
    return log(trx, { symbol: ticker, message, metadata: { from: fund.batch, to: group }, actor }, clock())
  })
}

/** Chooses the funds that the home page lists first. @returns the sentence for the log */
export async function chooseHomeFunds(
  { db, clock, queueChange }: FundParts,
  tickers: readonly string[],
  actor: Actor
): Promise<string> {
  return writeTransaction(db, async (trx) => {
    for (const ticker of tickers) await findSupported(trx, ticker)
    await writeHomeFunds(trx, [...new Set(tickers)])
    await queueChange(trx, { kind: 'home-funds' }, clock())
    const listed = await findHomeFunds(trx)
    const message = `The home page now lists ${listed.join(', ')} first.`
    const metadata = { tickers: listed }
    await writeLog(trx, { category: 'SYSTEM', action: 'UPDATE', message, metadata, actor }, clock())
    return message
  })
}

/** Adds or replaces a family; all estimates follow from it. @returns the sentence for the log */
export function storeFamily(
  { db, clock, queueChange }: FundParts,
  { family, actor }: { family: Family; actor: Actor }
): Promise<string> {
  const now = clock()
  return writeTransaction(db, async (trx) => {
    const families = await findFamilies(trx)
    const index = families.findIndex(({ id }) => id === family.id)
    const isNew = index < 0
    await writeFamily(trx, { family, place: isNew ? families.length : index, written_by: 'operator' })
    await noteChangedFacts(trx, { now, closes: false })
    await queueChange(trx, { kind: 'funds' }, now)
    const message = `The family ${family.name} was ${isNew ? 'added' : 'changed'}.`
    const metadata = { before: families[index] ?? null, after: family }
    const action = isNew ? 'CREATE' : 'UPDATE'
    await writeLog(trx, { category: 'SYSTEM', action, message, actor, metadata }, now)
    return message
  })
}

/**
 * Stores the operator's 19a notices and final figures, which later releases don't overwrite; a `roc_percent` of null removes
 * one. @returns the sentence for the log
 */
export async function saveReturnOfCapital(
  { db, clock, queueChange }: FundParts,
  rows: readonly RocEntry[],
  actor: Actor
): Promise<string> {
  return writeTransaction(db, async (trx) => {
    const fundSymbols = new Set((await findFunds(trx)).map(({ symbol }) => symbol))
    for (const [index, row] of rows.entries())
      refuseInvalid(row, fundSymbols, rows.length === 1 ? '' : `Row ${index + 1}: `)
    for (const { roc_percent, ...row } of rows) {
      if (roc_percent === null) await deleteRocRow(trx, row)
      else await writeRocRows(trx, [{ ...row, roc_percent }], 'operator')
    }
    const symbols = [...new Set(rows.map(({ symbol }) => symbol))].sort()
    const message = `Return of capital: ${countOf(rows.length, 'figure')} of ${symbols.slice(0, 10).join(', ')}${symbols.length > 10 ? ' and others' : ''} saved.`
    const [symbol] = symbols
    const entry = {
      category: 'DIVIDEND_HISTORY',
      action: 'UPDATE',
      message,
      actor,
      ...(symbols.length === 1 && symbol !== undefined && { symbol }),
      metadata: { rows: rows.slice(0, 50) }
    } as const
    await writeLog(trx, entry, clock())
    await queueChange(trx, { kind: 'funds' }, clock())
    return message
  })
}

function refuseInvalid(row: RocEntry, known: ReadonlySet<string>, start: string): void {
  const { symbol, kind, ex_date_or_year: when, roc_percent, source } = row
  const refuse = (reason: string) => {
    throw new ApiError('invalid-input', `${start}${reason}`)
  }
  if (!known.has(symbol)) refuse(`there is no fund ${symbol}.`)
  if (kind === '19a' && !isDay(when)) refuse(`a 19a notice needs the ex-date as YYYY-MM-DD, got ${when}.`)
  if (kind === 'final' && when.length !== 4) refuse(`a final figure needs a year, got ${when}.`)
  if (roc_percent !== null && !/^https?:\/\/\S+$/.test(source))
    refuse('source must be the address of the issuer’s page or document, beginning with https://.')
}

/** @throws ApiError not-found if there is no such fund */
async function findSupported(trx: Trx, ticker: string): Promise<StoredFund> {
  const fund = await findFundRow(trx, ticker)
  if (fund === undefined) throw new ApiError('not-found', unsupportedMessage(ticker))
  return fund
}

async function log(trx: Trx, line: Omit<LogEntry, 'category' | 'action'>, now: Date): Promise<string> {
  await writeLog(trx, { category: 'SYSTEM', action: 'UPDATE', ...line }, now)
  return line.message
}
