import type { FundRow } from '../../admin-api/pages/fund-list.pages.ts'
import { formatRate, formatSigned } from '../accuracy/format-accuracy.ts'
import { formatDay, formatDividend, formatShare } from '../lib/format.ts'
import type { Direction } from '../ui/sort-table.ts'

/** `value` is used for sorting and CSV; null if unknown. */
type Cell = { value: string | number | null; text: string; note?: string | null }

export type Column = {
  /** In the URL and in storage. */
  id: string
  heading: string
  /** In the CSV, with its unit. */
  csvName: string
  kind: 'words' | 'day' | 'figure'
  /** Direction of the first click: what a holder prefers comes first. */
  first: Direction
  /** Hidden unless the visitor selects it. */
  isExtra: boolean
  /** Hidden by default on a `narrowScreen`. */
  isWide?: boolean
  /** `today`: passed dates are worded differently. */
  cellOf: (fund: FundRow, today: string) => Cell
}

/** Screens on which the table has no room for all columns that are shown by default; phones show cards. */
export const narrowScreen = '(48rem <= width < 80rem)'

const shown = { isExtra: false } as const
const shownIfWide = { isExtra: false, isWide: true } as const
const extra = { isExtra: true } as const
const words = { kind: 'words', first: 'ascending' } as const
const day = { kind: 'day', first: 'ascending' } as const
const lowestFirst = { kind: 'figure', first: 'ascending' } as const
const highestFirst = { kind: 'figure', first: 'descending' } as const

/** All columns in order; the first names the fund and can't be hidden. */
export const fundColumns: readonly [Column, ...Column[]] = [
  {
    ...words,
    ...shown,
    id: 'ticker',
    heading: 'Ticker',
    csvName: 'symbol',
    cellOf: ({ symbol, name }) => ({ value: symbol, text: symbol, note: name })
  },
  {
    ...words,
    ...extra,
    id: 'issuer',
    heading: 'Issuer',
    csvName: 'issuer',
    cellOf: ({ issuer }) => ({ value: issuer, text: issuer })
  },
  {
    ...words,
    ...extra,
    id: 'underlying',
    heading: 'Underlying',
    csvName: 'underlying',
    cellOf: ({ underlying }) => {
      if (underlying === null) return { value: portfolio.toLowerCase(), text: portfolio }
      const { ticker, name } = underlying
      return { value: ticker, text: name, note: name === ticker ? null : ticker }
    }
  },
  {
    ...words,
    ...shownIfWide,
    id: 'cadence',
    heading: 'Frequency',
    csvName: 'pays',
    cellOf: ({ estimate }) => wordsOr(estimate?.frequencyLabel)
  },
  {
    ...highestFirst,
    ...shown,
    id: 'estimate',
    heading: 'Estimate',
    csvName: 'estimate_dollars',
    cellOf: ({ estimate, figures }) => ({
      ...figureOr(estimate?.dividend, formatDividend),
      note: figures && `${formatDividend(figures.low)} to ${formatDividend(figures.high)}`
    })
  },
  {
    ...highestFirst,
    ...extra,
    id: 'low',
    heading: 'Range low',
    csvName: 'range_low_dollars',
    cellOf: ({ figures }) => figureOr(figures?.low, formatDividend)
  },
  {
    ...highestFirst,
    ...extra,
    id: 'high',
    heading: 'Range high',
    csvName: 'range_high_dollars',
    cellOf: ({ figures }) => figureOr(figures?.high, formatDividend)
  },
  {
    ...day,
    ...shown,
    id: 'ex-date',
    heading: 'Ex-date',
    csvName: 'ex_date',
    cellOf: ({ estimate }, today) => {
      if (estimate === null) return nothing
      const { nextExDate } = estimate
      return {
        value: nextExDate,
        text: formatDay(nextExDate),
        note: nextExDate < today ? 'not confirmed' : null
      }
    }
  },
  {
    ...lowestFirst,
    ...shownIfWide,
    id: 'range',
    heading: 'Range width',
    csvName: 'range_width_percent',
    cellOf: ({ figures }) => figureOr(figures?.widthPercent, formatRate)
  },
  {
    ...highestFirst,
    ...shown,
    id: 'yield',
    heading: 'Yield',
    csvName: 'annualised_yield_percent',
    cellOf: ({ figures }) => figureOr(figures?.yieldPercent, formatRate)
  },
  {
    ...highestFirst,
    ...shown,
    id: 'return-3-months',
    heading: 'Return, 3 months',
    csvName: 'total_return_3_months_percent',
    cellOf: ({ returns }) => figureOr(returns.threeMonths, formatSigned)
  },
  {
    ...highestFirst,
    ...shownIfWide,
    id: 'return-12-months',
    heading: 'Return, 12 months',
    csvName: 'total_return_12_months_percent',
    cellOf: ({ returns }) => figureOr(returns.twelveMonths, formatSigned)
  },
  {
    ...highestFirst,
    ...shown,
    id: 'return',
    heading: 'Return since first price',
    csvName: 'total_return_since_first_price_percent',
    cellOf: ({ returns }) => ({
      ...figureOr(returns.sinceFirst, formatSigned),
      note: returns.sinceFirst === null || returns.from === null ? null : formatDay(returns.from)
    })
  },
  {
    ...day,
    ...extra,
    id: 'first-price',
    heading: 'First price',
    csvName: 'first_price_day',
    cellOf: ({ returns }) => dayOr(returns.from)
  },
  {
    ...day,
    ...extra,
    id: 'last-price',
    heading: 'Latest price',
    csvName: 'newest_price_day',
    cellOf: ({ returns }) => dayOr(returns.to)
  },
  {
    ...highestFirst,
    ...shown,
    id: 'fall',
    heading: 'Max drawdown',
    csvName: 'deepest_fall_percent',
    cellOf: ({ returns }) => figureOr(returns.maxDrawdown, formatSigned)
  },
  {
    ...lowestFirst,
    ...extra,
    id: 'return-of-capital',
    heading: 'Return of capital',
    csvName: 'return_of_capital_percent',
    cellOf: ({ returnOfCapital }) => ({
      ...figureOr(returnOfCapital?.percent, formatRate),
      note:
        returnOfCapital === null
          ? null
          : returnOfCapital.of.length === 4
            ? `final for ${returnOfCapital.of}`
            : `19a notice, ${formatDay(returnOfCapital.of)}`
    })
  },
  {
    ...lowestFirst,
    ...shown,
    id: 'error',
    heading: 'Median error',
    csvName: 'typical_error_percent',
    cellOf: ({ typicalErrorPercent }) => figureOr(typicalErrorPercent, formatRate)
  },
  {
    ...highestFirst,
    ...shownIfWide,
    id: 'confidence',
    heading: 'Confidence',
    csvName: 'confidence',
    cellOf: ({ figures }) => figureOr(figures?.confidence, formatShare)
  }
]

/** Underlying of funds without a single stock or index. */
export const portfolio = 'Portfolio'

const nothing: Cell = { value: null, text: '–' }

function figureOr(figure: number | null | undefined, format: (figure: number) => string): Cell {
  return figure == null ? nothing : { value: figure, text: format(figure) }
}

function wordsOr(text: string | undefined): Cell {
  return text === undefined ? nothing : { value: text, text }
}

function dayOr(iso: string | null): Cell {
  return iso === null ? nothing : { value: iso, text: formatDay(iso) }
}
