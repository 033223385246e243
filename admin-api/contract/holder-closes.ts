import * as z from 'zod/mini'
import { defineEndpoint } from './endpoint.ts'

/** Most symbols in one request. */
export const mostHolderCloses = 40

/**
 * A symbol of US markets: 'SCHD', 'BRK.B', 'BAC-PL', 'SPAXX'. CUSIPs, ISINs, coins as 'BTC-USD' and symbols of other markets
 * as 'VUSA.L' aren't.
 */
export const usSymbolForm = /^[A-Z]{1,5}(?:[./ -](?:[A-E]|[KUW]|WS|UN|PR?[A-Z]?))?$/

const allowed = `symbols must be 1 to ${mostHolderCloses} US symbols, separated by commas`

const HolderCloses = z.object({
  /** Dollars per share at the close of a session in New York, on its share basis. */
  closes: z.array(z.object({ symbol: z.string(), date: z.string(), close: z.number() })),
  /** Symbols without a close. */
  unknown: z.array(z.string())
})
export type HolderCloses = z.infer<typeof HolderCloses>

/**
 * Last closes of US symbols, covered or not. Answers 503 where the operator doesn't offer it, in a demonstration and on
 * embedded figures, and 502 while the source is away.
 */
export const readHolderCloses = defineEndpoint('public', 'GET', '/data/closes', {
  input: z.object({
    symbols: z.string(allowed).check(
      z.maxLength(20 * mostHolderCloses, allowed),
      z.refine((text) => {
        const symbols = text.split(',')
        return symbols.length <= mostHolderCloses && symbols.every((symbol) => usSymbolForm.test(symbol))
      }, allowed)
    )
  }),
  output: HolderCloses
})
