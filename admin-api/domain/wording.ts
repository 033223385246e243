/** '$0.2979': four decimals, as issuers announce amounts. */
export function dollars(amount: number, decimals = 4): string {
  return `$${amount.toFixed(decimals)}`
}

/** '1.21 %' for 0.0121. */
export function percent(fraction: number, decimals: number): string {
  return `${(100 * fraction).toFixed(decimals)} %`
}

/** '+24 %' for a log ratio of ln 1.24; '0 %' never carries a sign. */
export function signedPercent(logRatio: number): string {
  const value = Math.round(100 * Math.expm1(logRatio))
  return `${value > 0 ? '+' : ''}${value === 0 ? 0 : value} %`
}
