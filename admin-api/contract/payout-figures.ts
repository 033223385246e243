import * as z from 'zod/mini'
import { day, flag, list, number, oneOf, orNull } from './described.ts'

/* Figures of the data files that describe how a fund pays. */

export const Reinvestment = z.object({
  percent: orNull(
    z.number(),
    'Smallest share of each payment that, reinvested at the close of its pay date, kept the value; null if all of it did not'
  ),
  from: day('Day of the close whose value is kept, a year before'),
  to: day('Day of the newest close'),
  payments: number('Payments in between that could be reinvested')
})

export const ExDateRule = z
  .object({
    closed: oneOf(['next', 'previous'], 'Direction in which an ex-date moves if its day is closed'),
    announcement_closed: oneOf(['next', 'stay'], 'The same if the weekday before is closed'),
    payment_slips: oneOf(['previous', 'stay'], 'The same if a closed Friday would delay the payment'),
    skips_bank_holidays: flag('Whether bank holidays count as closed')
  })
  .check(z.describe('How the issuer moves ex-dates off closed days'))

export const OutlookSum = z.object({
  months: number('3, 6 or 12'),
  to: day('The last ex-date that counts'),
  payments: number('Number of payments'),
  amount: number('Sum of the coming payments up to that day, a share'),
  low: orNull(
    z.number(),
    'The range from low to high should hold 80 of 100 outcomes; null if all is declared, or no past path is known'
  ),
  high: z.nullable(z.number()),
  quantiles: orNull(z.array(z.number()), 'As in estimate, of the sum')
})
/** The payments of a fund over some months, in dollars a share. */
export type OutlookSum = z.infer<typeof OutlookSum>

/** Errors of the paths of past weeks, the sample from which ranges of sums are drawn. */
export const PathErrors = z.object({
  lead_weeks: list(z.number(), 'Last week of each column, counted from the week of a row'),
  rows: list(
    z.array(z.number()),
    'A row for each past week, oldest first; the last is the week before that of as_of. Natural logarithms of paid / expected: the same row of several funds is the same week'
  )
})
