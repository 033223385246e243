import type { DividendFact, Facts, PriceFact } from '../../../data/schema.ts'

/** What a provider knows of one fund since a day. Days are YYYY-MM-DD in New York, oldest first. */
export type CollectedFund = {
  /** Closes without dividends added back, on the share basis of the provider's newest day. */
  prices: ReportedClose[]
  /** Dollars a share on that same basis; the pay date is null where the provider does not report it. */
  payments: ReportedPayment[]
  splits: { date: string; oldShares: number; newShares: number }[]
  /** From options, a fraction a year; null where the provider has none. */
  impliedVolatility: number | null
}

/** What one request for a fund answers; options are asked for by themselves. */
export type CollectedChart = Omit<CollectedFund, 'impliedVolatility'>

/** `basis`: only of the project's own figures, whose closes are partly worked out of others. */
export type ReportedClose = { date: string; close: number; basis?: PriceFact['basis'] }

export type ReportedPayment = {
  exDate: string
  payDate: string | null
  amount: number
  /**
   * Only of the project's own figures: how their days are known, and what the sources are that were compared. A new
   * database takes them as they are, so the gate lets them into an older one too, unless those sources disagree.
   */
  checked?: Pick<DividendFact, 'ex_date_basis' | 'pay_date_basis' | 'agreement' | 'sources'>
}

/** Where prices, payments and splits come from. */
export type MarketData = {
  /** Shown to visitors beside every number, followed by the newest day in the data. */
  name: string
  /** Whether it has new figures every trading day, so that old ones are a fault. */
  isLive: boolean
  /**
   * @param formerSymbols what the fund was called before, for a source that hears of no new symbols
   * @throws MarketDataError, UnknownFundError
   */
  collectFund: (symbol: string, since: string, formerSymbols?: readonly string[]) => Promise<CollectedChart>
  /** Out of options, a fraction a year; null where there are none. Costs several requests. @throws MarketDataError */
  collectVolatility: (symbol: string) => Promise<number | null>
  /** Resolves when the provider answers. @throws MarketDataError */
  check: () => Promise<void>
}

/** The project's own figures: a new database starts with them, and an older one is given what is new of them. */
export type FactsSource = Pick<MarketData, 'name' | 'collectFund'> & {
  /** @throws Error with one sentence when the figures can't be read or can't be true. */
  readFacts: () => Facts
  /** Another one whenever the figures are others. */
  digest: () => string
}

/** The provider answers, and knows no such fund, or none that is traded. */
export class UnknownFundError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'UnknownFundError'
  }
}

/** Its message is one sentence for the operator, and names the fund where it is about one. */
export class MarketDataError extends Error {
  /** Set where the provider refuses further requests: for how long, as far as it says so. */
  readonly blockedForMs: number | null

  constructor(message: string, options: ErrorOptions & { blockedForMs?: number } = {}) {
    super(message, options)
    this.name = 'MarketDataError'
    this.blockedForMs = options.blockedForMs ?? null
  }
}
