import type { Transaction } from 'kysely'
import { type CollectionGroup, collectionGroups } from '../../contract/collection.ts'
import { unsupportedMessage } from '../../contract/stock.ts'
import { type Actor, writeLog } from '../../admin-log/admin-log.db.ts'
import type { Database } from '../../platform/database/schema.ts'
import { writeTransaction } from '../../platform/database/write-transaction.ts'
import { ApiError } from '../../platform/http/errors.ts'
import type { Services } from '../../services.ts'
import { type FundRow, findFundRow, writeGroup } from './fund-list.db.ts'

/** Moves no figure. @returns the sentence that the log keeps */
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

/** @throws ApiError not-found where it is none of ours */
export async function findOurs(trx: Transaction<Database>, ticker: string): Promise<FundRow> {
  const fund = await findFundRow(trx, ticker)
  if (fund === undefined) throw new ApiError('not-found', unsupportedMessage(ticker))
  return fund
}

type Line = { symbol: string; message: string; metadata: Record<string, unknown>; actor: Actor }

export async function log(trx: Transaction<Database>, line: Line, now: Date): Promise<string> {
  await writeLog(trx, { level: 'INFO', category: 'SYSTEM', action: 'UPDATE', ...line }, now)
  return line.message
}
