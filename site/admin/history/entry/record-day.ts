/*
 * Days of the record. They are calendar days, not instants: what is written is what counts, and no time zone
 * moves it.
 */

/** The operator's own calendar day as YYYY-MM-DD. */
export function dayOf(moment: Date): string {
  const part = (value: number) => String(value).padStart(2, '0')
  return `${moment.getFullYear()}-${part(moment.getMonth() + 1)}-${part(moment.getDate())}`
}

/** YYYY-MM-DD out of an ISO day or instant, MM/DD/YYYY, or any date the browser can read; else `today`. */
export function normaliseDay(text: string, today: string): string {
  const written = text.trim()
  const iso = /^(\d{4}-\d{2}-\d{2})(?:$|T)/.exec(written)
  if (iso !== null) return realDay(iso[1]) ?? today
  const slashed = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(written)
  if (slashed !== null) {
    const [, month = '', day = '', year = ''] = slashed
    return realDay(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`) ?? today
  }
  const moment = new Date(written)
  return Number.isNaN(moment.getTime()) ? today : dayOf(moment)
}

function realDay(isoDay: string | undefined): string | null {
  const moment = new Date(`${isoDay}T00:00:00Z`)
  return Number.isNaN(moment.getTime()) || moment.toISOString().slice(0, 10) !== isoDay ? null : isoDay
}
