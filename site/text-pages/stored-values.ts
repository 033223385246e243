import type { storageKeys } from '../lib/storage.ts'

type StoredName = (typeof storageKeys)[keyof typeof storageKeys]

/** Lines about browser storage on the privacy page; the type requires one for every name in storage. */
export const storedValues: Record<StoredName, string> = {
  theme: 'Your choice of the light or dark theme, once you have used the switch.',
  ownFunds: 'The funds you picked as your own in the calendar.',
  fundColumns: 'The columns you showed or hid in the table of all funds.',
  fleet: 'What you entered or imported in My Fleet: transactions, accounts, your tax rate and your goal.',
  fleetFile: 'The day you last saved My Fleet to a file, and that you dismissed a notice about it.',
  returnDays: 'The day from which you last looked at the return of a fund, for each fund you chose one for.',
  recordLog:
    'Size and root of the signed record when you last checked an estimate, so that a rewritten record is noticed.',
  lastSearch: 'The symbol you searched for last and when, so that an old result can be refreshed.',
  stockData: 'The result of that search, so that it is there when you come back.',
  stockDataSession: 'A copy of the result on your screen, so that a reload does not lose it.',
  cardOrder: 'The order in which you put the three cards of a result.',
  searchLimits: 'How many searches this browser made in the past hour, to keep within the limit.',
  lcp: 'How fast the page appeared. It stays in your browser and is not sent to us.',
  adminAuthenticated: 'Only in the operator’s own browser: a mark that the admin area may be shown.',
  carriedNotice:
    'Only in the operator’s own browser: a notice for the page that comes next, gone once shown.',
  blogDraft: 'Only in the operator’s own browser: a post that was written and not saved, gone once it is.'
}

/** Values of sessionStorage; others stay until the visitor clears them. */
export const valuesOfTab: readonly string[] = [
  'stockDataSession',
  'lcp',
  'carriedNotice'
] satisfies StoredName[]
