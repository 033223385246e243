import { stakeDollars } from '../../../admin-api/contract/calendar.ts'
import type { WeekFigures, WeekSummary } from '../../../admin-api/contract/weeks.ts'
import { countOf } from '../../../admin-api/numbers/format-numbers.ts'
import { formatCount, formatMoney } from '../../lib/format.ts'

/** '52 of 59 payments landed in our range.' */
export function formatResult({ payments, inRange }: WeekFigures): string {
  return `${inRange} of ${countOf(payments, 'payment')} landed in our range.`
}

/** '$100 in each of the 59 funds paid $56.31; our estimates added up to $55.31.' */
export function formatStake({ stake }: WeekFigures): string {
  return `${formatStakes(stake.funds)} paid ${formatMoney(stake.paid)}; our estimates added up to ${formatMoney(stake.expected)}.`
}

/** '$100 in each of the 59 funds' */
export function formatStakes(funds: number): string {
  const each = formatMoney(stakeDollars).replace('.00', '')
  return funds === 1 ? `${each} in the one fund` : `${each} in each of the ${formatCount(funds)} funds`
}

/** Whether the estimates were live or backtested. */
export function formatOrigins({ live, backtested }: Pick<WeekSummary, 'live' | 'backtested'>): string {
  if (backtested === 0) return 'live'
  return live === 0 ? 'backtested' : `${live} live, ${backtested} backtested`
}
