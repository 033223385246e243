/** What a link from a fund's page asks to be put into the form: `/fleet?add=MSTY&shares=100`. */
export type AddWish = { symbol: string; shares: string }

export function readAddWish(): AddWish | null {
  const asked = new URLSearchParams(location.search)
  const symbol = asked.get('add')
  return symbol === null
    ? null
    : { symbol: symbol.slice(0, 5).toUpperCase(), shares: asked.get('shares') ?? '' }
}

/** The address with nothing left to ask. */
export function addressWithout({ pathname, hash }: Location): string {
  return pathname + hash
}
