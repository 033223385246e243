import { closeAt } from '../../../admin-api/market-days/closes.ts'
import type { Close } from '../../../admin-api/market-days/types.ts'
import type { HeldFund } from '../funds/held-fund.ts'
import type { Lot } from '../ledger/take-shares.ts'
import type { Holdings } from './holdings.ts'

/** Dollars of a visitor in a fund, and what the same dollars came to in its underlying. */
export type UnderlyingReturn = {
  symbol: string
  ticker: string
  /** Cost of purchases that weren't paid by distributions. */
  invested: number
  /** The same dollars on the same days at closes of the underlying, sold when the shares were; without its dividends. */
  underlying: number
  /** Value of shares held, and everything received from payments and sales. */
  fund: number
}

/**
 * Compares the lots of one fund with its underlying until the fund's newest close; null if a cost or a close of one of
 * the days is unknown. Payments that bought more shares are part of the fund's result, not new dollars.
 * @param held lots of one account or of all, and their figures, which count what was received before a transfer
 */
export function compareWithUnderlying(
  held: { fund: HeldFund; lots: readonly Lot[]; holdings: Holdings },
  closes: readonly Close[]
): UnderlyingReturn | null {
  const { fund, lots, holdings } = held
  const end = fund.closes.at(-1)
  if (end === undefined || fund.underlying === null || holdings.leftOut.length > 0) return null
  const sums = { invested: 0, underlying: 0 }
  for (const { boughtOn, heldUntil, sale, cost, isReinvested } of lots) {
    // Moved shares count in their new lot.
    if (isReinvested || (heldUntil !== null && sale === null)) continue
    const start = closeAt(closes, boughtOn)
    const stop = closeAt(closes, heldUntil ?? end.date)
    if (cost === null || start === undefined || stop === undefined) return null
    sums.invested += cost
    sums.underlying += (cost * stop.close) / start.close
  }
  if (sums.invested <= 0) return null
  return {
    symbol: fund.symbol,
    ticker: fund.underlying.ticker,
    ...sums,
    fund: sums.invested + holdings.gain
  }
}
