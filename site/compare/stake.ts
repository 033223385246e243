/** Dollars invested in each fund on the first day. */
export const stake = 10_000
