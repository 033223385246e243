import type { FleetFund } from '../../../admin-api/contract/fleet-funds.ts'
import type { ReturnFacts } from '../../../admin-api/contract/fund-page.ts'
import type { ComingPayment, FundData } from '../../../admin-api/contract/open-data.ts'
import type { PaymentRoc, RocOfFund } from '../../../admin-api/contract/return-of-capital.ts'
import type { FundState } from '../../../admin-api/contract/vocabulary.ts'
import { closeAt } from '../../../admin-api/market-days/closes.ts'
import { daysBetween } from '../../../admin-api/market-days/days.ts'
import { ownByDay } from '../../../admin-api/market-days/market-calendar.ts'
import type { IsoDay, Payment, PaymentFrequency } from '../../../admin-api/market-days/types.ts'
import { unpackComing, unpackPayments } from '../../../admin-api/returns/fleet-funds.ts'
import { readPayments, readSplits } from '../../../admin-api/returns/growth.ts'
import { returnOfCapitalOf, taxDayOf } from '../../../admin-api/returns/return-of-capital.ts'
import { type PastRatio, pastRatiosOf } from './past-ratios.ts'

/** Data of a fund for the figures of a portfolio. Lists ascend by day, on today's share basis. */
export type HeldFund = Pick<ReturnFacts, 'closes' | 'splits'> & {
  payments: readonly Payment[]
  symbol: string
  name: string
  /** Underlying of its options; null for a portfolio. */
  underlying: {
    ticker: string
    name: string
    /** Name of the file with its closes, as in '/data/underlyings/mstr.json'; null without any, as in embedded data. */
    file: string | null
  } | null
  state: FundState
  /** Newest day whose facts are included. */
  asOf: IsoDay
  /** Why there is no estimate, in a sentence. */
  noEstimate: string | null
  /** Coming payments as published; those already stored are in `payments`, too. Missing in files of earlier versions. */
  upcoming: ComingOfFund[]
  returnOfCapital: RocOfFund
  /** Share of each payment, 0 to 1, that kept the value over the past year; null if all was too little. null if unknown. */
  reinvestment: { share: number | null } | null
  /** Past payments compared with their estimates. */
  pastRatios: PastRatio[]
  /** Errors of paths of past weeks; empty in files of earlier versions. */
  pathErrors: number[][]
  /** Net expense ratio in percent a year; absent if unknown, which is not 0. */
  expensePercent?: number
  /** Set for a holding that the site doesn't cover: then all that is known is from the person's own rows. */
  own?: OwnRecord
}

/** A coming payment of a held fund. */
type ComingOfFund = Pick<
  ComingPayment,
  'ex_date' | 'ex_date_range' | 'own_by' | 'pay_date' | 'state' | 'amount' | 'low' | 'high'
>

/** Days from which the last price of a holding that the site doesn't cover is old. */
const longestPriceAge = 31

/** Whether all that is known of a holding's value is an old price. */
export function hasOldPrice({ own }: HeldFund, today: IsoDay): boolean {
  return own?.price != null && daysBetween(own.price.date, today) > longestPriceAge
}

/** Record of a holding that the site doesn't cover, from the person's own transactions. */
export type OwnRecord = {
  /** Ascending by pay date. */
  payments: readonly OwnPayment[]
  price: OwnPrice | null
  rhythm: OwnRhythm
}

/** Payment of a holding to one account on one day. */
export type OwnPayment = {
  account: string
  payDate: IsoDay
  /** Dollars before withheld tax; negative if a payment was taken back. */
  amount: number
  /** Shares that were paid; 0 if no row says so. */
  shares: number
  /** Shares of the account at the close of the day before. */
  held: number
}

/** The last known price of a share in dollars, and where it comes from. */
export type OwnPrice = { date: IsoDay; price: number; from: 'file' | 'person' | 'close' }

/**
 * How a holding pays by its own past payments, in dollars per share, or why nothing is expected. sold: no shares are held.
 * none: it never paid. few: fewer than three regular payments. irregular: their days have no rhythm. stopped: the last one
 * is too long ago.
 */
export type OwnRhythm =
  | {
      frequency: PaymentFrequency
      perShare: number
      /** 80 % range of the next payment; null with fewer than eight payments. */
      range: { low: number; high: number } | null
      pastRatios: PastRatio[]
      /** Regular ones, ascending; their ex-date is the pay date. */
      payments: readonly Payment[]
    }
  | { reason: 'sold' | 'none' | 'few' | 'irregular' | 'stopped' }

/** A fund with everything of its own file. */
export type WholeFund = HeldFund &
  Pick<ReturnFacts, 'payments'> & {
    /** The estimated payment in dollars per share, and payments a year; null without an estimate. */
    estimate: { amount: number; frequency: number } | null
  }

/** @param data published file of the fund */
export function toHeldFund(data: FundData): WholeFund {
  const { symbol, name, state, estimate, reinvestment_needed: needed } = data
  return {
    symbol,
    name,
    underlying: data.underlying && {
      ...data.underlying,
      file: data.underlying_closes?.split('/').at(-1)?.replace('.json', '') ?? null
    },
    state,
    asOf: data.as_of,
    estimate: estimate && { amount: estimate.amount, frequency: estimate.frequency },
    noEstimate: data.no_estimate,
    payments: readPayments(data.payments),
    upcoming: data.upcoming ?? [],
    closes: data.closes,
    splits: readSplits(data.splits),
    returnOfCapital: data.return_of_capital,
    reinvestment: needed && { share: needed.percent === null ? null : needed.percent / 100 },
    pastRatios: pastRatiosOf(data.past_estimates),
    pathErrors: data.path_errors?.rows ?? [],
    ...(data.expense_ratio != null && { expensePercent: data.expense_ratio.percent })
  }
}

/**
 * A fund as far as the file of all funds has it: enough for the shares held, their value at the newest close, and every
 * payment, without ranges, earlier closes, return of capital and past errors.
 */
export function toFirstFund(row: FleetFund): HeldFund {
  return {
    symbol: row.symbol,
    name: row.name,
    underlying: null,
    state: row.state,
    asOf: row.as_of,
    noEstimate: row.no_estimate,
    payments: unpackPayments(row.payments),
    upcoming: unpackComing(row.upcoming).map((payment) => ({
      ...payment,
      ex_date_range: null,
      own_by: ownByDay(payment.ex_date),
      low: null,
      high: null
    })),
    closes: row.close === null ? [] : [row.close],
    splits: readSplits(row.splits),
    returnOfCapital: { notices: [], finals: [] },
    reinvestment: null,
    pastRatios: [],
    pathErrors: []
  }
}

/** Funds by symbol; a missing one hasn't been loaded. */
export type HeldFunds = ReadonlyMap<string, HeldFund>

/** Shares below this are rounding errors. */
export const leastShares = 1e-7

/** Whether a stored payment has been sent; one due today counts once the data includes today. */
export function isPaid(payDate: IsoDay, { asOf }: Pick<HeldFund, 'asOf'>, today: IsoDay): boolean {
  return payDate <= asOf || payDate < today
}

/** A payment sent so far, for taxes; dollars per share on today's share basis. */
export type Distribution = {
  exDate: IsoDay
  /** Day on which the payment counts for taxes. */
  taxDay: IsoDay
  amount: number
  /** Return of capital, part of `amount`, and where it comes from; null if unknown. */
  roc: { amount: number; from: PaymentRoc['kind'] } | null
}

/** Payments of a fund sent so far, by ex-date. */
export function listDistributions(fund: HeldFund, today: IsoDay): Distribution[] {
  return fund.payments
    .filter(({ payDate }) => isPaid(payDate, fund, today))
    .map((payment) => {
      const { exDate, amount } = payment
      const figure = returnOfCapitalOf(payment, fund.returnOfCapital)
      const roc = figure && { amount: (amount * figure.percent) / 100, from: figure.kind }
      return { exDate, taxDay: taxDayOf(payment), amount, roc }
    })
}

/**
 * Number of current shares that one share of `day` became: 0.1 after a 10-for-1 reverse split. The first session on
 * the new basis already counts as new. Splits with an unknown day are ignored.
 */
export function sharesSince(splits: HeldFund['splits'], day: IsoDay): number {
  return splits
    .filter(({ date }) => date !== null && date > day)
    .reduce((shares, { oldShares, newShares }) => (shares * newShares) / oldShares, 1)
}

/** Close of the day or of the last session before it, in dollars per share of that day; null if unknown. */
export function closeOfDay(
  { closes, splits }: Pick<HeldFund, 'closes' | 'splits'>,
  day: IsoDay
): number | null {
  const found = closeAt(closes, day)
  return found === undefined ? null : found.close * sharesSince(splits, day)
}
