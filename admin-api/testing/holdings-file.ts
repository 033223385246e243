import type { IsoDay } from '../market-days/types.ts'
import type { Reply } from './yahoo-server.ts'

export const holdingsHeader =
  'Date,Account,StockTicker,CUSIP,SecurityName,Shares,Price,MarketValue,Weightings,NetAssets,SharesOutstanding,CreationUnits,MoneyMarketFlag'

/** A fund in the file; its holdings are a stock, a swap, a bill, a money market fund and cash. */
export type FundInFile = { symbol: string; netAssets: number; sharesOutstanding: number }

/** Shares of the net assets; together 100 %. */
const holdings = [
  ['AMD', '007903107', 'Advanced Micro Devices Inc', 0.2, ''],
  ['007903107 TRS 071426 NM', '007903107 TRS 071426 NM', 'ADVANCED MICRO DEVICES SWAP', 0.0647, ''],
  ['912797RF6', '912797RF6', 'United States Treasury Bill 07/09/2026', 0.6, ''],
  ['FGXXX', '31846V336', '"First American Government Obligations Fund, 12/01/2031"', 0.1, 'Y'],
  ['Cash&Other', 'Cash&Other', 'Cash & Other', 0.0353, '']
] as const

/** Roundhill's file of all its funds with rows of a day, in the words of the recorded ones. */
export function makeHoldingsFile(day: IsoDay, funds: readonly FundInFile[]): Reply {
  const rows = funds.flatMap((fund) => makeRows(day, fund))
  return { headers: { 'content-type': 'text/csv' }, body: `${[holdingsHeader, ...rows].join('\n')}\n` }
}

function makeRows(day: IsoDay, { symbol, netAssets, sharesOutstanding }: FundInFile): string[] {
  const [year, month, date] = day.split('-')
  const creationUnits = (sharesOutstanding / 10_000).toFixed(12)
  return holdings.map(([ticker, cusip, name, share, flag]) => {
    const value = (netAssets * share).toFixed(2)
    const weight = `${(100 * share).toFixed(2)}%`
    const cells = [`${month}/${date}/${year}`, symbol, ticker, cusip, name, '647296.00000000', '357.770000']
    return [...cells, value, weight, netAssets, sharesOutstanding, creationUnits, flag].join(',')
  })
}
