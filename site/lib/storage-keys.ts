/** Every name under which a browser keeps something for us; `local` outlives the tab, `session` does not. */
export const storageKeys = {
  cardOrder: 'cardOrder',
  lastSearch: 'lastSearch',
  stockData: 'stockData',
  stockDataSession: 'stockDataSession',
  searchLimits: 'searchLimits',
  theme: 'theme',
  /** The funds a visitor has picked as their own. */
  ownFunds: 'ownFunds',
  /** Which columns of the table of all funds a visitor has shown or hidden. */
  fundColumns: 'fundColumns',
  /** A visitor's lots, tax rate and goal. */
  fleet: 'fleet',
  /** For each fund the day since which a visitor wants to see its return. */
  returnDays: 'returnDays',
  lcp: 'lcp',
  adminAuthenticated: 'adminAuthenticated',
  /** A notice for the page that a redirect leads to. */
  carriedNotice: 'carriedNotice',
  blogDraft: 'blogDraft'
} as const

/** Dispatched on window once a search was cleared. */
export const clearSearchEvent = 'doubloon:clear-search'
