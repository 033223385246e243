/** What a visitor wants to see; null for all of them. */
export type CalendarChoice = {
  issuer: string | null
  cadence: string | null
  view: 'grid' | 'list'
}

export type Offered = { issuers: readonly string[]; cadences: readonly string[] }

/** 'Every 4 Weeks' -> 'every-4-weeks', as it stands in an address. */
export function slugOf(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
}

/** Read off the query of an address; what we do not offer counts as not asked for. */
export function readChoice(query: string, { issuers, cadences }: Offered): CalendarChoice {
  const asked = new URLSearchParams(query)
  const oneOf = (name: string, slugs: readonly string[]) =>
    slugs.find((slug) => slug === asked.get(name)) ?? null
  return {
    issuer: oneOf('issuer', issuers),
    cadence: oneOf('cadence', cadences),
    view: asked.get('view') === 'list' ? 'list' : 'grid'
  }
}

/** The query that leads here again: '' for everything as a grid. Names that are not ours stay as they are. */
export function writeChoice(query: string, { issuer, cadence, view }: CalendarChoice): string {
  const asked = new URLSearchParams(query)
  const wanted = { issuer, cadence, view: view === 'list' ? view : null }
  for (const [name, value] of Object.entries(wanted)) {
    if (value === null) asked.delete(name)
    else asked.set(name, value)
  }
  return asked.size === 0 ? '' : `?${asked}`
}

/** Said aloud and shown: how much of the calendar is left. */
export function tellCount(funds: number, allFunds: number, dates: number): string {
  if (funds === 0) return 'No fund in this calendar fits both choices.'
  const of = funds === allFunds ? `All ${allFunds} funds` : `${funds} of ${allFunds} funds`
  return `${of}, ${dates} dates.`
}
