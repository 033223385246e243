import type { Family } from './vocabulary.ts'
import type { RecordEntry } from './record.ts'

/** The log of the weeks: one page for each week whose payments have come, a list of them, and the list as a feed. */
export const weeksPath = '/weeks'
export const weeksFeedPath = '/weeks.xml'

/** @param thursday YYYY-MM-DD, the day a week is named after, whether or not the exchange trades on it. */
export function pathOfWeek(thursday: string): string {
  return `/week/${thursday}`
}

/** Dollars put into each fund of a week in thought, so that funds of any price can be added up. */
export const stakeDollars = 100

/** An estimate beside its payment; money is dollars a share on today's share basis. */
export type WeekEntry = RecordEntry & {
  family: Family
  origin: 'live' | 'replayed'
  /** The rule that led, by its code name. */
  rule: string
  /** The close the estimate was made from. */
  price: number
}

/** An estimate whose payment did not come in its week. */
export type MissingPayment = Pick<
  WeekEntry,
  'symbol' | 'exDate' | 'estimate' | 'low' | 'high' | 'origin' | 'correctedOn'
>

/** What `stakeDollars` in each of `funds` brings in dollars. */
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

/** A payment beside the one before it, which was paid at the same frequency. */
export type PaymentMove = {
  entry: WeekEntry
  before: { exDate: string; amount: number }
  /** Of the amount, percent. */
  changePercent: number
  /** Of the close, from the price day of the payment before to that of this one, percent; null without that close. */
  priceChangePercent: number | null
}

/** What a fund was to pay in a coming week. `current` is the estimate of today, which may still change. */
export type ComingEstimate = {
  symbol: string
  exDate: string
  estimate: number
  low: number
  high: number
  price: number
  origin: 'live' | 'replayed' | 'current'
}

export type WeekPage = {
  kind: 'week'
  thursday: string
  /** Monday to Friday. */
  from: string
  until: string
  /** The newest day whose facts were used. */
  asOf: string
  /** Days of the five on which the exchange was closed. */
  closedDays: string[]
  /** By family, then by symbol. */
  entries: WeekEntry[]
  missing: MissingPayment[]
  /** Payments that could not be estimated: too little was known of the fund. */
  unestimated: { symbol: string; exDate: string; amount: number }[]
  /** null in a week without a single estimate. */
  figures: WeekFigures | null
  families: { family: Family; figures: WeekFigures }[]
  /** Largest first. */
  rises: PaymentMove[]
  cuts: PaymentMove[]
  /** The estimates for the week after, by ex-date; `isLogged` where it has a page of its own. */
  next: {
    thursday: string
    isLogged: boolean
    days: { exDate: string; ownBy: string; estimates: ComingEstimate[] }[]
    stake: Pick<StakeFigures, 'funds' | 'expected'>
  }
  /** Thursdays of the neighbours. */
  older: string | null
  newer: string | null
}

export type WeekSummary = {
  thursday: string
  figures: WeekFigures | null
  live: number
  replayed: number
  /** The newest day on which a figure of it was corrected. */
  correctedOn: string | null
  /** The instant of its newest live score or correction; null where it was only replayed. */
  updatedAt: string | null
}

/** Newest first. */
export type WeeksPage = { kind: 'weeks'; asOf: string; weeks: WeekSummary[] }
/** The newest of them. */
export type WeeksFeedPage = { kind: 'weeks-feed'; weeks: WeekSummary[] }
