import * as z from 'zod/mini'
import { Group } from './collection.ts'
import { defineAction, defineEndpoint } from './endpoint.ts'
import { trimmedText } from './fields.ts'
import { Ticker } from './stock.ts'

/** A fund that nobody added, or one that seems to be gone. */
const FundProposal = z.object({
  ticker: z.string(),
  kind: z.enum(['add', 'close']),
  /** Such as 'YSPC: YieldMax, 3 announcements since July 30.' */
  sentence: z.string(),
  issuer: z.string(),
  /** Null if no source named it. */
  name: z.nullable(z.string())
})
export type FundProposal = z.infer<typeof FundProposal>

/** Proposals with the most announcements first, and other symbols of covered issuers that were seen, but not proposed. */
export const readFundProposals = defineEndpoint('admin', 'GET', '/api/admin/fund-proposals', {
  output: z.object({
    proposals: z.array(FundProposal),
    others: z.array(z.string()),
    families: z.array(z.object({ id: z.string(), name: z.string() })),
    can_add: z.boolean()
  })
})

const AddedFund = z.object({
  message: z.string(),
  /** How it was filed, found in its name and payments unless the operator said otherwise. */
  found: z.object({
    name: z.string(),
    family: z.string(),
    underlying: z.nullable(z.string()),
    payments_a_year: z.number()
  }),
  /** Its first estimate; null if there is none yet. */
  estimate: z.nullable(
    z.object({ amount: z.number(), low: z.number(), high: z.number(), ex_date: z.string() })
  ),
  /** Estimates of its past payments from what was known before, and their median error, a fraction. */
  backtest: z.nullable(z.object({ payments: z.number(), median_error: z.number() }))
})
export type AddedFund = z.infer<typeof AddedFund>

/**
 * Adds a proposed fund with its whole history and publishes it; all or nothing. What is left out is found in its name
 * and its payments.
 */
export const addProposedFund = defineEndpoint('admin', 'POST', '/api/admin/fund-proposals/:ticker', {
  input: z.object({
    ticker: Ticker,
    name: z.optional(trimmedText('name', 3, 120)),
    family: z.optional(z.string('family must be the id of a family')),
    group: z.optional(Group)
  }),
  output: AddedFund,
  success: 201
})

/** Closes a fund as proposed, since its last payment. */
export const closeProposedFund = defineAction('POST', '/api/admin/fund-proposals/:ticker/close', {
  ticker: Ticker
})

/** Removes a proposal for good. */
export const dismissFundProposal = defineAction('DELETE', '/api/admin/fund-proposals/:ticker', {
  ticker: Ticker
})
