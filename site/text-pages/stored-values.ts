import type { storageKeys } from '../lib/storage.ts'

type StoredName = (typeof storageKeys)[keyof typeof storageKeys]
type StoredValue = { stored: 'until you clear it' | 'until you close the tab'; purpose: string }

/** Lines about browser storage on the privacy page; the type requires one for every name in storage. */
export const storedValues: Record<StoredName, StoredValue> = {
  theme: {
    stored: 'until you clear it',
    purpose: 'Your choice of the light or dark theme, once you have used the switch.'
  },
  ownFunds: {
    stored: 'until you clear it',
    purpose: 'The funds you picked as your own in the calendar.'
  },
  fundColumns: {
    stored: 'until you clear it',
    purpose: 'The columns you showed or hid in the table of all funds.'
  },
  fleet: {
    stored: 'until you clear it',
    purpose: 'What you entered or imported in My Fleet: transactions, accounts, your tax rate and your goal.'
  },
  fleetFile: {
    stored: 'until you clear it',
    purpose: 'The day you last saved My Fleet to a file, and that you dismissed a notice about it.'
  },
  returnDays: {
    stored: 'until you clear it',
    purpose: 'The day from which you last looked at the return of a fund, for each fund you chose one for.'
  },
  lastSearch: {
    stored: 'until you clear it',
    purpose: 'The symbol you searched for last and when, so that an old result can be refreshed.'
  },
  stockData: {
    stored: 'until you clear it',
    purpose: 'The result of that search, so that it is there when you come back.'
  },
  stockDataSession: {
    stored: 'until you close the tab',
    purpose: 'A copy of the result on your screen, so that a reload does not lose it.'
  },
  cardOrder: {
    stored: 'until you clear it',
    purpose: 'The order in which you put the three cards of a result.'
  },
  searchLimits: {
    stored: 'until you clear it',
    purpose: 'How many searches this browser made in the past hour, to keep within the limit.'
  },
  lcp: {
    stored: 'until you close the tab',
    purpose: 'How fast the page appeared. It stays in your browser and is not sent to us.'
  },
  adminAuthenticated: {
    stored: 'until you clear it',
    purpose: 'Only in the operator’s own browser: a mark that the admin area may be shown.'
  },
  carriedNotice: {
    stored: 'until you close the tab',
    purpose: 'Only in the operator’s own browser: a notice for the page that comes next, gone once shown.'
  },
  blogDraft: {
    stored: 'until you clear it',
    purpose: 'Only in the operator’s own browser: a post that was written and not saved, gone once it is.'
  }
}
