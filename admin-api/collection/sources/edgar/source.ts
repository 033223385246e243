import type { SourceDescription } from '../source.ts'

export const edgarSource: SourceDescription = {
  id: 'edgar',
  name: 'EDGAR',
  label: 'EDGAR',
  brings: 'Filings with the SEC that announce splits, mergers, closures and new names, as drafts in Review.',
  terms: {
    sentence: 'The SEC allows ten requests a second to programs that name a mail address.',
    url: 'https://www.sec.gov/search-filings/edgar-search-assistance/accessing-edgar-data'
  },
  needsPermission: null,
  variable: 'FILINGS',
  robots: {
    treatment: 'reported',
    addresses: [
      'https://data.sec.gov/submissions/CIK0001924868.json',
      'https://www.sec.gov/Archives/edgar/data/1924868/000199937124002143/yieldmax-497_021324.htm'
    ]
  },
  // One list for each of twelve trusts and eight documents.
  mostRequests: 20,
  needsContact: true
}
