import type { ManualEntry } from '../../../admin-api/contract/manual-entries.ts'
import { formatSlashedDay } from '../../lib/format.ts'

/** What distinguishes an entry from others of the same fund. */
export function nameOf({ ticker, payment_date, kind }: ManualEntry): string {
  const what = kind === 'payment' ? `${ticker} payment` : ticker
  return payment_date === null ? what : `${what} of ${formatSlashedDay(payment_date)}`
}
