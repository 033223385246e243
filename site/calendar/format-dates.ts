import type { CalendarPayment } from '../../admin-api/contract/calendar.ts'
import { formatDividend } from '../lib/format.ts'
import type { DateKind, DateStatus } from './calendar-weeks.ts'
import { formatAbout } from './feed-events.ts'

export const dateTitles: Record<DateKind, Record<DateStatus, string>> = {
  ex: { paid: 'Went ex', declared: 'Ex-date', estimated: 'Ex-date', expected: 'Ex-date' },
  pay: { paid: 'Paid', declared: 'Pay date', estimated: 'Pay date', expected: 'Pay date' }
}

/** How certain a date is, in words: 'paid' is said by its title. */
export function certaintyOf(status: DateStatus): string | null {
  if (status === 'paid') return null
  return status === 'expected' ? 'not confirmed' : status
}

/** '$0.2146', or '~$0.21' for a payment after the next one; null if only the days are known. */
export function formatPaymentAmount({ amount, isProjected }: CalendarPayment): string | null {
  if (amount === null) return null
  return isProjected ? `~${formatAbout(amount)}` : formatDividend(amount)
}
