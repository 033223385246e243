import * as z from 'zod/mini'
import { defineEndpoint } from './endpoint.ts'
import { Message } from './fields.ts'

export const readTopTickers = defineEndpoint({
  method: 'GET',
  path: '/api/search-metrics/top-tickers',
  access: 'public',
  input: z.object({}),
  /** The most searched symbols, at most three, most searched first. */
  output: z.object({ tickers: z.array(z.string()) })
})

export const readSearchMetrics = defineEndpoint({
  method: 'GET',
  path: '/api/admin/search-metrics',
  access: 'admin',
  input: z.object({}),
  output: z.object({
    /** At most three, most searched first. */
    top_searches: z.array(z.object({ symbol: z.string(), count: z.number() })),
    /** Number of all stored searches. */
    total_count: z.number(),
    /** An instant. */
    fetched_at: z.string()
  })
})

export const resetSearchMetrics = defineEndpoint({
  method: 'POST',
  path: '/api/admin/search-metrics/reset',
  access: 'admin',
  input: z.object({}),
  output: Message
})
