import type { Frequency } from '../../../admin-api/contract/vocabulary.ts'

export const frequencyNames: Record<Frequency, string> = {
  WEEKLY: 'Weekly',
  MONTHLY: 'Monthly',
  QUARTERLY: 'Quarterly',
  ANNUAL: 'Annual'
}
