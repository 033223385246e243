import { parseArgs } from 'node:util'

export type Options = {
  dividends?: string
  prices?: string
  /** First and last ex-date to be scored, YYYY-MM-DD. */
  from?: string
  to?: string
  symbol?: string
  json?: string
  /** Score the sums of whole fleets in place of single payments. */
  fleets?: boolean
}

export const usage = `npm run backtest -- [options]
  --dividends FILE  payments in place of data/dividends.csv; the whole history, not only what is new
  --prices FILE     closes in place of data/prices.csv
  --from DAY        first ex-date to score, YYYY-MM-DD
  --to DAY          last ex-date to score
  --symbol SYMBOL   score this fund only; the others still count in the method
  --json FILE       write the figures there too
  --fleets          score the ranges of what whole fleets are paid together, in place of single payments`

/** @throws Error with one sentence for an unknown option or a day that is none */
export function readOptions(args: readonly string[]): Options {
  const text = { type: 'string' } as const
  const { values } = parseArgs({
    args: [...args],
    options: {
      dividends: text,
      prices: text,
      from: text,
      to: text,
      symbol: text,
      json: text,
      fleets: { type: 'boolean' }
    }
  })
  for (const name of ['from', 'to'] as const) {
    const day = values[name]
    if (day !== undefined && !isDay(day)) throw new Error(`--${name} needs a day as YYYY-MM-DD, got ${day}.`)
  }
  return { ...values, ...(values.symbol && { symbol: values.symbol.toUpperCase() }) }
}

function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && new Date(text).toJSON()?.slice(0, 10) === text
}
