import * as z from 'zod/mini'
import { defineEndpoint } from './endpoint.ts'

/** Index of all funds for the search fields. */
export const FundIndex = z.object({
  /** By symbol. */
  funds: z.array(
    z.object({
      symbol: z.string(),
      name: z.string(),
      issuer: z.string(),
      formerSymbols: z.array(z.string()),
      /** Common names of the fund, separated by spaces. */
      nicknames: z.string(),
      /** The underlying of the fund's options and its common name; null for a portfolio. */
      underlying: z.nullable(z.object({ ticker: z.string(), name: z.string() })),
      hasEstimate: z.boolean()
    })
  )
})
export type FundIndex = z.infer<typeof FundIndex>
export type IndexedFund = FundIndex['funds'][number]

export const fundIndexPath = '/fund-index.json'

/** A published file, so that search works while the API is down. */
export const readFundIndex = defineEndpoint('public', 'GET', fundIndexPath, { output: FundIndex })
