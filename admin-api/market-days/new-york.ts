export const newYork = 'America/New_York'

// The Swedish format is 2026-05-29 16:30.
const format = new Intl.DateTimeFormat('sv-SE', {
  timeZone: newYork,
  dateStyle: 'short',
  timeStyle: 'short'
})

/** The local day and time of the exchange: YYYY-MM-DD and HH:MM. */
export function toNewYorkTime(instant: Date): { day: string; time: string } {
  const [day = '', time = ''] = format.format(instant).split(' ')
  return { day, time }
}
