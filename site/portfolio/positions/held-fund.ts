import type { Close, IsoDay, Payment, PaymentFrequency } from '../../../admin-api/market-days/types.ts'
import type { Family, FundState } from '../../../admin-api/contract/vocabulary.ts'
import type { PastRatio } from './past-ratios.ts'

/**
 * Shares bought on one day, as a holder enters them: shares and price on the share basis of that day. `price` in
 * dollars a share; null for the close of the day.
 */
export type Lot = { id: string; symbol: string; shares: number; boughtOn: IsoDay; price: number | null }

/** `date` is the first session on the new basis; null where nobody knows it. */
export type Split = { date: IsoDay | null; oldShares: number; newShares: number }

/** What a fund's file says of it, as far as a holder's figures need it. Lists ascend by day, on today's share basis. */
export type HeldFund = {
  symbol: string
  name: string
  family: Family
  state: FundState
  /** The newest day whose facts are in it. */
  asOf: IsoDay
  /** The coming payment, in dollars a share; null where none is expected. */
  estimate: {
    amount: number
    low: number
    high: number
    exDate: IsoDay
    payDate: IsoDay
    frequency: PaymentFrequency
  } | null
  /** Why there is no estimate, in a sentence. */
  noEstimate: string | null
  payments: readonly (Payment & { isResidual: boolean })[]
  closes: readonly Close[]
  splits: readonly Split[]
  /** How past payments compared with their estimates. */
  pastRatios: readonly PastRatio[]
}

/** Funds by their symbol; a fund that is missing has not been read. */
export type HeldFunds = ReadonlyMap<string, HeldFund>
