import { noteChangedFacts } from '../estimates/changed-facts.ts'
import { deriveFigures } from '../estimates/derive-figures.ts'
import type { Job } from '../estimates/job.ts'
import { insertFund, type NewFund } from '../funds/funds.db.ts'
import { refuseTaken } from '../funds/symbols.ts'
import { addSplits, markKnown } from '../payments/fund-facts.db.ts'
import { writeTransaction } from '../platform/database/write-transaction.ts'
import { ApiError } from '../platform/http/errors.ts'
import type { CheckedFund } from './checks/check-collected.ts'
import { type CollectionContext, log } from './collection-context.ts'
import { fetchFund, type SourceParts } from './fetch-funds.ts'
import { ingestFund } from './ingest-fund.ts'
import { upsertPendingEstimate } from './quarantine.ts'

/** `noEstimate`: reason why there is no estimate; null if there is one. */
export type CollectedNew = {
  closes: number
  payments: number
  quarantined: number
  noEstimate: string | null
}

/** Full history of a fund that isn't stored yet. @throws ApiError with the reason if there is none */
export async function fetchFullHistory(
  parts: SourceParts,
  symbol: string,
  today: string
): Promise<CheckedFund> {
  const answer = await fetchFund(parts, symbol, today)
  if (!('fetched' in answer)) throw new ApiError('source-failed', `${answer.message} Nothing was added.`)
  if (answer.fetched.prices.length === 0)
    throw new ApiError('source-failed', `No price of ${symbol} was reported. Nothing was added.`)
  return answer.fetched
}

/** Stores the fund with all collected data in one transaction, or nothing, and derives its figures. */
export const saveNew: Job<{ fund: NewFund; fetched: CheckedFund; context: CollectionContext }, CollectedNew> =
  {
    name: 'save-new-fund',
    run: async (parts, { fund, fetched, context }) => {
      const { symbol } = fund
      const ingested = await writeTransaction(parts.db, async (trx) => {
        await refuseTaken(trx, symbol, parts)
        await insertFund(trx, { ...fund, first_price_day: fetched.prices[0]?.date ?? '' })
        await parts.queueChange(trx, { kind: 'funds' }, parts.now)
        // Reported figures already include these splits, so nothing has to be adjusted.
        await addSplits(trx, symbol, fetched.splits, context.sourceName)
        const { closes, payments, quarantined } = await ingestFund(trx, symbol, fetched, context)
        await markKnown(trx, [symbol])
        await noteChangedFacts(trx, { now: parts.now, closes: true })
        await log(trx, context, {
          level: quarantined > 0 ? 'WARNING' : 'INFO',
          category: 'SYSTEM',
          action: 'CREATE',
          symbol,
          message: `Added ${symbol} with ${closes} closes and ${payments} payments; ${quarantined} quarantined.`,
          metadata: {
            source: context.sourceName,
            new_closes: closes,
            new_payments: payments,
            held_back: quarantined
          }
        })
        return { closes, payments, quarantined }
      })
      await deriveFigures(parts)
      const upserted = await writeTransaction(parts.db, (trx) => upsertPendingEstimate(trx, symbol, context))
      return { ...ingested, noEstimate: 'message' in upserted ? upserted.message : null }
    }
  }
