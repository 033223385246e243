import type { Kysely, Transaction } from 'kysely'
import { addSplit, markKnownUntil } from '../payments/fund-facts.db.ts'
import { findNewestPriceDay, insertFund, type NewFund } from '../funds/funds.db.ts'
import type { Database } from '../platform/database/schema.ts'
import { ApiError } from '../platform/http/errors.ts'
import type { Job } from '../estimates/jobs/job.ts'
import type { CollectedFund, CollectedNew } from '../services.ts'
import { type AskParts, askMarket } from './ask-market.ts'
import type { CheckedFund } from './checks/check-collected.ts'
import { type CollectionContext, log } from './collection-context.ts'
import { ingestFund } from './ingest-fund.ts'
import { upsertPendingEstimate } from './pending-estimate.ts'

/** The whole history of a fund that is not there yet. @throws ApiError with why there is none. */
export async function askWholeHistory(parts: AskParts, symbol: string, today: string): Promise<CheckedFund> {
  const answer = await askMarket(parts, symbol, today)
  if (!('fetched' in answer)) throw new ApiError('source-failed', `${answer.message} Nothing was added.`)
  if (answer.fetched.prices.length === 0)
    throw new ApiError('source-failed', `No price of ${symbol} was reported. Nothing was added.`)
  return answer.fetched
}

/** The fund and all that was collected of it in one transaction, or nothing. */
export const keepNew: Job<{ fund: NewFund; fetched: CheckedFund; context: CollectionContext }, CollectedNew> =
  {
    name: 'keep-new-fund',
    run: async (parts, { fund, fetched, context }) => {
      const { symbol } = fund
      return parts.write(async (trx) => {
        await parts.refuseTaken(trx, symbol)
        await insertFund(trx, { ...fund, first_price_day: fetched.prices[0]?.date ?? '' })
        await parts.queueChange(trx, { kind: 'funds' }, parts.now)
        // All that a source reports stands on the basis after these, so there is nothing they would have to explain.
        await addKnownSplits(trx, symbol, fetched, context.sourceName)
        const { closes, payments, heldBack } = await ingestFund(trx, symbol, fetched, context)
        await markKnown(trx, symbol)
        await parts.refreshEstimates(trx)
        const left = await upsertPendingEstimate(trx, symbol, context)
        const noEstimate = 'message' in left ? left.message : null
        await log(trx, context, {
          level: heldBack > 0 ? 'WARNING' : 'INFO',
          category: 'SYSTEM',
          action: 'CREATE',
          symbol,
          message: `Added ${symbol} with ${closes} closes and ${payments} payments; ${heldBack} held back.`,
          metadata: {
            source: context.sourceName,
            new_closes: closes,
            new_payments: payments,
            held_back: heldBack
          }
        })
        return { closes, payments, heldBack, noEstimate }
      })
    }
  }

async function addKnownSplits(
  trx: Transaction<Database>,
  symbol: string,
  { splits }: CollectedFund,
  basis: string
): Promise<void> {
  for (const { date, oldShares, newShares } of splits)
    await addSplit(trx, { symbol, date, oldShares, newShares, basis })
}

async function markKnown(db: Kysely<Database>, symbol: string): Promise<void> {
  const newest = await findNewestPriceDay(db)
  if (newest !== null) await markKnownUntil(db, [symbol], newest)
}
