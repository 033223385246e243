import type { RecordEntry } from './record.ts'

/* Models of the weekly reports. Days are YYYY-MM-DD; money is dollars a share on today's share basis. */

/** A scored estimate of a week. */
export type WeekEntry = RecordEntry & {
  family: string
  /** live: stored before the payment; replayed: backtested later. */
  origin: 'live' | 'replayed'
  /** The estimator's leading rule. */
  rule: string
  /** The close that the estimate used. */
  price: number
  /** Quantiles of the estimate at the levels of quantileLevels; null in estimates of early methods. */
  quantiles: number[] | null
}

/** An entry as its page shows it. */
type ReportedEntry = Omit<WeekEntry, 'quantiles'> & {
  /** Null if the payment was deleted since. */
  payDate: string | null
  /** Chances of a cut or raise that the estimate implied, 0 to 1; null without quantiles or an earlier payment. */
  chances: Readonly<Record<'cut' | 'same' | 'raise', number>> | null
}

/** An estimate whose payment didn't arrive, with its 80 % range. */
export type MissingPayment = {
  symbol: string
  /** The expected one. */
  exDate: string
  estimate: number
  low: number
  high: number
  origin: 'live' | 'replayed'
  /** Day on which the payment was deleted or moved after its score; null if it never arrived. */
  correctedOn: string | null
}

/** Results of a set of payments. */
export type WeekFigures = {
  /** Number of payments, and of those within the 80 % range. */
  payments: number
  inRange: number
  /** Absolute, percent of the payment. */
  medianErrorPercent: number
  /** Total dollars from `stakeDollars` in each of `funds` funds. */
  stake: { funds: number; expected: number; paid: number }
}

type FamilyFigures = { family: string; name: string; figures: WeekFigures }

/** A payment and the regular one before it, of the same frequency. */
export type PaymentMove = {
  entry: WeekEntry
  before: { exDate: string; amount: number }
  /** Change of the amount, percent. */
  changePercent: number
  /** Change of the close between the price days of the two payments, percent; null without those closes. */
  priceChangePercent: number | null
}

/** Report of a finished week. */
export type WeekPage = {
  kind: 'week'
  thursday: string
  /** Weekdays on which the exchange was closed. */
  closedDays: string[]
  /** Ordered by family, then by symbol. */
  entries: ReportedEntry[]
  missing: MissingPayment[]
  /** Payments without an estimate, because too little was known about the fund. */
  unestimated: { symbol: string; exDate: string; payDate: string; amount: number }[]
  /** Null without entries. */
  figures: WeekFigures | null
  families: FamilyFigures[]
  /** Largest first. */
  rises: PaymentMove[]
  cuts: PaymentMove[]
  /** Thursdays of the neighboring weeks; null for the first and the last. */
  older: string | null
  newer: string | null
}

/** Model of a week's share image. */
export type WeekPicture = Pick<WeekPage, 'thursday' | 'figures' | 'families'> & { kind: 'week-picture' }

/** A week in the list of all. */
export type WeekSummary = {
  thursday: string
  /** Null without scored estimates. */
  figures: WeekFigures | null
  /** Number of estimates that were stored before the payment, and that were backtested later. */
  live: number
  backtested: number
  /** Day of the latest correction; null without one. */
  correctedOn: string | null
  /** Instant of the latest score of a live or corrected estimate; null if all were backtested. */
  updatedAt: string | null
}

/** All finished weeks, newest first, and the newest day of the data. */
export type WeeksPage = { kind: 'weeks'; asOf: string; weeks: WeekSummary[] }

/** The newest finished weeks, newest first. */
export type WeeksFeed = { kind: 'weeks-feed'; weeks: WeekSummary[] }
