// The Swedish format is 2026-05-29.
const newYorkFormat = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/New_York' })

/** Today in New York, the time zone of ex-dates: YYYY-MM-DD. Demo pages have a fixed day. */
export function newYorkDay(): string {
  return document.documentElement.dataset['demoDay'] ?? newYorkFormat.format(new Date())
}

const msPerDay = 86_400_000

/** `day` and the result are YYYY-MM-DD. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * msPerDay).toISOString().slice(0, 10)
}

/** The ISO 8601 week, '2026-W23'; a week belongs to the year of its Thursday. */
export function isoWeek(day: string): string {
  const weekday = (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7
  const thursday = addDays(day, 3 - weekday)
  const dayOfYear =
    (Date.parse(`${thursday}T00:00:00Z`) - Date.parse(`${thursday.slice(0, 4)}-01-01T00:00:00Z`)) / msPerDay
  return `${thursday.slice(0, 4)}-W${String(Math.floor(dayOfYear / 7) + 1).padStart(2, '0')}`
}
