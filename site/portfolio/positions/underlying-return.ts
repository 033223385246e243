import { closeAt } from '../../../admin-api/market-days/closes.ts'
import type { Close } from '../../../admin-api/market-days/types.ts'
import type { Lot } from '../ledger/reduce-ledger.ts'
import type { HeldFund } from './held-fund.ts'
import { calculateHoldings } from './holdings.ts'

/** Dollars of a visitor in a fund, and what the same dollars came to in its underlying. */
export type UnderlyingReturn = NonNullable<ReturnType<typeof compareWithUnderlying>>

/**
 * Compares the lots of one fund with its underlying until the fund's newest close; null if a cost or a close of one of
 * the days is unknown. Payments that bought more shares are part of the fund's result, not new dollars.
 */
export function compareWithUnderlying(
  lots: readonly Lot[],
  fund: HeldFund,
  closes: readonly Close[],
  today: string
) {
  const end = fund.closes.at(-1)
  const holdings = calculateHoldings(lots, new Map([[fund.symbol, fund]]), today)
  if (end === undefined || fund.underlying === null || holdings.leftOut.length > 0) return null
  let [invested, underlying] = [0, 0]
  for (const { boughtOn, heldUntil, sale, cost, isReinvested } of lots) {
    // Moved shares count in their new lot.
    if (isReinvested || (heldUntil !== null && sale === null)) continue
    const start = closeAt(closes, boughtOn)
    const stop = closeAt(closes, heldUntil ?? end.date)
    if (cost === null || start === undefined || stop === undefined) return null
    invested += cost
    underlying += (cost * stop.close) / start.close
  }
  if (invested <= 0) return null
  return {
    symbol: fund.symbol,
    ticker: fund.underlying.ticker,
    /** Cost of purchases that weren't paid by distributions. */
    invested,
    /** The same dollars on the same days at closes of the underlying, sold when the shares were; without its dividends. */
    underlying,
    /** Value of shares held, and everything received from payments and sales. */
    fund: invested + holdings.gain
  }
}
