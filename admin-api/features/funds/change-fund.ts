import type { Transaction } from 'kysely'
import { type CollectionGroup, collectionGroups } from '../../contract/collection.ts'
import { unsupportedMessage } from '../../contract/stock.ts'
import { type Actor, writeLog } from '../../db/admin-log.db.ts'
import { writeStanding } from '../../db/funds.db.ts'
import { touchHistory } from '../../db/payment-records.db.ts'
import type { Database } from '../../db/schema.ts'
import { writeTransaction } from '../../db/write-transaction.ts'
import { spellDay } from '../../domain/schedule/days.ts'
import { toNewYorkTime } from '../../domain/schedule/new-york.ts'
import type { FundState } from '../../domain/vocabulary.ts'
import { ApiError } from '../../http/errors.ts'
import type { Services } from '../../services.ts'
import { type FundRow, findFundRow, writeGroup, writeSymbol } from './funds.db.ts'
import { refuseTaken } from './taken-symbols.ts'

const stateWords: Readonly<Record<FundState, string>> = { open: 'open', closed: 'closed', retired: 'retired' }

/** Closes, retires or reopens; each answers the sentence that the log keeps. */
export async function setState(
  services: Services,
  { ticker, state, since }: { ticker: string; state: FundState; since?: string | undefined },
  actor: Actor
): Promise<string> {
  const { db, clock, refreshEstimates } = services
  const now = clock()
  const { day: today } = toNewYorkTime(now)
  if (since !== undefined && since > today)
    throw new ApiError('invalid-input', `since must not be after today, ${today}.`)
  return writeTransaction(db, async (trx) => {
    const fund = await findOurs(trx, ticker)
    if (fund.state === state) throw new ApiError('conflict', `${ticker} is ${stateWords[state]} already.`)
    const day = state === 'open' ? today : (since ?? today)
    await writeStanding(trx, {
      symbol: ticker,
      state,
      state_since: day,
      state_cause: 'operator',
      ask_again_on: null
    })
    await refreshEstimates(trx)
    const message =
      state === 'open'
        ? `${ticker} is open again.`
        : `${ticker} is ${stateWords[state]} since ${spellDay(day)}.`
    const metadata = { from: fund.state, to: state, since: day }
    return log(trx, { symbol: ticker, message, metadata, actor }, now)
  })
}

/** All that belongs to the fund goes with it, and its old address leads on. */
export async function rename(
  services: Services,
  { ticker, new_symbol, name }: { ticker: string; new_symbol: string; name?: string | undefined },
  actor: Actor
): Promise<string> {
  const { db, clock, isOwnPath, queueChange, refreshEstimates } = services
  const now = clock()
  return writeTransaction(db, async (trx) => {
    const fund = await findOurs(trx, ticker)
    if (new_symbol === ticker) throw new ApiError('invalid-input', `${ticker} has this symbol already.`)
    await refuseTaken(trx, new_symbol, { isOwnPath, owner: ticker })
    const named: FundRow = {
      ...fund,
      symbol: new_symbol,
      name: name ?? fund.name,
      name_by: name === undefined ? fund.name_by : 'operator'
    }
    await writeSymbol(trx, fund, named, toNewYorkTime(now).day)
    // Closed because nobody quoted the old symbol: that is explained now.
    if (fund.state_cause === 'unknown')
      await writeStanding(trx, {
        symbol: new_symbol,
        state: 'open',
        state_since: null,
        state_cause: null,
        ask_again_on: null
      })
    await touchHistory(trx, now)
    await refreshEstimates(trx)
    await queueChange(trx, { kind: 'funds' }, now)
    const message = `${ticker} is ${new_symbol} now, and its old address leads on.`
    const metadata = { from: ticker, to: new_symbol, ...(name !== undefined && { name }) }
    return log(trx, { symbol: new_symbol, message, metadata, actor }, now)
  })
}

export async function move(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  { ticker, group }: { ticker: string; group: CollectionGroup },
  actor: Actor
): Promise<string> {
  return writeTransaction(db, async (trx) => {
    const fund = await findOurs(trx, ticker)
    if (fund.batch === group)
      throw new ApiError('conflict', `${ticker} is in ${collectionGroups[group]} already.`)
    await writeGroup(trx, ticker, group)
    const message = `${ticker} is collected with ${collectionGroups[group]} now.`
    return log(trx, { symbol: ticker, message, metadata: { from: fund.batch, to: group }, actor }, clock())
  })
}

async function findOurs(trx: Transaction<Database>, ticker: string): Promise<FundRow> {
  const fund = await findFundRow(trx, ticker)
  if (fund === undefined) throw new ApiError('not-found', unsupportedMessage(ticker))
  return fund
}

type Line = { symbol: string; message: string; metadata: Record<string, unknown>; actor: Actor }

async function log(trx: Transaction<Database>, line: Line, now: Date): Promise<string> {
  await writeLog(trx, { level: 'INFO', category: 'SYSTEM', action: 'UPDATE', ...line }, now)
  return line.message
}
