/** What a visitor has chosen to see; null for all. */
export type CalendarChoice = {
  issuer: string | null
  cadence: string | null
  /** Only the funds picked as the visitor's own. */
  isOwn: boolean
  view: 'grid' | 'list'
}

export type Offered = {
  issuers: readonly string[]
  cadences: readonly string[]
  /** Whether the visitor has picked any fund. */
  hasOwn: boolean
}

/** 'Every 4 Weeks' -> 'every-4-weeks', as it stands in an address. */
export function slugOf(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
}

/**
 * Reads the choice from the query of an address; a value that we do not offer is ignored. Who has picked funds sees
 * those, unless the address asks for something. The address names no picked fund: those stay in the browser.
 */
export function readChoice(query: string, { issuers, cadences, hasOwn }: Offered): CalendarChoice {
  const asked = new URLSearchParams(query)
  const oneOf = (name: string, slugs: readonly string[]) =>
    slugs.find((slug) => slug === asked.get(name)) ?? null
  const [issuer, cadence] = [oneOf('issuer', issuers), oneOf('cadence', cadences)]
  const isAsked = asked.has('funds') || issuer !== null || cadence !== null
  return {
    issuer,
    cadence,
    isOwn: hasOwn && (isAsked ? asked.get('funds') === 'mine' : true),
    view: asked.get('view') === 'list' ? 'list' : 'grid'
  }
}

/** Writes the choice into a query: '' for everything as a grid. Parameters that are not ours stay as they are. */
export function writeChoice(query: string, choice: CalendarChoice, hasOwn: boolean): string {
  const asked = new URLSearchParams(query)
  const wanted = {
    issuer: choice.issuer,
    cadence: choice.cadence,
    funds: hasOwn ? (choice.isOwn ? 'mine' : 'all') : null,
    view: choice.view === 'list' ? choice.view : null
  }
  for (const [name, value] of Object.entries(wanted)) {
    if (value === null) asked.delete(name)
    else asked.set(name, value)
  }
  return asked.size === 0 ? '' : `?${asked}`
}

/** Shown above the calendar and read out by screen readers: how much of it is left. */
export function countSentence(funds: number, allFunds: number, dates: number): string {
  if (funds === 0) return 'No fund in this calendar fits these choices.'
  const of = funds === allFunds ? `All ${allFunds} funds` : `${funds} of ${allFunds} funds`
  return `${of}, ${dates} dates.`
}
