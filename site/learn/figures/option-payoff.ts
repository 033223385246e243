/*
 * Profit or loss per share on the day the options expire, in dollars, without fees, taxes and interest on the
 * collateral. `stock` is the share price on that day.
 */

/** `premium` is the price of the option, `strike` the price at which it may be exercised. */
export type Option = { strike: number; premium: number }

/**
 * One month to go, the stock at 100, volatility 50 % a year, rate 4.5 %, no dividends: Black-Scholes gives
 * 5.93 and 5.56 at the money, 3.87 at 105 and 2.42 at 110; rounded to five cents.
 */
export const market = {
  stock: 100,
  callAtTheMoney: { strike: 100, premium: 5.95 },
  putAtTheMoney: { strike: 100, premium: 5.55 },
  call105: { strike: 105, premium: 3.9 },
  call110: { strike: 110, premium: 2.4 }
} as const

export function holdStock(stock: number): number {
  return stock - market.stock
}

export function buyCall({ strike, premium }: Option, stock: number): number {
  return Math.max(0, stock - strike) - premium
}

export function sellCall(option: Option, stock: number): number {
  return -buyCall(option, stock)
}

export function sellPut({ strike, premium }: Option, stock: number): number {
  return premium - Math.max(0, strike - stock)
}

export function coveredCall(call: Option, stock: number): number {
  return holdStock(stock) + sellCall(call, stock)
}

/** A bought call and a sold put with one strike, which together move like the stock. */
export function syntheticStock(stock: number): number {
  return buyCall(market.callAtTheMoney, stock) + sellPut(market.putAtTheMoney, stock)
}

export function syntheticCoveredCall(call: Option, stock: number): number {
  return syntheticStock(stock) + sellCall(call, stock)
}

/** Figures to compare covered calls by; `cap` is the highest possible gain. */
export function coveredCallTerms(call: Option): {
  cap: number
  breakEven: number
  at120: number
  at80: number
} {
  return {
    cap: call.strike - market.stock + call.premium,
    breakEven: market.stock - call.premium,
    at120: coveredCall(call, 120),
    at80: coveredCall(call, 80)
  }
}

/**
 * Value of 100 dollars in the covered call after the stock has lost 20 % in one month and gained 25 % in the next, so
 * that it is back where it was. The call is renewed at 5 % above the price for the same percentage as before, and
 * premiums stay in cash.
 */
export function afterFallAndRecovery(): number {
  const { cap, at80 } = coveredCallTerms(market.call105)
  return (market.stock + at80) * (1 + cap / market.stock)
}
