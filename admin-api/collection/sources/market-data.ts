import type { DividendFact, Facts, PriceFact } from '../../../data/schema.ts'
import { roundTo } from '../../numbers/format-numbers.ts'

/** Above every close and payment, also of coins; larger ones come from a broken or hostile source. */
export const largestDollars = 1e8

/** Days in which a share can have a figure. */
export const possibleDay = /^20\d\d-/

/** A provider's data of one fund since a day. Days are YYYY-MM-DD in New York, oldest first. */
export type CollectedFund = {
  /** Closes without dividends added back, on the share basis of the provider's newest day. */
  prices: ReportedClose[]
  /** Dollars per share on that basis; pay date null if not reported. */
  payments: ReportedPayment[]
  splits: { date: string; oldShares: number; newShares: number }[]
  /** Implied volatility, a fraction per year; null if the provider has none. */
  impliedVolatility: number | null
  /** Name of the provider, if it isn't the market data's own name. */
  sourceName?: string
  /** The preferred provider didn't respond. */
  isStandIn?: boolean
}

/** Response to one request for a fund; options are fetched separately. */
export type CollectedChart = Omit<CollectedFund, 'impliedVolatility'>

/** `basis`: only in the project's own figures, whose closes are partly reconstructed. */
export type ReportedClose = { date: string; close: number; basis?: PriceFact['basis'] }

export type ReportedPayment = {
  exDate: string
  payDate: string | null
  amount: number
  /** Kind of payment as the source names it, if it has several on an ex-date. */
  kind?: string
  /** The amount is on the share basis of its ex-date. */
  isAsPaid?: boolean
  /** The amount by a second reading of the same response, used where another source reports it. */
  otherAmount?: number
  /**
   * Only in the project's own figures: how the days are known, and which sources were compared. New databases store
   * them unchecked, so the checks also let them pass into older ones, unless the sources disagree.
   */
  checked?: Pick<DividendFact, 'ex_date_basis' | 'pay_date_basis' | 'agreement' | 'sources'>
}

/** `value` is a fraction a year, `expiry` a day. */
export type AtTheMoney = { value: number; expiry: string; sourceName: string }

/** Closes of any symbol on the share basis of the newest one. */
export type SymbolCloses = { closes: { date: string; close: number }[]; sourceName: string }

/** A symbol, and the day since which its closes are wanted. */
export type SymbolSince = { symbol: string; since: string }

/** Maximum number of symbols in one request for closes. */
export const maxSymbolsAtOnce = 20

/** Source of prices, payments and splits. */
export type MarketData = {
  /** Shown next to every number, followed by the newest day in the data. */
  name: string
  /** Whether it has new figures every trading day, so that old ones are a fault. */
  isLive: boolean
  /**
   * @param formerSymbols former symbols, for a source that doesn't learn of renames
   * @throws MarketDataError, UnknownFundError
   */
  collectFund: (symbol: string, since: string, formerSymbols?: readonly string[]) => Promise<CollectedChart>
  /**
   * Implied volatility, a fraction per year; null if there is none. Takes several requests. @throws MarketDataError
   */
  collectVolatility: (symbol: string) => Promise<number | null>
  /**
   * Implied volatility at the money of any symbol, from the nearest expiry more than 20 days away; null without traded
   * options. Absent for a provider without options. @throws MarketDataError
   */
  collectAtTheMoney?: (symbol: string) => Promise<AtTheMoney | null>
  /** Closes of an index, share, commodity or coin in dollars, in one request. Absent if it has none. @throws MarketDataError */
  collectCloses?: (symbol: string, since: string) => Promise<SymbolCloses>
  /**
   * Closes of up to `maxSymbolsAtOnce` symbols in one request, without those whose response is incomplete. Absent if
   * the provider can't. @throws MarketDataError
   */
  collectManyCloses?: (wanted: readonly SymbolSince[]) => Promise<Map<string, SymbolCloses>>
  /** Resolves when the provider responds. @throws MarketDataError */
  check: () => Promise<void>
}

/** The project's own figures: new databases start with them, older ones get those they lack. */
export type FactsSource = Pick<MarketData, 'name' | 'collectFund'> & {
  /** @throws Error with one sentence if the figures can't be read or are invalid */
  readFacts: () => Facts
  /** Changes whenever the figures change. */
  digest: () => string
}

/** The provider responds, but knows no such fund, or none that is traded. */
export class UnknownFundError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'UnknownFundError'
  }
}

/** The message is one sentence for the operator and names the fund if it is about one. */
export class MarketDataError extends Error {
  /** Set if the provider refuses further requests: for how long, as far as it says. */
  readonly blockedForMs: number | null
  /** There was no response, or none in time: the provider or the network is down. */
  readonly isUnreachable: boolean

  constructor(
    message: string,
    options: ErrorOptions & { blockedForMs?: number; isUnreachable?: boolean } = {}
  ) {
    super(message, options)
    this.name = 'MarketDataError'
    this.blockedForMs = options.blockedForMs ?? null
    this.isUnreachable = options.isUnreachable ?? false
  }
}

/**
 * Dollars per share of one ex-date: the sum of its reported payments. Equal amounts of one kind are one payment reported
 * twice; a special payment may equal the regular one.
 */
export function sumOfExDate(
  payments: readonly { amount: number; kind?: string | null | undefined }[]
): number {
  const amounts = new Map(payments.map(({ amount, kind }) => [`${amount} ${kind ?? ''}`, amount]))
  return roundTo(
    6,
    [...amounts.values()].reduce((sum, amount) => sum + amount, 0)
  )
}

/** Payment in a second source. Days are YYYY-MM-DD, the amount is in dollars per share on the share basis of its ex-date. */
export type SecondPayment = {
  symbol: string
  /** Name of the fund, if the source has it. */
  name?: string
  exDate: string
  /** null if not reported. */
  payDate: string | null
  declaredOn: string | null
  /** Instant at which the source published it, if it says so. */
  publishedAt?: string
  amountAsPaid: number
  /** Decimals of the reported amount; absent if it isn't rounded. */
  decimals?: number
  /** The issuer's estimate in percent, with the address of its notice; absent or null if not reported. */
  returnOfCapital?: { percent: number; source: string } | null
}

/** A source that confirms or contradicts payments and is never stored as one. */
export type SecondSource = {
  /** Shown next to declared payments. */
  name: string
  /** Whether the operator lets it be requested; absent: always. */
  isOn?: () => boolean
  /** Payments with an ex-date since `since`, declared ones included, one per fund and ex-date. @throws MarketDataError */
  collect: (symbols: readonly string[], since: string) => Promise<SecondPayment[]>
}
