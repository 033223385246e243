import * as z from 'zod/mini'
import { defineEndpoint } from './endpoint.ts'

/** CUSIPs and ISINs of the funds, for files that name funds only by them. */
export const identifiersPath = '/data/identifiers.json'

export const Identifiers = z.object({
  symbols: z
    .record(z.string(), z.string())
    .check(z.meta({ description: 'The current symbol by each CUSIP and ISIN that a fund has or had' }))
})
export type Identifiers = z.infer<typeof Identifiers>

export const readIdentifierFile = defineEndpoint('public', 'GET', identifiersPath, { output: Identifiers })
