import * as z from 'zod/mini'
import { frequencies } from './vocabulary.ts'

/*
 * Fields that several endpoints share.
 */

/** A whole number, which may be text in a path or query. */
export function wholeNumber(name: string, least: number, most: number) {
  const message = `${name} must be a whole number from ${least} to ${most}`
  return z.pipe(
    z.union([z.string().check(z.regex(/^\d{1,15}$/, message)), z.number(message)], message),
    z.pipe(z.transform(Number), z.int(message).check(z.gte(least, message), z.lte(most, message)))
  )
}

/** Inputs of a paged list. Pages count from 1. */
export function pageFields({ maxLimit, usualLimit }: { maxLimit: number; usualLimit: number }) {
  return { page: z._default(wholeNumber('page', 1, 1_000_000), 1), limit: limitField(maxLimit, usualLimit) }
}

/** Maximum number of items in an answer. */
export function limitField(most: number, usual: number) {
  return z._default(wholeNumber('limit', 1, most), usual)
}

export const Pagination = z.object({ currentPage: z.number(), total: z.number(), totalPages: z.number() })
export type Pagination = z.infer<typeof Pagination>

/** Row id, in a path or a list. */
export const RowId = wholeNumber('id', 1, Number.MAX_SAFE_INTEGER)

/** Without true, an unusual amount is rejected with `unusual-amount` (422), in case it is a typing error. */
export const ConfirmUnusual = z._default(z.boolean('confirm_unusual must be true or false'), false)

/** Without true, a payment expected on a past day is rejected with `past-day` (422). */
export const ConfirmPast = z._default(z.boolean('confirm_past must be true or false'), false)

/** A finite number from `least` to `most`, a limit far above any real value. */
export function amountOf(name: string, least: number, most: number) {
  const message = `${name} must be a number from ${least} to ${most}`
  return z.number(message).check(z.gte(least, message), z.lte(most, message))
}

/** Trimmed text of `least` to `most` characters. */
export function trimmedText(name: string, least: number, most: number) {
  const message = `${name} must have ${least} to ${most} characters`
  return z.string(message).check(z.trim(), z.minLength(least, message), z.maxLength(most, message))
}

/** One of these values. */
export function enumOf<const Values extends readonly string[]>(name: string, values: Values) {
  return z.enum(values, `${name} must be one of ${values.join(', ')}`)
}

export const Message = z.object({ message: z.string() })

export const Frequency = enumOf('frequency', frequencies)
