import type { RecordEntry } from './record.ts'

/** Weekly reports: one page for each week with payments, a list of them, and a feed. */
export const weeksPath = '/weeks'
export const weeksFeedPath = '/weeks.xml'
/** Weekly reports start with the first week of 2025. */
export const firstThursday = '2025-01-02'

/** @param thursday YYYY-MM-DD, the day that names the week, even if the exchange is closed on it. */
export function pathOfWeek(thursday: string): string {
  return `/week/${thursday}`
}

/** Hypothetical investment in each fund of a week, in dollars, so that funds of any price can be summed. */
export const stakeDollars = 100

/** An estimate and its payment; money is dollars a share on today's share basis. */
export type WeekEntry = RecordEntry & {
  family: string
  origin: 'live' | 'replayed'
  /** Name of the leading rule. */
  rule: string
  /** The close that the estimate used. */
  price: number
}

/** An estimate without a payment in its week. */
export type MissingPayment = Pick<
  WeekEntry,
  'symbol' | 'exDate' | 'estimate' | 'low' | 'high' | 'origin' | 'correctedOn'
>

/** Dollars from `stakeDollars` in each of `funds` funds. */
type StakeFigures = { funds: number; expected: number; paid: number }

/** Counts of payments. A hit is inside the range, or within 10 % of the payment, or both. */
export type WeekFigures = {
  payments: number
  within10: number
  inRange: number
  hits: number
  misses: number
  /** Median of the absolute errors, percent. */
  medianErrorPercent: number
  stake: StakeFigures
}

/** A payment and the one before it, which was paid at the same frequency. */
export type PaymentMove = {
  entry: WeekEntry
  before: { exDate: string; amount: number }
  /** Change of the amount, percent. */
  changePercent: number
  /** Change of the close between the price days of the two payments, percent; null without those closes. */
  priceChangePercent: number | null
}

export type WeekPage = {
  kind: 'week'
  thursday: string
  /** Monday to Friday. */
  from: string
  until: string
  /** The newest day in the data. */
  asOf: string
  /** Weekdays on which the exchange was closed. */
  closedDays: string[]
  /** By family, then by symbol. */
  entries: WeekEntry[]
  missing: MissingPayment[]
  /** Payments without an estimate, because too little was known about the fund. */
  unestimated: { symbol: string; exDate: string; amount: number }[]
  /** Null in a week without any estimate. */
  figures: WeekFigures | null
  /** In display order; `name` as visitors read it. */
  families: { family: string; name: string; figures: WeekFigures }[]
  /** Largest first. */
  rises: PaymentMove[]
  cuts: PaymentMove[]
  /** Thursdays of the neighboring weeks. */
  older: string | null
  newer: string | null
}

export type WeekSummary = {
  thursday: string
  figures: WeekFigures | null
  live: number
  backtested: number
  /** Day of the latest correction. */
  correctedOn: string | null
  /** Instant of its latest live score or correction; null if it was only backtested. */
  updatedAt: string | null
}

/** Newest first. */
export type WeeksPage = { kind: 'weeks'; asOf: string; weeks: WeekSummary[] }
/** The newest of them. */
export type WeeksFeedPage = { kind: 'weeks-feed'; weeks: WeekSummary[] }
