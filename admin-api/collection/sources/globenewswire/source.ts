import { mostAnnouncementRequests, type SourceDescription } from '../source.ts'
import { createYieldMaxReleases } from './yieldmax-releases.ts'

export const globeNewswireSource: SourceDescription = {
  id: 'globenewswire',
  name: 'GlobeNewswire',
  label: 'GlobeNewswire',
  brings: 'YieldMax releases with each week’s amounts, their days and return of capital, a day ahead.',
  terms: {
    sentence: 'The newswire distributes the releases to the public for their issuers.',
    url: 'https://notified.com/legal/globenewswire-service-description'
  },
  needsPermission: null,
  variable: 'ANNOUNCEMENTS',
  robots: {
    treatment: 'obeyed',
    addresses: [
      'https://www.globenewswire.com/search/tag/yieldmax',
      'https://www.globenewswire.com/news-release/2026/08/05/1/0/en/YieldMax-Distributions.html'
    ]
  },
  mostRequests: mostAnnouncementRequests,
  announces: {
    open: createYieldMaxReleases,
    sourceName: 'YieldMax releases',
    issuer: 'YieldMax',
    families: ['yieldmax-single', 'yieldmax-portfolio', 'yieldmax-target', 'yieldmax-target-12'],
    // Releases come on the morning of the session before the ex-date.
    hours: { from: '08:50', to: '09:50' }
  }
}
