import type { FundPage } from '../../admin-api/contract/fund-page.ts'
import { dataPathOfFund, paymentsCsvPathOf } from '../../admin-api/contract/open-data.ts'
import { fundsPath, pathOfFund, type SiteInfo } from '../../admin-api/contract/pages.ts'
import { dollars } from '../../admin-api/numbers/format-numbers.ts'
import { breadcrumb, dataset } from '../chrome/structured-data.ts'
import {
  formatChange,
  formatCount,
  formatDay,
  formatDividend,
  formatMoney,
  formatPercent
} from '../lib/format.ts'

/** Meta description. */
export function fundDescription({ symbol, name, outcome, asOf }: FundPage, today: string): string {
  if (outcome.status !== 'estimated') return `${name} (${symbol}): its past payments. ${outcome.message}`
  const { dividend, next_ex_date } = outcome.stock
  const estimate = `estimated at ${formatDividend(dividend)} a share`
  const claim =
    next_ex_date < today
      ? `${symbol}'s distribution expected to go ex on ${formatDay(next_ex_date)} was ${estimate}`
      : `${symbol}'s next distribution is ${estimate}, ex-date ${formatDay(next_ex_date)}`
  return `${claim}, as of ${formatDay(asOf)}. History, range and calculator for ${name}.`
}

/** Alternative text of the share image. */
export function fundPictureAlt({ symbol, outcome }: FundPage, today: string): string {
  if (outcome.status !== 'estimated') return outcome.message
  const { dividend, low, high, next_ex_date, as_of } = outcome.stock
  const exDate = `${next_ex_date < today ? 'ex-date was expected on' : 'next ex-date'} ${formatDay(next_ex_date)}`
  return `${symbol}: ${formatDividend(dividend)} a share estimated, 80% range ${formatDividend(low)} to ${formatDividend(high)}, ${exDate}, as of ${formatDay(as_of)}; its latest payments as bars.`
}

/** Structured data: breadcrumb, product, payments. */
export function fundJsonLd(page: FundPage, site: SiteInfo, today: string): object[] {
  const path = pathOfFund(page.symbol)
  const url = site.url + path
  const product = `${url}#fund`
  return [
    breadcrumb(site.url, { name: 'All funds', path: fundsPath }, { name: page.symbol, path }),
    {
      '@context': 'https://schema.org',
      '@type': 'FinancialProduct',
      '@id': product,
      name: page.name,
      alternateName: page.symbol,
      category: 'Option-income exchange-traded fund',
      url,
      description: fundDescription(page, today),
      provider: { '@type': 'Organization', name: page.issuer }
    },
    ...historyJsonLd(page, site, product)
  ]
}

/** Empty for a fund without payments. */
function historyJsonLd({ symbol, name, history, asOf }: FundPage, site: SiteInfo, product: string): object[] {
  const days = history.dividend_history.map(({ ex_date }) => ex_date).sort()
  const [first, last] = [days.at(0), days.at(-1)]
  if (first === undefined) return []
  return [
    dataset(site, {
      name: `Distributions of ${name} (${symbol})`,
      description: `Every distribution of ${name} with an ex-date from ${formatDay(first)} to ${formatDay(last ?? first)}, in US dollars a share on today's share basis.`,
      path: pathOfFund(symbol),
      files: [paymentsCsvPathOf(symbol), dataPathOfFund(symbol)],
      about: { '@id': product },
      dateModified: asOf,
      temporalCoverage: `${first}/${last}`,
      variableMeasured: 'Distribution in US dollars a share'
    })
  ]
}

const everyPeriod: Record<string, string> = {
  Weekly: 'every week',
  'Twice a Month': 'twice a month',
  'Every 4 Weeks': 'every four weeks',
  Monthly: 'every month',
  Quarterly: 'every quarter'
}

/** Statements that replace the frequency. */
const claims: Partial<Record<FundPage['outcome']['status'], string>> = {
  inactive: 'has stopped paying distributions',
  'payments-missing': 'has paid distributions that are missing here',
  closed: 'is closed',
  retired: 'is no longer covered here'
}

/** Paragraph below a fund's title, with the frequency from its history. */
export function fundIntro({ symbol, name, frequencyLabel, outcome }: FundPage): string {
  const period = frequencyLabel === null ? null : (everyPeriod[frequencyLabel] ?? frequencyLabel)
  const rhythm = period === null ? 'pays its holders on no regular schedule' : `pays its holders ${period}`
  const claim = claims[outcome.status] ?? rhythm
  return `${name} (${symbol}) ${claim}.`
}

/** Sentences about the fund's assets, newest first, and how they changed; none while nothing is stored. */
export function assetSentences({ symbol, assets }: Pick<FundPage, 'symbol' | 'assets'>): string[] {
  if (assets === null) return []
  const { day, netAssets, sharesOutstanding, change } = assets
  const worth = formatMoney(netAssets / sharesOutstanding)
  const millions = dollars(netAssets / 1e6, 1)
  const state = `At the open on ${formatDay(day)}, ${symbol} had ${millions} million in net assets: ${formatCount(sharesOutstanding)} shares worth ${worth} each.`
  if (change === null) return [state]
  const { from, total, flows } = change
  const moved = `Since ${formatDay(from)} net assets ${total < 0 ? 'fell' : 'rose'} ${formatPercent(100 * Math.abs(total), 1)}`
  if (flows === null) return [state, `${moved}.`]
  const parts = `${formatChange(100 * flows, 1)} from ${flows < 0 ? 'outflows' : 'inflows'}, ${formatChange(100 * (total - flows), 1)} from the share value, which distributions reduce`
  return [state, `${moved}: ${parts}.`]
}
