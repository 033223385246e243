/** The sections of the dashboard in their order; each carries its id on its heading. */
export const sections = [
  { id: 'search-metrics-title', name: 'Searches' },
  { id: 'top-accuracy-title', name: 'Accuracy' },
  { id: 'funds-title', name: 'Funds' },
  { id: 'collection-title', name: 'Collection' },
  { id: 'manual-entries-title', name: 'Manual Entries' },
  { id: 'history-title', name: 'Dividend History' },
  { id: 'logs-title', name: 'Admin Logs' },
  { id: 'second-factor-title', name: 'Second Factor' }
] as const
