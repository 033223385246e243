import type { FundData } from '../../../admin-api/contract/open-data.ts'
import { median } from '../../../admin-api/domain/averages.ts'

/** `percent` of the payment; `estimates` is how many there were. */
export type TypicalError = { percent: number; estimates: number }

/** The median error without its sign, of replayed estimates alone, as the page of the record has it; null without any. */
export function typicalError(past: FundData['past_estimates']): TypicalError | null {
  const errors = past
    .filter(({ origin }) => origin === 'replayed')
    .map(({ error_percent }) => Math.abs(error_percent))
  return errors.length === 0 ? null : { percent: median(errors), estimates: errors.length }
}
