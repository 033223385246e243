import type { PaymentFrequency } from './types.ts'

/** '2026-05-29' -> '29/05/2026', the form of the public history. */
export function formatSlashDay(day: string): string {
  const [year, month, date] = day.split('-')
  return `${date}/${month}/${year}`
}

/** Payments a year, in the words a visitor reads. */
export function labelFrequency(paymentsAYear: PaymentFrequency): string {
  if (paymentsAYear === 52) return 'Weekly'
  return paymentsAYear === 13 ? 'Every 4 Weeks' : 'Monthly'
}
