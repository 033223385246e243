import * as z from 'zod/mini'
import { calendarDay } from './days.ts'
import { defineAction, defineEndpoint } from './endpoint.ts'
import { amountOf, ConfirmPast, ConfirmUnusual, Frequency, RowId } from './fields.ts'

/** A collected estimate or payment that waits for the operator. Days are YYYY-MM-DD, money is dollars a share. */
export const ManualEntry = z.object({
  id: z.number(),
  ticker: z.string(),
  /** `estimate`: for the upcoming payment. `payment`: one that is quarantined, or stored and marked. */
  kind: z.enum(['estimate', 'payment']),
  collection_date: z.string(),
  payment_date: z.nullable(z.string()),
  ex_date: z.nullable(z.string()),
  estimated_dividend: z.nullable(z.number()),
  /** Amount of a quarantined payment. */
  actual_dividend: z.nullable(z.number()),
  current_price: z.nullable(z.number()),
  /** A fraction a year. */
  implied_volatility: z.nullable(z.number()),
  three_month_average: z.nullable(z.number()),
  frequency: Frequency,
  /** How often the fund pays now, such as 'Twice a Month', for which `frequency` has no value; absent if unknown. */
  pays: z.optional(z.string()),
  status: z.enum(['pending', 'approved']),
  /** The payment is stored and used, and marked because our range makes it unlikely. */
  is_stored: z.boolean(),
  /** Why it is quarantined, or that an estimate is from stored figures, in a sentence; null for other estimates. */
  reason: z.nullable(z.string()),
  /** Figures for the decision about a quarantined payment; absent for all others. */
  evidence: z.optional(
    z.object({
      /** At most five payments before it, newest first. */
      recent: z.array(z.object({ ex_date: z.string(), amount: z.number() })),
      /** Our last estimate for its ex-date; null without one. */
      estimate: z.nullable(z.number()),
      /** Amount that the source probably meant; null if that isn't evident. */
      suggested_amount: z.nullable(z.number())
    })
  )
})
export type ManualEntry = z.infer<typeof ManualEntry>

const PaymentDay = calendarDay('payment_date')
const Ids = z
  .array(RowId, 'ids must be a list of numbers')
  .check(
    z.minLength(1, 'Please select at least one entry'),
    z.maxLength(1000, 'At most 1000 entries at once')
  )

/** Pending entries first, among them quarantined payments first, then newest first. */
export const readManualEntries = defineEndpoint('admin', 'GET', '/api/admin/manual-entries', {
  output: z.object({ entries: z.array(ManualEntry) })
})

export const updateManualEntry = defineEndpoint('admin', 'PUT', '/api/admin/manual-entries/:id', {
  input: z.object({ id: RowId, payment_date: PaymentDay, confirm_past: ConfirmPast }),
  output: z.object({ message: z.string(), payment_date: z.string() })
})

/** Moves the entry into the dividend history at its payment date. */
export const approveManualEntry = defineEndpoint('admin', 'POST', '/api/admin/manual-entries/:id/approve', {
  input: z.object({
    id: RowId,
    /** Corrects the amount of a quarantined or marked payment, in dollars a share. */
    amount: z.optional(amountOf('amount', 0.0001, 1000)),
    confirm_unusual: ConfirmUnusual
  }),
  output: z.object({ message: z.string(), payment_date: z.string() })
})

/**
 * Approves all selected entries that need no confirmation; the others stay, with their reasons in the message. With
 * dry_run nothing changes, and the message describes what would.
 */
export const approveSelectedManualEntries = defineEndpoint(
  'admin',
  'POST',
  '/api/admin/manual-entries-selected/approve',
  {
    input: z.object({
      ids: Ids,
      dry_run: z._default(z.boolean('dry_run must be true or false'), false)
    }),
    output: z.object({ message: z.string(), approved: z.number() })
  }
)

export const deleteManualEntry = defineAction('DELETE', '/api/admin/manual-entries/:id', { id: RowId })

export const deleteAllManualEntries = defineAction('DELETE', '/api/admin/manual-entries-all')

export const deleteSelectedManualEntries = defineAction('DELETE', '/api/admin/manual-entries-selected', {
  ids: Ids
})

export const updateSelectedManualEntries = defineEndpoint(
  'admin',
  'PUT',
  '/api/admin/manual-entries-selected/payment-date',
  {
    input: z.object({ ids: Ids, payment_date: PaymentDay, confirm_past: ConfirmPast }),
    output: z.object({ message: z.string(), payment_date: z.string() })
  }
)
