import type { FundRow, FundSummary } from '../../admin-api/contract/fund-page.ts'
import { describeExpense } from '../../admin-api/returns/expense-ratio.ts'
import { describeRoc } from '../../admin-api/returns/return-of-capital.ts'
import { formatChance, formatRate, formatSigned } from '../accuracy/format-accuracy.ts'
import { formatDay, formatDividend, formatMoney, formatPercent, formatShare } from '../lib/format.ts'
import type { Column } from '../ui/table-columns.ts'

export type FundColumn = Column<FundRow> & {
  id: string
  /** Hidden unless the visitor selects it. */
  isExtra?: boolean
  /** Hidden by default on a `narrowScreen`. */
  isWide?: boolean
}

/** Screens on which the table has no room for all columns that are shown by default; phones show cards. */
export const narrowScreen = '(48rem <= width < 80rem)'

/** Underlying of funds without a single stock or index. */
export const portfolio = 'Portfolio'

/** All columns in order; the first names the fund and can't be hidden. */
export const fundColumns: readonly [FundColumn, ...FundColumn[]] = [
  {
    id: 'ticker',
    heading: 'Ticker',
    csvName: 'symbol',
    symbol: ({ symbol }) => symbol
  },
  {
    id: 'issuer',
    isExtra: true,
    heading: 'Issuer',
    csvName: 'issuer',
    words: ({ issuer }) => issuer
  },
  {
    id: 'underlying',
    isExtra: true,
    heading: 'Underlying',
    csvName: 'underlying',
    words: ({ underlying }) => underlying?.ticker ?? portfolio.toLowerCase(),
    cell: ({ underlying }) => underlying?.name ?? portfolio,
    note: ({ underlying }) => (underlying?.name === underlying?.ticker ? null : underlying?.ticker)
  },
  {
    id: 'cadence',
    isWide: true,
    heading: 'Frequency',
    csvName: 'pays',
    words: ({ estimate }) => estimate?.frequencyLabel
  },
  {
    id: 'estimate',
    isMain: true,
    heading: 'Estimate',
    csvName: 'estimate_dollars',
    first: 'descending',
    figure: ({ estimate }) => estimate?.dividend,
    format: formatDividend,
    note: ({ figures }) => figures && `${formatDividend(figures.low)} to ${formatDividend(figures.high)}`
  },
  {
    id: 'cut',
    isExtra: true,
    heading: 'Chance of a cut',
    csvName: 'cut_chance',
    figure: ({ figures }) => figures?.chances?.cut,
    format: formatChance,
    note: ({ figures }) => figures?.chances && `raise ${formatChance(figures.chances.raise)}`
  },
  {
    id: 'low',
    isExtra: true,
    heading: 'Range low',
    csvName: 'range_low_dollars',
    first: 'descending',
    figure: ({ figures }) => figures?.low,
    format: formatDividend
  },
  {
    id: 'high',
    isExtra: true,
    heading: 'Range high',
    csvName: 'range_high_dollars',
    first: 'descending',
    figure: ({ figures }) => figures?.high,
    format: formatDividend
  },
  {
    id: 'ex-date',
    isMain: true,
    heading: 'Ex-date',
    csvName: 'ex_date',
    day: ({ estimate }) => estimate?.nextExDate
  },
  {
    id: 'range',
    isWide: true,
    heading: 'Range width',
    csvName: 'range_width_percent',
    figure: ({ figures }) => figures?.widthPercent,
    format: formatRate
  },
  {
    id: 'year',
    isExtra: true,
    heading: 'Next 12 months, per $1,000',
    csvName: 'next_12_months_dollars_per_1000',
    first: 'descending',
    figure: ({ figures }) => figures?.yearPer1000?.amount,
    format: formatMoney,
    note: ({ figures }) => {
      const year = figures?.yearPer1000
      return year && year.low !== null && year.high !== null
        ? `${formatMoney(year.low)} to ${formatMoney(year.high)}`
        : null
    }
  },
  {
    id: 'yield',
    heading: 'Yield',
    csvName: 'annualised_yield_percent',
    first: 'descending',
    figure: ({ figures }) => figures?.yieldPercent,
    format: formatRate
  },
  {
    id: 'return-3-months',
    heading: 'Return, 3 months',
    csvName: 'total_return_3_months_percent',
    first: 'descending',
    figure: ({ returns }) => returns.threeMonths,
    format: formatSigned
  },
  {
    id: 'return-12-months',
    isWide: true,
    heading: 'Return, 12 months',
    csvName: 'total_return_12_months_percent',
    first: 'descending',
    figure: ({ returns }) => returns.twelveMonths,
    format: formatSigned
  },
  {
    id: 'return',
    heading: 'Return since first price',
    csvName: 'total_return_since_first_price_percent',
    first: 'descending',
    figure: ({ returns }) => returns.sinceFirst,
    format: formatSigned,
    note: ({ returns }) => (returns.sinceFirst === null ? null : returns.from && formatDay(returns.from))
  },
  {
    id: 'first-price',
    isExtra: true,
    heading: 'First price',
    csvName: 'first_price_day',
    day: ({ returns }) => returns.from
  },
  {
    id: 'last-price',
    isExtra: true,
    heading: 'Latest price',
    csvName: 'newest_price_day',
    day: ({ returns }) => returns.to
  },
  {
    id: 'fall',
    heading: 'Max drawdown',
    csvName: 'deepest_fall_percent',
    first: 'descending',
    figure: ({ returns }) => returns.maxDrawdown,
    format: formatSigned
  },
  {
    id: 'reinvestment',
    isExtra: true,
    heading: 'Reinvestment needed',
    csvName: 'reinvestment_needed_percent',
    figure: ({ returns: { reinvestmentNeeded: needed } }) =>
      needed?.share == null ? null : 100 * needed.share,
    format: formatRate,
    missing: ({ returns }) => (returns.reinvestmentNeeded === null ? '–' : 'over 100%'),
    note: ({ returns: { reinvestmentNeeded: needed } }) => needed && `since ${formatDay(needed.from)}`
  },
  {
    id: 'return-of-capital',
    isExtra: true,
    heading: 'Return of capital',
    csvName: 'return_of_capital_percent',
    figure: ({ returnOfCapital }) => returnOfCapital?.percent,
    format: formatRate,
    missing: () => 'unknown',
    note: ({ returnOfCapital }) => returnOfCapital && describeRoc(returnOfCapital)
  },
  {
    id: 'expense-ratio',
    isExtra: true,
    heading: 'Expense ratio',
    csvName: 'expense_ratio_percent',
    figure: ({ expenseRatio }) => expenseRatio?.percent,
    format: (percent) => formatPercent(percent),
    missing: () => 'unknown',
    note: ({ expenseRatio, asOf }) => expenseRatio && describeExpense(expenseRatio, asOf)
  },
  {
    id: 'error',
    heading: 'Median error',
    csvName: 'typical_error_percent',
    figure: ({ typicalErrorPercent }) => typicalErrorPercent,
    format: formatRate
  },
  {
    id: 'confidence',
    isWide: true,
    heading: 'Confidence',
    csvName: 'confidence',
    first: 'descending',
    figure: ({ figures }) => figures?.confidence,
    format: formatShare
  }
]

/** Text in lists for funds without an estimate. */
export const missingEstimate: Readonly<Record<FundSummary['status'], string>> = {
  estimated: 'No estimate',
  inactive: 'No estimate',
  'payments-missing': 'Payments missing',
  'not-enough-data': 'No estimate',
  closed: 'Closed',
  retired: 'Not covered'
}
