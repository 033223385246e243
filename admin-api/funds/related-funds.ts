/** The traits by which two funds are related. */
type Traits = { symbol: string; issuer: string; family: string; underlying: string | null }

const maxRelated = 6

/**
 * Other funds that a visitor of this one may want to see: those on the same underlying first, then its family's,
 * then its issuer's, and for a portfolio other portfolios. Within each the search starts after the fund itself and goes round, so that all
 * funds are linked to about equally often.
 * @param funds all funds, by symbol.
 */
export function pickRelated<Fund extends Traits>(fund: Traits, funds: readonly Fund[]): Fund[] {
  const place = funds.findIndex((other) => other.symbol === fund.symbol)
  const others = [...funds.slice(place + 1), ...funds.slice(0, Math.max(place, 0))]
  const relations = [
    (other: Fund) => fund.underlying !== null && other.underlying === fund.underlying,
    (other: Fund) => other.family === fund.family,
    (other: Fund) => other.issuer === fund.issuer,
    (other: Fund) => other.underlying === fund.underlying
  ]
  return [...new Set(relations.flatMap((isRelated) => others.filter(isRelated)))].slice(0, maxRelated)
}
