/** Dollars a share to four decimals, as issuers announce them. */
export function roundAmount(amount: number): number {
  return Math.round(amount * 1e4) / 1e4
}
