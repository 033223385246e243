import type { IsoDay } from '../market-days/types.ts'
import type { Frequency } from '../contract/vocabulary.ts'

/** Whether a day was read in a source, or only counted from the other day of the payment. */
export type DayBasis = 'source' | 'derived'

/** The two days of a payment, as the history keeps them. */
export type RowDays = {
  symbol: string
  payment_date: IsoDay
  payment_date_basis: DayBasis
  ex_date: IsoDay
  ex_date_basis: DayBasis
}

/** One row of the dividend history: a payment, or one that the operator expects. Money is on today's share basis. */
export type PaymentRow = RowDays & {
  /** Dollars a share; null until it is paid. */
  amount: number | null
  /** Dollars a share on that day's share basis; null where no source has it. */
  amount_as_paid: number | null
  agreement: 'yes' | 'single' | 'no'
  sources: string
  /** The rest is what the operator approved or wrote; null where nobody did. */
  collection_date: IsoDay | null
  estimated_amount: number | null
  frequency: Frequency | null
  /** A fraction a year. */
  implied_volatility: number | null
  price: number | null
  average_amount: number | null
  /** Of estimated_amount, 0 to 1; null until it is paid. */
  accuracy_score: number | null
}

export type PaidPaymentRow = PaymentRow & { amount: number }

export function isPaid(row: PaymentRow): row is PaidPaymentRow {
  return row.amount !== null
}
