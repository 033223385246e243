import type { Generated } from 'kysely'
import type { ComingPayment } from '../../../contract/open-data.ts'
import type { OutlookOutcome } from '../../../contract/outlook-record.ts'
import type { MissingEstimate, PaymentKind } from '../../../contract/vocabulary.ts'
import type { PaymentFrequency } from '../../../market-days/types.ts'

/** The current estimate of each fund, or a message why there is none. */
export type EstimateTable = {
  symbol: string
  status: 'estimated' | MissingEstimate
  message: string | null
  as_of: string
  amount: number | null
  low: number | null
  high: number | null
  /** Quantiles besides low (10 %), amount (50 %) and high (90 %). */
  q05: number | null
  q25: number | null
  q75: number | null
  q95: number | null
  rule: string | null
  frequency: PaymentFrequency | null
  next_ex_date: string | null
  next_pay_date: string | null
  /** Days between which next_ex_date should fall; null if it is certain enough, approved or declared. */
  ex_date_first: string | null
  ex_date_last: string | null
  /** Day on which the operator approved these two days; null if they follow from the fund's frequency. */
  dates_confirmed_on: string | null
  price: number | null
  price_date: string | null
  latest_amount: number | null
  latest_ex_date: string | null
  average_amount: number | null
  /** Annualized, a fraction. */
  volatility: number | null
  volatility_source: 'options' | 'realised' | null
  k_factor: number | null
  weight: number | null
  /** JSON list of sentences. */
  reasons: string | null
  /** Sentences about past one-off payments around New Year; null out of season. */
  one_offs: string | null
  /** JSON of the `DeclaredPayment` for this payment; it determines the two days above unless the operator approved others. */
  declared: string | null
  /** Name of the data source. */
  source_name: string
  /** Changes whenever the fund's published history changes. */
  history_digest: string
  method_version: string
  made_at: string
}

/**
 * The year ahead of each fund: sums of its coming payments, and what they and the payments were derived from; see
 * estimator/outlook.
 */
export type OutlookTable = {
  symbol: string
  /** JSON rows of errors of past paths, for sums; null without an estimate or past paths. */
  sample: string | null
  /** JSON list of sums over 3, 6 and 12 months; empty without an estimate. */
  sums: string
  /** Digest of everything that the columns above and the fund's coming payments follow from. */
  basis: string
}

/** Coming payments of each fund, derived with its estimate: the list of estimates/coming-payments.ts. Dollars a share. */
export type ComingPaymentTable = {
  symbol: string
  /** From 0, ascending by ex-date. */
  position: number
  ex_date: string
  /** The days that the ex-date may be; null for one that is known, or so regular that it has no range. */
  ex_date_first: string | null
  ex_date_last: string | null
  /** Last session whose owners get the payment. */
  own_by: string
  pay_date: string
  state: ComingPayment['state']
  kind: PaymentKind
  /** Null without an estimate: then only the days are known. */
  amount: number | null
  low: number | null
  high: number | null
  /** JSON list at the quantile levels; null for a declared amount, or without past paths. */
  quantiles: string | null
  /** JSON of the source of a declared amount. */
  declared: string | null
  /** Day on which the operator approved the days. */
  dates_confirmed_on: string | null
}

/**
 * Frozen estimates and their scores. Each change of a shown estimate is another row; the last one before the session of the
 * ex-date counts. Triggers refuse to change frozen columns, to score a row again unless its payment was corrected, and to delete
 * a live row.
 */
export type EstimateRecordTable = {
  symbol: string
  /** Expected when the estimate was made. */
  ex_date: string
  /** `live`: stored before the payment. `replayed`: backtested later with the data known then. */
  origin: 'replayed' | 'live'
  /** Newest day of the data that the estimate used. */
  as_of: string
  /** 1, 2, 3 ... in the order in which live estimates of the fund were frozen; 0 in backtested and older rows. */
  version: Generated<number>
  family: string
  made_at: string
  method_version: string
  rule: string
  amount: number
  low: number
  high: number
  /** Quantiles besides low (10 %), amount (50 %) and high (90 %); null in rows of methods before 6. */
  q05: number | null
  q25: number | null
  q75: number | null
  q95: number | null
  /** Close on price_date, also used to detect later splits. */
  price: number
  price_date: string
  /** Naive forecast: yield of the last payment times the price; null if that payment has no price. */
  baseline_last_yield: number | null
  /** This and the columns below are null until the payment is known. */
  paid_ex_date: string | null
  /** Paid amount on the share basis of the estimate. */
  actual: number | null
  /** Paid amount on today's share basis. */
  paid_amount: number | null
  /** 1 - |actual - estimate| / actual, 0 to 1. */
  accuracy_score: number | null
  scored_at: string | null
  /** New York day of the last new score, after its payment was corrected, moved or deleted. */
  corrected_on: string | null
  /** Day of the signed record whose leaves include this row; null until it is signed. */
  signed_on: string | null
}

/** Signatures of the signed record. Triggers refuse every change. */
export type RecordSignatureTable = {
  /** 1, 2, 3 ... */
  number: number
  day: string
  /** Number of leaves of the day that it covers. */
  leaves: number
  root: string
  /** Hash of the signature before. */
  previous: string | null
  signed_at: string
  /** 32 bytes as base64. */
  public_key: string
  hash: string
  signature: string
}

/**
 * Frozen outlooks and what was paid. Triggers refuse to change frozen columns, to score a row again unless a payment was
 * corrected, and to delete a live row. Money is dollars a share on the share basis of the outlook.
 */
export type OutlookRecordTable = {
  symbol: string
  /** First session of the month. */
  session: string
  months: number
  /** `live`: stored on the day of the session, before it opened. `replayed`: backtested with the data known then. */
  origin: 'replayed' | 'live'
  /** Newest day of the data that the outlook used; payments with later ex-dates up to `until` count. */
  as_of: string
  until: string
  family: string
  /** Payments a year. */
  frequency: number
  made_at: string
  method_version: string
  /** Expected number of payments. */
  payments: number
  amount: number
  /** Quantiles of the sum; null if all is declared, or no past path is known. */
  q05: number | null
  low: number | null
  q25: number | null
  q75: number | null
  high: number | null
  q95: number | null
  /** The sum if each payment were the median of the last four, by days. */
  repeat: number
  /** Close of price_date, also used to detect later splits. */
  price: number
  price_date: string
  /** Day of the newest split before made_at, which all amounts are after; null without one. */
  last_split: string | null
  /** This and the columns below are null until the data reaches past `until`. */
  outcome: OutlookOutcome | null
  /** Sum and number of regular payments; null while payments are missing here. */
  paid: number | null
  paid_payments: number | null
  /** Sum of residual and special payments, which no outlook expects. */
  paid_in_addition: number | null
  scored_at: string | null
  /** New York day of the last new score, after a payment was corrected, moved or deleted. */
  corrected_on: string | null
  /** Day of the signed record whose outlooks include this row; null for a backtested one. */
  signed_on: string | null
}

/** A witness that is asked to cosign the signed record. */
export type WitnessTable = {
  name: string
  /** Address before /add-checkpoint, without a slash at its end. */
  url: string
  verifier_key: string
  added_at: string
  asked_at: string | null
  /** Why the last request failed, a sentence; null if it didn't. */
  fault: string | null
  /** 'refused': it has seen another log. */
  fault_kind: 'failed' | 'refused' | null
  failing_since: string | null
}

/** A cosignature of the log at one size. It stays when its witness is removed. */
export type CosignatureTable = {
  size: number
  verifier_key: string
  /** Time by the clock of the witness. */
  cosigned_at: string
  root: string
  /** Signature line of a note. */
  line: string
}

export type EstimateTables = {
  estimate: EstimateTable
  outlook: OutlookTable
  coming_payment: ComingPaymentTable
  outlook_record: OutlookRecordTable
  /** Signed outlooks, canonical JSON of an `OutlookLeaf`, by the day of signing. Triggers refuse every change. */
  outlook_leaf: { day: string; position: number; leaf: string }
  /** JSON of the estimator's `Explanation` of each current estimate. */
  estimate_explanation: { symbol: string; explanation: string }
  estimate_record: EstimateRecordTable
  record_signature: RecordSignatureTable
  /**
   * Leaves of the signed record as they were signed; `estimate_record` may have other symbols later, and loses backtested
   * rows of an earlier method. Triggers refuse every change.
   */
  record_leaf: {
    day: string
    /** 0, 1, 2 ... within the day. */
    position: number
    /** Canonical JSON of a `RecordLeaf`. */
    leaf: string
  }
  record_witness: WitnessTable
  record_cosignature: CosignatureTable
  /** Receipts of a witness outside of this service (ANCHOR_COMMAND). */
  record_anchor: {
    /** Number of the signature that the witness received. */
    number: number
    anchored_at: string
    /** Base64. */
    receipt: string
    /** Name of the file that the command wrote; '' if it printed the receipt. */
    file: string
  }
}
