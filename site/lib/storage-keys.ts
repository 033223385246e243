/** Every name under which a browser keeps something for us; `local` outlives the tab, `session` does not. */
export const storageKeys = {
  cardOrder: 'cardOrder',
  lastSearch: 'lastSearch',
  stockData: 'stockData',
  stockDataSession: 'stockDataSession',
  searchLimits: 'searchLimits',
  theme: 'theme',
  lcp: 'lcp',
  adminAuthenticated: 'adminAuthenticated',
  /** A notice for the page that a redirect leads to. */
  carriedNotice: 'carriedNotice',
  blogDraft: 'blogDraft'
} as const

/** Fired on window when the visitor wants a clean start; whoever shows or keeps a result lets go of it. */
export const clearSearchEvent = 'doubloon:clear-search'
