import type { FundPage, SiteInfo } from '../../admin-api/contract/pages.ts'
import { formatDay, formatDividend } from '../lib/format.ts'

/** What a search engine shows below the title. */
export function fundDescription({ symbol, name, outcome, asOf }: FundPage): string {
  if (outcome.status !== 'estimated')
    return `${name} (${symbol}): every payment on record. ${outcome.message}`
  const { dividend, next_ex_date } = outcome.stock
  return `${symbol}'s next distribution is estimated at ${formatDividend(dividend)} a share, ex-date ${formatDay(next_ex_date)}, as of ${formatDay(asOf)}. History, range and calculator for ${name}.`
}

/** Where the page stands on the site, and what product it is about. */
export function fundJsonLd(page: FundPage, site: SiteInfo): object[] {
  const url = `${site.url}/${page.symbol.toLowerCase()}`
  return [
    {
      '@context': 'https://schema.org',
      '@type': 'BreadcrumbList',
      itemListElement: [
        { '@type': 'ListItem', position: 1, name: 'Home', item: `${site.url}/` },
        { '@type': 'ListItem', position: 2, name: page.symbol, item: url }
      ]
    },
    {
      '@context': 'https://schema.org',
      '@type': 'FinancialProduct',
      name: page.name,
      alternateName: page.symbol,
      category: 'Option-income exchange-traded fund',
      url,
      description: fundDescription(page),
      provider: { '@type': 'Organization', name: page.issuer }
    }
  ]
}
