/** What another source knows of funds. Days are YYYY-MM-DD, amounts dollars a share on the share basis of their ex-date. */
export type SecondAnswer = {
  /** One for each fund and ex-date; those that are declared and still ahead as well. */
  payments: SecondPayment[]
  /** Those that are announced and still ahead as well. */
  splits: { symbol: string; date: string; oldShares: number; newShares: number }[]
}

export type SecondPayment = {
  symbol: string
  exDate: string
  /** Null where it is not reported. */
  payDate: string | null
  declaredOn: string | null
  amountAsPaid: number
}

/** Who is asked beside the source that is collected from: it confirms and contradicts, and is never stored as a payment. */
export type SecondSource = {
  /** Shown to visitors beside what was declared. */
  name: string
  /** With an ex-date, or for splits a day, since `since`. Few requests for all funds. @throws MarketDataError */
  collect: (symbols: readonly string[], since: string) => Promise<SecondAnswer>
}
