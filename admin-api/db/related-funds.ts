import type { FundIdentity } from './funds.db.ts'

const maxRelated = 6

/**
 * Other funds a visitor of this one may sail to: those on the same underlying first, then its family's,
 * then its issuer's. Within each the search starts after the fund itself and goes round, so that all
 * funds are linked to about equally often.
 * @param funds all funds, by symbol.
 */
export function pickRelated(fund: FundIdentity, funds: readonly FundIdentity[]): FundIdentity[] {
  const place = funds.findIndex((other) => other.symbol === fund.symbol)
  const others = [...funds.slice(place + 1), ...funds.slice(0, Math.max(place, 0))]
  const kinships = [
    (other: FundIdentity) => fund.underlying !== null && other.underlying === fund.underlying,
    (other: FundIdentity) => other.family === fund.family,
    (other: FundIdentity) => other.issuer === fund.issuer
  ]
  return [...new Set(kinships.flatMap((isKin) => others.filter(isKin)))].slice(0, maxRelated)
}

/** Page of a fund. */
export function pathOfFund(symbol: string): string {
  return `/${symbol.toLowerCase()}`
}
