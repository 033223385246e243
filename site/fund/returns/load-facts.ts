import type { ReturnFacts } from '../../../admin-api/contract/fund-page.ts'
import { isIndex } from '../../../admin-api/contract/underlying-file.ts'
import { call } from '../../lib/call.ts'
import { type HeldFund, toHeldFund } from '../../portfolio/funds/held-fund.ts'

/** What returns of a fund are calculated from; a sentence if its data can't be loaded. */
export async function loadReturnFacts(symbol: string): Promise<ReturnFacts | string> {
  const data = await call('GET /data/:ticker.json', { ticker: symbol.toLowerCase() })
  if (!data.ok) return `The prices couldn’t be loaded. ${data.message}`
  const fund = toHeldFund(data.value)
  return {
    ...fund,
    paymentsAYear: fund.estimate?.frequency ?? null,
    underlying: await findUnderlying(fund)
  }
}

/** Without its closes the report is shown without the underlying. */
async function findUnderlying({ underlying }: HeldFund): Promise<ReturnFacts['underlying']> {
  if (underlying === null || underlying.file === null || isIndex(underlying.ticker)) return null
  const file = await call('GET /data/underlyings/:name.json', { name: underlying.file })
  return file.ok ? { ticker: underlying.ticker, closes: file.value.closes } : null
}
