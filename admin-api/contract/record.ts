export const accuracyPath = '/accuracy'
export const methodPath = '/method'
/** How old the data is. */
export const statusPath = '/status'

/** The whole track record as CSV; a GET without parameters. */
export const recordCsvPath = '/api/accuracy.csv'

/**
 * Columns of that file, in order; new ones are only added at the end. Days are YYYY-MM-DD, instants UTC, money is dollars
 * a share; unknown values are empty.
 *
 * origin: `live` was stored before the payment, `replayed` was backtested from what was known then.
 * counts: `yes` for the last estimate frozen before the session of an ex-date opened; all figures use only these.
 * as_of: the newest day that the estimate used. made_at: when it was stored.
 * ex_date: expected ex-date. paid_ex_date: actual ex-date.
 * low, high: the 80 % range. price: the close of price_date, which the estimate used.
 * error_percent: 100 x (estimate - actual) / actual, limited to -300..300.
 * accuracy_score: 1 - |actual - estimate| / actual, at least 0.
 * baseline_last_yield: the yield of the last payment times the price.
 * corrected_on: day of the last correction, move or deletion of the payment after its score.
 * signed_on: the day's file of the signed record that has the estimate.
 * q05 to q95: further quantiles of the estimate; low is the 10 % quantile, estimate the median, high the 90 % quantile.
 * version: 1, 2, 3 ... in the order in which live estimates of the fund were frozen, one for each change of what the site
 * showed; 0 in backtested rows, and in older ones, of which each as-of day has one.
 */
export const recordCsvColumns = [
  'symbol',
  'family',
  'ex_date',
  'origin',
  'counts',
  'as_of',
  'made_at',
  'method_version',
  'rule',
  'estimate',
  'low',
  'high',
  'price',
  'price_date',
  'baseline_last_yield',
  'paid_ex_date',
  'actual',
  'error_percent',
  'accuracy_score',
  'scored_at',
  'corrected_on',
  'signed_on',
  'q05',
  'q25',
  'q75',
  'q95',
  'version'
] as const
