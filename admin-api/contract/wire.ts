import * as z from 'zod/mini'
import { frequencies } from './vocabulary.ts'

/** Forms that several calls share. */

/** A number that may come as text, from a path or a query. */
export function wholeNumber(name: string, least: number, most: number) {
  const message = `${name} must be a whole number from ${least} to ${most}`
  return z.pipe(
    z.union([z.string().check(z.regex(/^\d{1,15}$/, message)), z.number(message)], message),
    z.pipe(z.transform(Number), z.int(message).check(z.gte(least, message), z.lte(most, message)))
  )
}

/** The number of a row, as it stands in a path or a list. */
export const RowId = wholeNumber('id', 1, Number.MAX_SAFE_INTEGER)

/** A day of the calendar that exists: YYYY-MM-DD, 2020 to 2099. */
export function calendarDay(name: string) {
  const message = `${name} must be a day as YYYY-MM-DD`
  return z.string(message).check(
    z.regex(/^20[2-9]\d-\d\d-\d\d$/, { error: message, abort: true }),
    z.refine((day) => isRealDay(day), `${name} is a day that does not exist`)
  )
}

/**
 * Left out, an amount that looks like a slip of the keyboard is refused with `unusual-amount` (422), whose message
 * names it beside the usual one; true says that it is right.
 */
export const ConfirmUnusual = z._default(z.boolean('confirm_unusual must be true or false'), false)

/** Left out, a payment expected on a day that is over is refused with `past-day` (422); true says that it is right. */
export const ConfirmPast = z._default(z.boolean('confirm_past must be true or false'), false)

/** A finite number from `least` to `most`; `most` is far above anything true. */
export function amountOf(name: string, least: number, most: number) {
  const message = `${name} must be a number from ${least} to ${most}`
  return z.number(message).check(z.gte(least, message), z.lte(most, message))
}

export const Pagination = z.object({ currentPage: z.number(), total: z.number(), totalPages: z.number() })
export type Pagination = z.infer<typeof Pagination>

export const Message = z.object({ message: z.string() })

export const Frequency = z.enum(frequencies, `frequency must be one of ${frequencies.join(', ')}`)

function isRealDay(day: string): boolean {
  const moment = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(day)
}
