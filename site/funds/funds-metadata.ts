import type { FundSummary } from '../../admin-api/contract/funds-page.ts'
import { fundsPath, pathOfFund, type SiteInfo } from '../../admin-api/contract/pages.ts'

/** Structured data: list of all fund pages. */
export function fundsJsonLd({ url }: SiteInfo, funds: readonly FundSummary[]): object[] {
  return [
    {
      '@context': 'https://schema.org',
      '@type': 'ItemList',
      '@id': `${url}${fundsPath}#list`,
      name: 'Option-income ETFs',
      numberOfItems: funds.length,
      itemListElement: funds.map(({ symbol, name }, index) => ({
        '@type': 'ListItem',
        position: index + 1,
        name: `${symbol}: ${name}`,
        url: url + pathOfFund(symbol)
      }))
    }
  ]
}
