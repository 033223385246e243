import type { Kysely } from 'kysely'
import { returnOfCapitalCsvPath, returnOfCapitalPath, rocCsvColumns } from '../contract/return-of-capital.ts'
import { findFunds, findNewestPriceDay } from '../funds/funds.db.ts'
import { compareText } from '../market-days/days.ts'
import { mean } from '../numbers/statistics.ts'
import { findRocRows, type RocRow, toRocOfFund } from '../payments/return-of-capital.db.ts'
import type { Database } from '../platform/database/schema.ts'
import { formatCsv } from '../platform/files/write-csv.ts'
import type { PageKind } from '../publishing/page-kind.ts'

type FundName = { symbol: string; issuer: string }

/** Number of notices that show how a fund pays now. */
const latestNotices = 12

/** Pages of return of capital: 19a notices, final figures, and their difference. */
export const returnOfCapitalPages = [
  {
    path: returnOfCapitalPath,
    load: loadRocPage,
    dependsOn: {
      funds: () => [returnOfCapitalPath],
      day: () => [returnOfCapitalPath]
    },
    sitemap: 'price-day'
  },
  {
    path: returnOfCapitalCsvPath,
    load: async (db) => ({
      kind: 'csv' as const,
      csv: formatCsv(rocCsvColumns, await findRocRows(db))
    }),
    dependsOn: { funds: () => [returnOfCapitalCsvPath] }
  }
] satisfies readonly PageKind[]

async function loadRocPage(db: Kysely<Database>) {
  const asOf = await findNewestPriceDay(db)
  if (asOf === null) return null
  const funds = await findFunds(db)
  const rows = Map.groupBy(await findRocRows(db), ({ symbol }) => symbol)
  const reportingFunds = funds.filter(({ symbol }) => rows.has(symbol))
  return {
    kind: 'return-of-capital' as const,
    asOf,
    funds: reportingFunds
      .map((fund) => toFundRow(fund, rows.get(fund.symbol) ?? []))
      .sort((a, b) => compareText(a.symbol, b.symbol)),
    record: reportingFunds.flatMap((fund) => listNoticeRecords(fund, rows.get(fund.symbol) ?? []))
  }
}

function toFundRow(fund: FundName, rows: readonly RocRow[]) {
  const { notices, finals } = toRocOfFund(rows)
  const latest = notices.slice(-latestNotices).map(({ percent }) => percent)
  return {
    symbol: fund.symbol,
    issuer: fund.issuer,
    latest: notices.at(-1) ?? null,
    final: finals.at(-1) ?? null,
    /** Mean of the last twelve notices; null without any. */
    meanPercent: latest.length === 0 ? null : mean(latest),
    notices: notices.length,
    /** How far the notices of the newest year with a final figure were from it; null without one. */
    record: listNoticeRecords(fund, rows).at(-1) ?? null
  }
}

export type RocFundRow = ReturnType<typeof toFundRow>

/** The notices of each year whose final figure is known, next to it, in percent; all notices have equal weight. */
export function listNoticeRecords({ symbol, issuer }: FundName, rows: readonly RocRow[]) {
  const { notices, finals } = toRocOfFund(rows)
  return finals.flatMap(({ year, percent: finalPercent }) => {
    const ofYear = notices.filter(({ ex_date }) => ex_date.startsWith(year)).map(({ percent }) => percent)
    if (ofYear.length === 0) return []
    return [
      {
        symbol,
        issuer,
        year,
        finalPercent,
        notices: ofYear.length,
        noticePercent: mean(ofYear),
        /** Mean absolute difference between a notice and the final figure, percentage points. */
        errorPoints: mean(ofYear.map((percent) => Math.abs(percent - finalPercent)))
      }
    ]
  })
}
