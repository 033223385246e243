import type { FundSummary } from '../../admin-api/contract/fund-page.ts'
import { fundsPath, pathOfFund, type SiteInfo } from '../../admin-api/contract/pages.ts'
import { countOf } from '../../admin-api/numbers/format-numbers.ts'
import { itemList } from '../chrome/structured-data.ts'

/** '133 funds, 128 with an estimate' */
export function formatFundCount(funds: readonly FundSummary[]): string {
  const estimated = funds.filter(({ estimate }) => estimate !== null)
  return `${countOf(funds.length, 'fund')}, ${estimated.length} with an estimate`
}

/** Structured data: list of all fund pages. */
export function fundsJsonLd({ url }: SiteInfo, funds: readonly FundSummary[]): object[] {
  return [
    {
      '@context': 'https://schema.org',
      '@id': `${url}${fundsPath}#list`,
      name: 'Option-income ETFs',
      numberOfItems: funds.length,
      ...itemList(
        url,
        funds.map(({ symbol, name }) => ({ name: `${symbol}: ${name}`, path: pathOfFund(symbol) }))
      )
    }
  ]
}
