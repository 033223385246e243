import * as z from 'zod/mini'
import { defineEndpoint } from './endpoint.ts'
import { Message } from './fields.ts'

export const readTopTickers = defineEndpoint('GET', '/api/search-metrics/top-tickers', {
  access: 'public',
  /** The most searched symbols, at most three, most searched first. */
  output: z.object({ tickers: z.array(z.string()) })
})

export const readSearchMetrics = defineEndpoint('GET', '/api/admin/search-metrics', {
  access: 'admin',
  output: z.object({
    /** At most three, most searched first. */
    top_searches: z.array(z.object({ symbol: z.string(), count: z.number() })),
    /** Number of all stored searches. */
    total_count: z.number(),
    /** An instant. */
    fetched_at: z.string()
  })
})

export const resetSearchMetrics = defineEndpoint('POST', '/api/admin/search-metrics/reset', {
  access: 'admin',
  output: Message
})
