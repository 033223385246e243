import * as z from 'zod/mini'
import { list, number, orNull, text } from './described.ts'
import { defineEndpoint } from './endpoint.ts'
import { hash, instant, parseFile, realDay, recordFileFields, symbolOfDay } from './signed-record.ts'

/*
 * The record of outlooks: what each fund was expected to pay over 3, 6 and 12 months, frozen on the first session of each
 * month and signed with the estimates of that day. Days are YYYY-MM-DD in New York.
 */

export const outlookRecordCsvPath = '/data/outlook-record.csv'

export function recordOutlooksPath(day: string): `/data/record/outlooks/${string}.json` {
  return `/data/record/outlooks/${day}.json`
}

const quantile = (what: string) => orNull(z.number(), what)

/** A frozen outlook. Every field is hashed, so a new field needs a new format. */
export const OutlookLeaf = z.object({
  format: z.literal(1),
  symbol: symbolOfDay('The symbol on the day of signing'),
  session: realDay('First session of a month; frozen on this day, before it opened'),
  months: number('3, 6 or 12'),
  as_of: realDay('Newest day of the data that the outlook used; payments with later ex-dates count'),
  until: realDay('The last ex-date that counts'),
  family: text('Funds whose payments are set the same way'),
  frequency: number('Payments a year'),
  made_at: instant('The instant at which the outlook was stored, UTC'),
  method_version: z.string(),
  payments: number('Expected number of payments'),
  amount: number('Sum of the expected payments, dollars a share'),
  q05: quantile(
    'The 5 % quantile of the sum; null like the next six if all is declared, or no past path is known'
  ),
  low: quantile('The 10 % quantile, lower end of the 80 % range'),
  q25: quantile('The 25 % quantile'),
  q75: quantile('The 75 % quantile'),
  high: quantile('The 90 % quantile, upper end of the 80 % range'),
  q95: quantile('The 95 % quantile'),
  repeat: number('The sum if each payment were the median of the last four, by days'),
  price: number('Close of price_date; with a later close of the same day it shows splits'),
  price_date: realDay('Day of that close'),
  last_split: orNull(
    realDay('Day'),
    'Newest split before; amounts are on the share basis after it. Null without one'
  )
})
export type OutlookLeaf = z.infer<typeof OutlookLeaf>

const outlookFileFields = {
  day: realDay('The New York day on which these outlooks were signed'),
  root: hash(
    'Root of the Merkle tree of all leaves; an estimate that was signed on this day names it as outlooks'
  ),
  leaves: list(OutlookLeaf, 'By symbol and months')
}

export const RecordOutlooks = z.object({ ...outlookFileFields, ...recordFileFields })
export type RecordOutlooks = z.infer<typeof RecordOutlooks>

const SignedOutlooks = z.object(outlookFileFields)
/** The parts of a file of outlooks that are verified. */
export type SignedOutlooks = z.infer<typeof SignedOutlooks>

/** @throws RecordFileError */
export function parseRecordOutlooks(file: string): SignedOutlooks {
  return parseFile(SignedOutlooks, file)
}

export const readRecordOutlooks = defineEndpoint('public', 'GET', '/data/record/outlooks/:day.json', {
  input: z.object({ day: z.string() }),
  output: RecordOutlooks
})

/**
 * Columns of the table of outlooks, in order; new ones are only added at the end. Unknown values are empty, money is
 * dollars a share on the share basis of the outlook.
 */
export const outlookRecordColumns = [
  'symbol',
  'family',
  'session',
  'months',
  'origin',
  'as_of',
  'until',
  'frequency',
  'payments',
  'amount',
  'low',
  'high',
  'repeat',
  'outcome',
  'paid',
  'paid_payments',
  'paid_in_addition',
  'scored_at',
  'corrected_on',
  'signed_on',
  'made_at',
  'method_version',
  'price',
  'price_date',
  'last_split',
  'q05',
  'q25',
  'q75',
  'q95'
] as const

/** closed: the fund closed before the end. payments-missing: payments of the fund are missing here, so that no sum is known. */
export type OutlookOutcome = 'scored' | 'closed' | 'payments-missing'

/** Accuracy of sums over some months, of funds that pay equally often. Percent. */
export type OutlookFigures = {
  months: number
  payer: 'weekly' | 'monthly' | 'quarterly'
  n: number
  /** Sum of all outlooks over that of all payments, above 0 is too high; of our outlooks and of repeating. */
  biasPercent: number
  repeatBiasPercent: number
  /** Means of absolute errors relative to what was paid, each at most 300. */
  errorPercent: number
  repeatErrorPercent: number
  /** Share of sums inside the 80 % range; null without ranges. */
  coveragePercent: number | null
}

/** An outlook and what was paid, in dollars a share on the share basis of the outlook. */
export type OutlookExample = {
  symbol: string
  months: number
  session: string
  amount: number
  paid: number
  repeat: number
}

/** Scored outlooks of one origin. */
export type OutlookSection = {
  /** Sessions of the first and the last scored outlook. */
  from: string
  to: string
  figures: OutlookFigures[]
  /** A year ahead if there is one, else the longest; well-known funds first. */
  examples: OutlookExample[]
  /** Outlooks of funds that closed before their end, and of funds whose payments are missing here. */
  closed: number
  missing: number
}

export type OutlookAccuracy = {
  /** Null without scored ones. */
  live: OutlookSection | null
  backtested: OutlookSection | null
  /** Live outlooks that wait for their end, and the first day on which one can be scored; null without any. */
  waiting: { n: number; first: string } | null
}
