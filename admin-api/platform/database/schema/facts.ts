import type { Generated } from 'kysely'
import type { PaymentRow } from '../../../payments/payment-row.ts'
import type { Family, FundState, StateCause } from '../../../contract/vocabulary.ts'

export type FundTable = {
  symbol: string
  name: string
  issuer: string
  family: Family
  /** A Yahoo symbol; null for a portfolio. */
  underlying: string | null
  /** The operator's group for collecting data. */
  batch: string
  first_price_day: string
  note: string
  /** To this day all news of the fund has been collected; null: to the newest day of any fund. */
  known_until: string | null
  /** When its option chain was last asked for; null: never. */
  options_asked_at: string | null
  /** Only open funds are collected and estimated. */
  state: Generated<FundState>
  /** A closed fund: the last day of which something is known, or the first on which the source did not know it. */
  state_since: string | null
  /** Null for a fund that was never anything but open; an open one of the operator was reopened by him. */
  state_cause: StateCause | null
  /** The day from which a collection asks once more whether a closed fund lives; null where it does not. */
  ask_again_on: string | null
  /** Who wrote the group and the name, and who added the fund; the facts of a release leave the operator's alone. */
  batch_by: Generated<WrittenBy>
  name_by: Generated<WrittenBy>
  added_by: Generated<WrittenBy>
}

type WrittenBy = 'data' | 'operator'

/** Symbols that funds once had: their addresses lead on, and facts under them belong to the present symbol. */
export type FormerSymbolTable = { symbol: string; present: string; renamed_on: string }

/** Days in New York on which the source knew others but not this fund; gone with its next answer. */
export type UnknownDayTable = { symbol: string; day: string }

export type PriceTable = {
  symbol: string
  date: string
  close: number
  basis: string
}

/** One row a payment, paid or expected by the operator. */
export type DividendHistoryTable = PaymentRow

/** The rows of dividend_history that are paid: what estimates, rankings and public pages stand on. */
export type PaymentView = Pick<
  DividendHistoryTable,
  | 'symbol'
  | 'payment_date'
  | 'payment_date_basis'
  | 'ex_date'
  | 'ex_date_basis'
  | 'amount_as_paid'
  | 'agreement'
  | 'sources'
> & { amount: number }

export type SplitTable = {
  symbol: string
  /** '' where the day is unknown; part of the key, so never null. */
  date: string
  old_shares: number
  new_shares: number
  basis: string
}

/** What options say of a fund, as it was collected. */
export type ImpliedVolatilityTable = {
  symbol: string
  date: string
  /** A fraction a year. */
  value: number
}

/** A payment as data/ had it when the database was given it. */
export type GivenPaymentTable = { symbol: string; ex_date: string; amount: number }

/** What an issuer announced, as a second source has it; gone when the payment is stored. */
export type DeclaredPaymentTable = {
  symbol: string
  ex_date: string
  /** Null where it is not reported. */
  payment_date: string | null
  amount: number
  declared_on: string | null
  source_name: string
  /** The day (New York) on which the source was last read. */
  seen_on: string
}
