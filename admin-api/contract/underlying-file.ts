import * as z from 'zod/mini'
import { list, text } from './described.ts'
import { defineEndpoint } from './endpoint.ts'

/** Closes of an underlying, from data/ and live sources; one file per underlying. */
const UnderlyingFile = z.object({
  ticker: text('Yahoo symbol'),
  name: z.string(),
  units: z.string(),
  terms: z.string(),
  closes: list(
    z.object({ date: z.string(), close: z.number(), source: z.string() }),
    'Daily closes in US dollars on the share basis of the newest one, without its own distributions, or points of an index; by day'
  )
})
export type UnderlyingFile = z.infer<typeof UnderlyingFile>

/** Whether an underlying is an index, such as ^VIX, whose closes are points and not prices. */
export function isIndex(ticker: string): boolean {
  return ticker.startsWith('^')
}

/** Name of the file of an underlying: 'btc-usd' for BTC-USD, 'vix' for ^VIX. */
export function fileNameOfUnderlying(ticker: string): string {
  return ticker.toLowerCase().replace(/[^a-z0-9-]/g, '')
}

export function pathOfUnderlying(ticker: string): `/data/underlyings/${string}.json` {
  return `/data/underlyings/${fileNameOfUnderlying(ticker)}.json`
}

export const readUnderlyingFile = defineEndpoint('public', 'GET', '/data/underlyings/:name.json', {
  input: z.object({ name: z.string().check(z.regex(/^[a-z0-9-]{1,12}$/)) }),
  output: UnderlyingFile
})
