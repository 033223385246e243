import type { Transaction } from 'kysely'
import { rankingPaths } from '../../contract/rankings.ts'
import { findFunds, findNewestPriceDay } from '../../db/funds.db.ts'
import { readMeta } from '../../db/meta.db.ts'
import { enqueuePages } from '../../db/publish-queue.db.ts'
import { pathOfFund, pickRelated } from '../../db/related-funds.ts'
import type { Database } from '../../db/schema.ts'
import { estimateFunds, methodVersion } from '../../estimator/estimate-funds.ts'
import { isToldDifferently, toEstimateRow } from './estimate-row.ts'
import { findEstimates, loadFunds, replaceEstimates } from './estimates.db.ts'

/**
 * Estimates every fund anew as of the newest price day and queues the pages that tell something else now:
 * those of the changed funds, those that name them as related, the rankings and the home page.
 * Families share what they learn, so one fund's payment may move another fund's estimate.
 * @returns the symbols of the changed funds.
 */
export async function refreshEstimates(trx: Transaction<Database>, now: Date): Promise<string[]> {
  const asOf = await findNewestPriceDay(trx)
  if (asOf === null) return []
  const source_name = (await readMeta(trx, 'market-data')) ?? 'Unknown source'
  const funds = await loadFunds(trx)
  const digestOf = new Map(funds.map((fund) => [fund.history.symbol, fund.historyDigest]))
  const before = new Map((await findEstimates(trx)).map((row) => [row.symbol, row]))
  const after = estimateFunds(
    funds.map((fund) => fund.history),
    asOf
  ).map((result) =>
    toEstimateRow(result, {
      source_name,
      history_digest: digestOf.get(result.symbol) ?? '',
      method_version: methodVersion,
      made_at: now.toISOString()
    })
  )
  await replaceEstimates(trx, after)
  const changed = after
    .filter((row) => isToldDifferently(before.get(row.symbol), row))
    .map((row) => row.symbol)
  await enqueuePages(trx, await findPagesNaming(trx, new Set(changed)), now)
  return changed
}

async function findPagesNaming(trx: Transaction<Database>, symbols: ReadonlySet<string>): Promise<string[]> {
  if (symbols.size === 0) return []
  const funds = await findFunds(trx)
  const naming = funds.filter((fund) =>
    [fund, ...pickRelated(fund, funds)].some(({ symbol }) => symbols.has(symbol))
  )
  return ['/', ...rankingPaths, ...naming.map((fund) => pathOfFund(fund.symbol))]
}
