import type { Generated } from 'kysely'
import type { Family } from '../../../contract/admin-families.ts'
import type { Frequency, FundState, StateCause } from '../../../contract/vocabulary.ts'
import type { IsoDay } from '../../../market-days/types.ts'

export type FundTable = {
  symbol: string
  name: string
  issuer: string
  family: string
  /** Yahoo symbol; null for a portfolio. */
  underlying: string | null
  /** Collection group. */
  batch: string
  first_price_day: string
  note: string
  /** First day of trading; null if unknown. */
  inception: string | null
  /** Net expense ratio, percent a year, with the day or year of its source and why it may be wrong; null if unknown. */
  expense_ratio: number | null
  expense_as_of: string | null
  expense_source: string | null
  expense_caution: string | null
  /** Day through which the fund was collected; null: through the newest day of any fund. */
  known_until: string | null
  /** Instant at which its options were last requested; null: never. */
  options_asked_at: string | null
  /** Only open funds are collected and estimated. */
  state: Generated<FundState>
  /** For a closed fund, the last day with data, or the first day on which the source did not know it. */
  state_since: string | null
  /** Null if it was never closed or retired; 'operator' on an open fund: the operator reopened it. */
  state_cause: StateCause | null
  /** Day from which a collection requests a closed fund once more; null: never. */
  ask_again_on: string | null
  /** Origin of group, name and the fund itself. Facts of a release never overwrite the operator's. */
  batch_by: Generated<WrittenBy>
  name_by: Generated<WrittenBy>
  added_by: Generated<WrittenBy>
}

type WrittenBy = 'data' | 'operator'

/** Families of funds; facts of a release never overwrite one that the operator wrote. */
type FamilyTable = Omit<Family, 'rules' | 'skips_bank_holidays'> & {
  /** Names separated by spaces. */
  rules: string
  skips_bank_holidays: 0 | 1
  /** Display order, from 0. */
  place: number
  written_by: Generated<WrittenBy>
}

/** Return of capital in percent: of one payment by the issuer's 19a notice, or of a year's payments in the end. */
export type ReturnOfCapitalTable = {
  symbol: string
  /** Ex-date for '19a', year for 'final'. */
  ex_date_or_year: string
  kind: '19a' | 'final'
  roc_percent: number
  source: string
  written_by: Generated<WrittenBy>
}

export type PriceTable = {
  symbol: string
  date: string
  close: number
  basis: string
  /** Name of the source that reported it; null for closes of data/ and those stored by earlier releases. */
  source: string | null
}

/** Whether a day was read in a source, or derived from the other day of the payment. */
export type DayBasis = 'source' | 'derived'

/** A paid payment, or one that the operator expects. Money is on today's share basis. */
export type PaymentRow = {
  symbol: string
  payment_date: IsoDay
  payment_date_basis: DayBasis
  ex_date: IsoDay
  ex_date_basis: DayBasis
  /** Dollars a share; null until it is paid. */
  amount: number | null
  /** Dollars a share on that day's share basis; null when no source has it. */
  amount_as_paid: number | null
  agreement: 'yes' | 'single' | 'no'
  sources: string
  /** This and the columns below come from the operator; null otherwise. */
  collection_date: IsoDay | null
  estimated_amount: number | null
  frequency: Frequency | null
  /** A fraction a year. */
  implied_volatility: number | null
  price: number | null
  average_amount: number | null
  /** Score of estimated_amount, 0 to 1; null until it is paid. */
  accuracy_score: number | null
}

/** The paid rows of dividend_history, on which estimates, rankings and public pages are based. */
export type PaymentView = Pick<
  PaymentRow,
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
  /** '' if unknown; never null, because it is part of the key. */
  date: string
  old_shares: number
  new_shares: number
  basis: string
}

/** At-the-money implied volatility of an underlying, one row a New York day. */
export type UnderlyingVolatilityTable = {
  underlying: string
  date: string
  /** A fraction a year. */
  value: number
  /** Expiry of the options. */
  expiry: string
  source: string
}

/** Close of an underlying on the share basis of its newest one, without its own dividends. */
export type UnderlyingCloseTable = { underlying: string; date: string; close: number; source: string }

/** A payment that an issuer announced, reported by the second source; deleted once the payment is stored. */
export type DeclaredPaymentTable = {
  symbol: string
  ex_date: string
  /** Null if not reported. */
  payment_date: string | null
  amount: number
  declared_on: string | null
  source_name: string
  /** New York day on which the source was last read. */
  seen_on: string
  /** Instant at which the source published it; null or absent if it doesn't say. */
  published_at?: string | null | undefined
}

/**
 * Figures of a fund at the opening of a day, as its issuer published them before, on that day's share basis. Rows are
 * only added.
 */
export type FundDayTable = {
  symbol: string
  day: IsoDay
  /** Dollars. */
  net_assets: number
  shares_outstanding: number
  /** CSV of the holdings, compressed as raw deflate. */
  holdings: Uint8Array
  source_name: string
  stored_at: string
}

export type FactTables = {
  family: FamilyTable
  fund: FundTable
  /** Former symbols of funds. Their addresses redirect, and facts under them belong to the present symbol. */
  former_symbol: { symbol: string; present: string; renamed_on: string }
  /** New York days on which the source knew other funds but not this one; deleted when it answers again. */
  unknown_day: { symbol: string; day: string }
  price: PriceTable
  dividend_history: PaymentRow
  payment: PaymentView
  split: SplitTable
  return_of_capital: ReturnOfCapitalTable
  /** Implied volatility of a fund as collected. */
  implied_volatility: {
    symbol: string
    date: string
    /** A fraction a year. */
    value: number
  }
  underlying_volatility: UnderlyingVolatilityTable
  underlying_close: UnderlyingCloseTable
  /** A payment of data/ that was imported once. If it is missing or different now, it is not imported again. */
  given_payment: { symbol: string; ex_date: string; amount: number }
  declared_payment: DeclaredPaymentTable
  /** When the amount of a payment was first seen, announced or paid; never changed. `source_name` as in `sources`. */
  payment_first_seen: {
    symbol: string
    ex_date: string
    amount: number
    source_name: string
    seen_at: string
    /** Instant at which that source published it; null if it doesn't say. */
    published_at: string | null
  }
  fund_day: FundDayTable
}
