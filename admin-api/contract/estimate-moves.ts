import * as z from 'zod/mini'
import { list, number, text } from './described.ts'
import { defineEndpoint } from './endpoint.ts'

/**
 * Why a new version of an estimate differs from the one before. price: a new close; week: the close that ends the week
 * before the payment; payment: payments of the fund or its family; correction: stored figures or dates changed; method:
 * another version of the method.
 */
const moveCauses = ['price', 'week', 'payment', 'correction', 'method'] as const
export type MoveCause = (typeof moveCauses)[number]

export const EstimateMove = z.object({
  ex_date: text('Expected ex-date of the payment'),
  made_at: text('The instant at which the new version was stored, UTC'),
  from: number('The estimate before, dollars a share'),
  to: number('The estimate since then'),
  causes: list(
    z.enum(moveCauses),
    'price: a new close; week: the close that ends a week; payment: payments of the fund or its family; correction: stored figures or dates changed; method: another version of the method'
  ),
  payments: list(z.string(), 'Symbols of the funds whose payments became known')
})
export type EstimateMove = z.infer<typeof EstimateMove>

export const readEstimateMoves = defineEndpoint('admin', 'GET', '/api/admin/estimate-moves', {
  /** The largest moves of the last seven days, at most ten, largest first. */
  output: z.object({ moves: z.array(z.object({ symbol: z.string(), ...EstimateMove.shape })) })
})
