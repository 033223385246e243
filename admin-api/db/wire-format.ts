const monthNames =
  'January February March April May June July August September October November December'.split(' ')

/** '2026-05-29' -> '29/05/2026', the form of the public history. */
export function formatSlashDay(day: string): string {
  const [year, month, date] = day.split('-')
  return `${date}/${month}/${year}`
}

/** '2026-05-29' -> '29 May 2026', for sentences. */
export function formatLongDay(day: string): string {
  const [year, month, date] = day.split('-')
  return `${Number(date)} ${monthNames[Number(month) - 1]} ${year}`
}

export function roundTo(digits: number, value: number): number {
  return Number(value.toFixed(digits))
}

/** Payments a year, in the words a visitor reads. */
export function labelFrequency(paymentsAYear: 52 | 13 | 12): string {
  if (paymentsAYear === 52) return 'Weekly'
  return paymentsAYear === 13 ? 'Every 4 Weeks' : 'Monthly'
}
