import * as z from 'zod/mini'
import { defineAction, defineEndpoint } from './endpoint.ts'

export const readTopTickers = defineEndpoint('public', 'GET', '/api/search-metrics/top-tickers', {
  /** The most searched symbols, at most three, most searched first. */
  output: z.object({ tickers: z.array(z.string()) })
})

export const readSearchMetrics = defineEndpoint('admin', 'GET', '/api/admin/search-metrics', {
  output: z.object({
    /** At most three, most searched first. */
    top_searches: z.array(z.object({ symbol: z.string(), count: z.number() })),
    /** Number of all stored searches. */
    total_count: z.number(),
    /** An instant. */
    fetched_at: z.string()
  })
})

export const resetSearchMetrics = defineAction('POST', '/api/admin/search-metrics/reset')
