import type { StockResult } from '../../../admin-api/contract/stock.ts'
import { formatCount, formatDay, formatDividend, formatMoney, formatPercent } from '../../lib/format.ts'

/** Link that opens a prepared post. `pageUrl` is added if known. */
export function shareLink(
  stock: Pick<StockResult, 'symbol' | 'dividend' | 'annualized_yield' | 'next_ex_date'>,
  shares: number,
  pageUrl: string | null,
  today: string
): string {
  const which =
    stock.next_ex_date < today
      ? `the distribution expected on ${formatDay(stock.next_ex_date)}`
      : 'the next distribution'
  const text =
    `⚓ ${formatCount(shares)} shares of $${stock.symbol} could bring ${formatMoney(shares * stock.dividend)} ` +
    `at ${which}: an estimated ${formatDividend(stock.dividend)} a share, ` +
    `${formatPercent(stock.annualized_yield)} annualized. Not financial advice.`
  const intent = new URL('https://x.com/intent/post')
  intent.searchParams.set('text', text)
  if (pageUrl !== null) intent.searchParams.set('url', pageUrl)
  return intent.href
}
