// Sweden writes 2026-05-29.
const format = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/New_York', dateStyle: 'short' })

/** The day at the exchange, YYYY-MM-DD. */
export function toNewYorkDay(instant: Date): string {
  return format.format(instant)
}
