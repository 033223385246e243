import type { Logger } from 'pino'
import { findFunds } from '../funds/funds.db.ts'
import { toNewYorkTime } from '../market-days/sessions.ts'
import type { IsoDay } from '../market-days/types.ts'
import { readMetaValue, writeMetaValue } from '../platform/database/meta.db.ts'
import type { Db } from '../platform/database/schema.ts'
import { writeTransaction } from '../platform/database/write-transaction.ts'
import type { Sources } from './open-sources.ts'
import { noteListing, noteSightings } from './proposals.db.ts'
import { listedEvent, paysOptionIncome } from './proposals.ts'
import { MarketDataError } from './sources/market-data.ts'

type ListParts = {
  db: Db
  clock: () => Date
  log: Logger
  market: Pick<Sources['market'], 'isLive'>
} & Pick<Sources, 'listFunds'>

/** `askedOn`: day of the last request; `readOn`: of the last list. */
export type FundListState = { askedOn: IsoDay; readOn: IsoDay | null }

export const readFundListState = (db: Db): Promise<FundListState | null> => readMetaValue(db, 'fund-list')

const source_name = 'the exchange’s list'
/** A shorter list is a part of the whole one, and says nothing about funds that it lacks. */
const shortestList = 1000

/**
 * Reads the exchange's list of all ETFs once a day: option-income funds of covered issuers that nobody added are noted, and
 * which of our funds are listed.
 */
export async function readFundList({ db, clock, log, market, listFunds }: ListParts): Promise<void> {
  const { day: today } = toNewYorkTime(clock())
  const before = await readFundListState(db)
  if (listFunds === null || !market.isLive || before?.askedOn === today) return
  const state: FundListState = { askedOn: today, readOn: before?.readOn ?? null }
  // First, so that a failure doesn't repeat the request.
  await writeTransaction(db, (trx) => writeMetaValue(trx, 'fund-list', state))
  const list = await listFunds().catch((error: unknown) => {
    if (!(error instanceof MarketDataError)) throw error
    log.warn({ reason: error.message }, 'the list of all funds could not be read')
    return []
  })
  if (list.length < shortestList) return
  const funds = await findFunds(db)
  const own = new Set(funds.map(({ symbol }) => symbol))
  const issuers = [...new Set(funds.map(({ issuer }) => issuer))]
  const unknown = list.flatMap(({ symbol, name }) => {
    const issuer = issuers.find((each) => name.toUpperCase().startsWith(`${each.toUpperCase()} `))
    if (issuer === undefined || own.has(symbol) || !paysOptionIncome(name)) return []
    return [{ symbol, source_name, event: listedEvent, issuer, name }]
  })
  const listed = new Set(list.map(({ symbol }) => symbol))
  await writeTransaction(db, async (trx) => {
    await noteSightings(trx, unknown, today)
    await noteListing(trx, { symbols: [...own], listed }, today)
    await writeMetaValue(trx, 'fund-list', { ...state, readOn: today })
  })
}
