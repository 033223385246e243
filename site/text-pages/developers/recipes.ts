import {
  dataPathOfFund,
  fundsCsvPath,
  paymentsCsvPathOf,
  upcomingCsvPath
} from '../../../admin-api/contract/open-data.ts'

/** Settings that make another program read our files. */
export type Recipe = { program: string; what: string; settings: { name: string; value: string }[] }

/** JSONPath to all closes, and to the newest one: lists ascend by day. */
const [dates, closes, newest] = ['$.closes[*].date', '$.closes[*].close', '$.closes[-1:].close']

/** Places of two columns of the table of all funds, which never change. */
const [estimateColumn, ownByColumn] = [6, 11]

/** @param siteUrl origin without trailing slash */
export function listRecipes(siteUrl: string, symbol: string): Recipe[] {
  const json = siteUrl + dataPathOfFund(symbol)
  const csv = siteUrl + paymentsCsvPathOf(symbol)
  const funds = `IMPORTDATA("${siteUrl}${fundsCsvPath}")`
  const lookUp = (column: number) => `=VLOOKUP("${symbol}",${funds},${column},FALSE)`
  return [
    {
      program: 'Portfolio Performance',
      what: 'Prices: edit the security, Historical Quotes, provider JSON. Payments: download the CSV and import it as account transactions of type Dividend, for your number of shares.',
      settings: [
        { name: 'Feed URL', value: json },
        { name: 'Path to date', value: dates },
        { name: 'Path to close', value: closes },
        { name: 'Payments', value: csv }
      ]
    },
    {
      program: 'Ghostfolio',
      what: 'Admin Control, Market Data: add an asset with the data source Manual, currency USD, and this scraper configuration. It reads the newest close once a day.',
      settings: [
        { name: 'Scraper configuration', value: JSON.stringify({ url: json, selector: newest }, null, 2) }
      ]
    },
    {
      program: 'Wealthfolio',
      what: 'Settings, Market Data: add a custom provider of the format JSON with two sources, and choose it for the asset.',
      settings: [
        { name: 'Latest: URL', value: json },
        { name: 'Latest: price path', value: newest },
        { name: 'Historical: URL', value: json },
        { name: 'Historical: price path', value: closes },
        { name: 'Historical: date path', value: dates }
      ]
    },
    {
      program: 'Google Sheets',
      what: 'The first formula fills a sheet with all funds: estimate, days, price, yield and more. The next two look up one fund in it. The others show all coming payments, all past payments of a fund, and their sum of the last 365 days, per share.',
      settings: [
        { name: 'All funds', value: `=${funds}` },
        { name: 'Estimate of one fund', value: lookUp(estimateColumn) },
        { name: 'Its own-by date', value: lookUp(ownByColumn) },
        { name: 'Coming payments', value: `=IMPORTDATA("${siteUrl}${upcomingCsvPath}")` },
        { name: 'All payments', value: `=IMPORTDATA("${csv}")` },
        {
          name: 'Sum of a year',
          value: `=SUM(QUERY(IMPORTDATA("${csv}"),"select Col6 where Col2 >= date '"&TEXT(TODAY()-365,"yyyy-mm-dd")&"'",1))`
        }
      ]
    }
  ]
}
