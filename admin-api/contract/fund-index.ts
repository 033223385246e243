import * as z from 'zod/mini'
import { defineEndpoint } from './endpoint.ts'

/** What the search fields look a fund up by. */
export const FundIndex = z.object({
  /** By symbol. */
  funds: z.array(
    z.object({
      symbol: z.string(),
      name: z.string(),
      /** The ticker of what the fund writes its options on, and what people call it; null for a portfolio. */
      underlying: z.nullable(z.object({ ticker: z.string(), name: z.string() })),
      hasEstimate: z.boolean()
    })
  )
})
export type FundIndex = z.infer<typeof FundIndex>
export type IndexedFund = FundIndex['funds'][number]

export const fundIndexPath = '/fund-index.json'

/** A published file: a fund is found with the API down, too. */
export const readFundIndex = defineEndpoint({
  method: 'GET',
  path: fundIndexPath,
  access: 'public',
  input: z.object({}),
  output: FundIndex
})
