import { writeStanding } from '../funds/fund-standing.db.ts'
import { formatStanding, retryAfter, unknownSince } from '../funds/fund-state.ts'
import type { Db, Trx } from '../platform/database/schema.ts'
import { type CollectionContext, log } from './collection-context.ts'
import type { MarketAnswer } from './fetch-funds.ts'

/**
 * Counts the days on which the source didn't know a fund and closes the fund after enough of them; a response resets
 * the count. A closed fund isn't requested again for a month.
 * @returns whether a fund was closed
 */
export async function closeUnknownFunds(
  trx: Trx,
  answers: readonly MarketAnswer[],
  context: CollectionContext
): Promise<boolean> {
  const answered = answers.flatMap((answer) => ('fetched' in answer ? [answer.ticker] : []))
  await trx.deleteFrom('unknown_day').where('symbol', 'in', answered).execute()
  let hasClosed = false
  for (const answer of answers)
    if ('cause' in answer && answer.cause === 'unknown' && (await closeWhenGone(trx, answer.ticker, context)))
      hasClosed = true
  await trx
    .updateTable('fund')
    .set({ ask_again_on: retryAfter(context.today) })
    .where(
      'symbol',
      'in',
      answers.map(({ ticker }) => ticker)
    )
    .where('state', '=', 'closed')
    .where('ask_again_on', '<=', context.today)
    .execute()
  return hasClosed
}

async function closeWhenGone(trx: Trx, symbol: string, context: CollectionContext): Promise<boolean> {
  const { today: day } = context
  const isOpen = await trx
    .selectFrom('fund')
    .select('symbol')
    .where('symbol', '=', symbol)
    .where('state', '=', 'open')
    .executeTakeFirst()
  if (isOpen === undefined) return false
  await trx
    .insertInto('unknown_day')
    .values({ symbol, day })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const state_since = unknownSince(await findUnknownDays(trx, symbol))
  if (state_since === null) return false
  const closed = { symbol, state: 'closed', state_since, state_cause: 'unknown' } as const
  await writeStanding(trx, { ...closed, ask_again_on: retryAfter(day) })
  await log(trx, context, {
    level: 'WARNING',
    category: 'SYSTEM',
    action: 'UPDATE',
    symbol,
    message: formatStanding(closed),
    metadata: { ...closed, source: context.sourceName }
  })
  return true
}

async function findUnknownDays(db: Db, symbol: string): Promise<string[]> {
  const rows = await db
    .selectFrom('unknown_day')
    .select('day')
    .where('symbol', '=', symbol)
    .orderBy('day')
    .execute()
  return rows.map(({ day }) => day)
}
