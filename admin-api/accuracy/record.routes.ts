import { readTopAccuracy } from '../contract/admin-history.ts'
import { readEstimateMoves } from '../contract/estimate-moves.ts'
import { dataLicenseUrl } from '../contract/open-data.ts'
import { recordCsvColumns, recordCsvPath } from '../contract/record.ts'
import { findLargestMoves } from '../estimates/estimate-moves.ts'
import { findRecord, type RecordRow } from '../estimates/estimate-record.db.ts'
import { compareText } from '../market-days/days.ts'
import { errorPercent } from '../numbers/forecast-errors.ts'
import { roundTo } from '../numbers/format-numbers.ts'
import { mean } from '../numbers/statistics.ts'
import { formatCsv } from '../platform/files/write-csv.ts'
import { createCachedValue, encodeBody, sendCachedBody } from '../platform/http/cached-response.ts'
import type { RouteParts, Routes } from '../platform/http/route.ts'
import { readFiguresRevision } from '../publishing/figures-revision.db.ts'
import { listScored, pickCounting } from '../signed-record/counted-estimates.ts'

/** Estimates rarely change, so a cached copy may be five minutes old. */
const cacheSeconds = 300

export function addRecordRoutes({ router, route }: Routes, { db }: RouteParts): void {
  const csv = createCachedValue(
    async () => encodeBody(toRecordCsv(await findRecord(db))),
    () => readFiguresRevision(db)
  )

  router.get(recordCsvPath, async (request, response) => {
    sendCachedBody(request, response, await csv.read(), {
      'Content-Type': 'text/csv; charset=utf-8; header=present',
      'Content-Disposition': 'attachment; filename="doubloon-estimates.csv"',
      'Cache-Control': `public, max-age=${cacheSeconds}`,
      Link: `<${dataLicenseUrl}>; rel="license"`
    })
  })
  route(readTopAccuracy, async () => rankAccuracy(await findRecord(db)))
  route(readEstimateMoves, async () => ({ moves: await findLargestMoves(db, new Date()) }))
}

function toRecordCsv(rows: readonly RecordRow[]): string {
  const counting = pickCounting(rows)
  const cells = rows.map((row) => ({
    ...row,
    estimate: row.amount,
    counts: counting.has(row) ? 'yes' : 'no',
    error_percent: row.actual === null ? null : roundTo(6, errorPercent(row.amount, row.actual))
  }))
  return formatCsv(recordCsvColumns, cells)
}

type Ranking = { ticker: string; avg_accuracy: number; count: number }

/** Minimum scored payments; with fewer a lucky hit would lead the list. */
const minPayments = 5
const rankedFunds = 5

/**
 * Ranks funds by mean accuracy score, best first; ties by more payments, then by ticker. Uses the live record if any fund
 * has enough scored payments in it, else the backtested one, never both together.
 */
function rankAccuracy(record: readonly RecordRow[]): { origin: RecordRow['origin']; rankings: Ranking[] } {
  const live = rankOrigin(record, 'live')
  if (live.length > 0) return { origin: 'live', rankings: live }
  return { origin: 'replayed', rankings: rankOrigin(record, 'replayed') }
}

function rankOrigin(record: readonly RecordRow[], origin: RecordRow['origin']): Ranking[] {
  const scores = listScored(record, origin).flatMap(({ symbol, accuracy_score }) =>
    accuracy_score === null ? [] : [{ symbol, score: accuracy_score }]
  )
  return [...Map.groupBy(scores, ({ symbol }) => symbol)]
    .filter(([, own]) => own.length >= minPayments)
    .map(([ticker, own]) => ({ ticker, mean: mean(own.map(({ score }) => score)), count: own.length }))
    .sort((a, b) => b.mean - a.mean || b.count - a.count || compareText(a.ticker, b.ticker))
    .slice(0, rankedFunds)
    .map(({ ticker, mean: accuracy, count }) => ({ ticker, avg_accuracy: roundTo(4, accuracy), count }))
}
