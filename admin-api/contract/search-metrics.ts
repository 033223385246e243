import * as z from 'zod/mini'
import { defineEndpoint } from './endpoint.ts'

export const readTopTickers = defineEndpoint({
  method: 'GET',
  path: '/api/search-metrics/top-tickers',
  access: 'public',
  input: z.object({}),
  /** The most searched symbols, at most three, most searched first. */
  output: z.object({ tickers: z.array(z.string()) })
})
