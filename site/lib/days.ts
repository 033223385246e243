// The Swedish format is 2026-05-29.
const newYorkFormat = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/New_York' })

/** Today in New York, the time zone of ex-dates: YYYY-MM-DD. Demo pages have a fixed day. */
export function newYorkDay(): string {
  return document.documentElement.dataset['demoDay'] ?? newYorkFormat.format(new Date())
}
