import type { SourceDescription } from '../source.ts'
import { fileAddress } from './holdings-archive.ts'

export const roundhillSource: SourceDescription = {
  id: 'roundhill',
  name: 'Roundhill’s daily file',
  label: 'Roundhill',
  brings: 'Holdings, net assets and shares outstanding of Roundhill funds, shown as assets and flows.',
  terms: {
    sentence: 'The terms for programs that read the file aren’t known.',
    url: 'https://www.roundhillinvestments.com/'
  },
  needsPermission: 'Its terms aren’t known: ask Roundhill first.',
  variable: 'ARCHIVE',
  robots: { treatment: 'obeyed', addresses: [fileAddress('2026-06-12')] },
  // Two files, and robots.txt once a day.
  mostRequests: 3
}
