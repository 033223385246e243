import type { Transaction } from 'kysely'
import { calendarPath, feedPath, feedPathOfFund } from '../../contract/calendar.ts'
import { sitemapPath } from '../../contract/pages.ts'
import { rankingPaths } from '../../contract/rankings.ts'
import { recordPaths } from '../../contract/record.ts'
import { findFunds, findNewestPriceDay } from '../../db/funds.db.ts'
import { readMeta } from '../../db/meta.db.ts'
import { enqueuePages } from '../../db/publish-queue.db.ts'
import { pathOfFund, pickRelated } from '../../db/related-funds.ts'
import type { Database } from '../../db/schema.ts'
import { estimateFunds, methodVersion } from '../../estimator/estimate-funds.ts'
import { withConfirmedDates } from './confirmed-dates.ts'
import { isToldDifferently, toEstimateRow } from './estimate-row.ts'
import { findEstimates, findExpectations, loadFunds, replaceEstimates } from './estimates.db.ts'
import { keepRecord } from './keep-record.ts'

/**
 * Estimates every fund anew as of the newest price day and queues the pages that tell something else now:
 * those of the changed funds, those that name them as related, their feeds, the calendar, the rankings, the
 * record, the sitemap and the home page.
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
  const histories = funds.map((fund) => fund.history)
  const results = estimateFunds(histories, asOf)
  const expectationsOf = Map.groupBy(await findExpectations(trx), ({ symbol }) => symbol)
  const after = results.map((result) => {
    const row = toEstimateRow(result, {
      source_name,
      history_digest: digestOf.get(result.symbol) ?? '',
      method_version: methodVersion,
      made_at: now.toISOString()
    })
    return withConfirmedDates(row, expectationsOf.get(row.symbol) ?? [], now)
  })
  await replaceEstimates(trx, after)
  const isRecordNew = await keepRecord(trx, histories, results, now)
  const changed = after
    .filter((row) => isToldDifferently(before.get(row.symbol), row))
    .map((row) => row.symbol)
  const paths = await findPagesNaming(trx, new Set(changed))
  await enqueuePages(trx, isRecordNew || changed.length > 0 ? [...paths, ...recordPaths] : paths, now)
  return changed
}

async function findPagesNaming(trx: Transaction<Database>, symbols: ReadonlySet<string>): Promise<string[]> {
  if (symbols.size === 0) return []
  const funds = await findFunds(trx)
  const naming = funds.filter((fund) =>
    [fund, ...pickRelated(fund, funds)].some(({ symbol }) => symbols.has(symbol))
  )
  return [
    '/',
    sitemapPath,
    ...rankingPaths,
    calendarPath,
    feedPath,
    ...[...symbols].map(feedPathOfFund),
    ...naming.map((fund) => pathOfFund(fund.symbol))
  ]
}
