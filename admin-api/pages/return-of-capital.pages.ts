import {
  type NoticeRecord,
  type RocFundRow,
  type RocOfFund,
  type RocPage,
  returnOfCapitalCsvPath,
  returnOfCapitalPath,
  rocCsvColumns
} from '../contract/return-of-capital.ts'
import { findFunds } from '../funds/funds.db.ts'
import { findNewestPriceDay } from '../funds/newest-day.db.ts'
import { compareText } from '../market-days/days.ts'
import type { Payment } from '../market-days/types.ts'
import { mean } from '../numbers/statistics.ts'
import { findPaymentsByFund } from '../payments/payments.db.ts'
import { findRocByFund, findRocRows } from '../payments/return-of-capital.db.ts'
import type { Db } from '../platform/database/schema.ts'
import { formatCsv } from '../platform/files/write-csv.ts'
import { cacheUntilFiguresChange } from '../publishing/figures-revision.db.ts'
import type { PageKind } from '../publishing/page-kind.ts'
import { returnOfCapitalOf } from '../returns/return-of-capital.ts'

type FundName = { symbol: string; issuer: string }

/** Number of notices that show how a fund pays now. */
const latestNotices = 12

/** Pages of return of capital: 19a notices, final figures, and their difference. */
export const returnOfCapitalPages = [
  {
    path: returnOfCapitalPath,
    load: loadRocPage,
    dependsOn: { figures: 'all', funds: 'all', day: 'all' },
    sitemap: 'price-day'
  },
  {
    path: returnOfCapitalCsvPath,
    load: async (db) => ({
      kind: 'csv' as const,
      csv: formatCsv(rocCsvColumns, await findRocRows(db))
    }),
    dependsOn: { funds: 'all' }
  }
] satisfies readonly PageKind[]

async function loadRocPage(db: Db): Promise<RocPage | null> {
  const asOf = await findNewestPriceDay(db)
  if (asOf === null) return null
  const year = asOf.slice(0, 4)
  const funds = (await findFunds(db)).sort((a, b) => compareText(a.symbol, b.symbol))
  const rocOf = await findRocByFund(db)
  const paymentsOf = await findPaymentsByFund(db)
  return {
    kind: 'return-of-capital',
    asOf,
    year,
    funds: funds.map((fund) => toFundRow(fund, rocOf(fund.symbol), paymentsOf.get(fund.symbol) ?? [], year)),
    record: funds.flatMap((fund) => listNoticeRecords(fund, rocOf(fund.symbol)))
  }
}

function toFundRow(fund: FundName, roc: RocOfFund, payments: readonly Payment[], year: string): RocFundRow {
  const figures = payments.map((payment) => returnOfCapitalOf(payment, roc))
  const ofYear = figures.filter((_, index) => payments[index]?.exDate.startsWith(year))
  const latest = roc.notices.slice(-latestNotices).map(({ percent }) => percent)
  return {
    symbol: fund.symbol,
    issuer: fund.issuer,
    newest: figures.at(-1) ?? null,
    coverage: {
      payments: ofYear.length,
      carried: ofYear.filter((figure) => figure?.kind === 'carried').length,
      unknown: ofYear.filter((figure) => figure === null).length
    },
    final: roc.finals.at(-1) ?? null,
    meanPercent: latest.length === 0 ? null : mean(latest),
    notices: roc.notices.length,
    record: listNoticeRecords(fund, roc).at(-1) ?? null
  }
}

/** Mean miss of an issuer's notices in percentage points, by fund and year; null without any final figure. */
export async function findNoticeError(db: Db, issuer: string): Promise<number | null> {
  return (await findNoticeErrors(db)).get(issuer) ?? null
}

/** Cached, because the page of every fund shows that of its issuer. */
const findNoticeErrors = cacheUntilFiguresChange(async (db) => {
  const rocOf = await findRocByFund(db)
  const records = (await findFunds(db)).flatMap((fund) => listNoticeRecords(fund, rocOf(fund.symbol)))
  const byIssuer = Map.groupBy(records, ({ issuer }) => issuer)
  return new Map(
    [...byIssuer].map(([issuer, own]) => [issuer, mean(own.map(({ errorPoints }) => errorPoints))])
  )
})

/** Oldest year first. */
export function listNoticeRecords(
  { symbol, issuer }: FundName,
  { notices, finals }: RocOfFund
): NoticeRecord[] {
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
        errorPoints: mean(ofYear.map((percent) => Math.abs(percent - finalPercent)))
      }
    ]
  })
}
