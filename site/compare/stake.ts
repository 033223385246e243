/** Dollars put into each fund on the first day. */
export const stake = 10_000
