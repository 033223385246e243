import type { SiteInfo } from '../../admin-api/contract/pages.ts'
import { organization } from '../chrome/structured-data.ts'

export const homeDescription =
  'Estimate the next distribution of JPMorgan, NEOS, YieldMax, Roundhill and other option-income ETFs: the amount per share, its range, and what your shares would earn.'

/** The site, its maker, and the address that searches for a symbol. */
export function homeJsonLd({ url, socialUrl }: SiteInfo): object[] {
  return [
    {
      '@context': 'https://schema.org',
      '@type': 'WebSite',
      '@id': `${url}/#website`,
      name: 'Doubloon',
      url: `${url}/`,
      description: homeDescription,
      inLanguage: 'en',
      publisher: { '@id': `${url}/#crew` },
      potentialAction: {
        '@type': 'SearchAction',
        target: { '@type': 'EntryPoint', urlTemplate: `${url}/?symbol={symbol}` },
        'query-input': 'required name=symbol'
      }
    },
    {
      '@context': 'https://schema.org',
      ...organization(url),
      '@id': `${url}/#crew`,
      sameAs: [socialUrl]
    }
  ]
}
