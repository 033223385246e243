import * as z from 'zod/mini'

const IsoDay = z.iso.date()

/** Whether this is a calendar day, written YYYY-MM-DD. Pages without the schema library use isDay of site/lib/format. */
export function isDay(value: unknown): value is string {
  return IsoDay.safeParse(value).success
}

/** An input field with a calendar day from 1990, before the first ETF, to 2099. */
export function calendarDay(name: string) {
  const message = `${name} must be a day as YYYY-MM-DD`
  return z.string(message).check(
    z.regex(/^(?:199|20\d)\d-\d\d-\d\d$/, { error: message, abort: true }),
    z.refine((day) => isDay(day), `${name} is a day that does not exist`)
  )
}
