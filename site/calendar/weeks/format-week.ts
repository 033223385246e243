import { stakeDollars, type WeekFigures, type WeekSummary } from '../../../admin-api/contract/weeks.ts'
import { addDays } from '../../../admin-api/market-days/days.ts'
import { countOf } from '../../../admin-api/numbers/format-numbers.ts'
import { formatCount, formatDay, formatMoney, formatShortDay } from '../../lib/format.ts'

/** 'Week of May 28, 2026', by its Thursday. */
export function nameOfWeek(thursday: string): string {
  return `Week of ${formatDay(thursday)}`
}

/** 'May 25 to May 29, 2026' */
export function formatWeek(thursday: string): string {
  return `${formatShortDay(addDays(thursday, -3))} to ${formatDay(addDays(thursday, 1))}`
}

/** '53 of 59 payments were hits: 52 inside the range of the estimate, 39 within 10% of the payment, 38 both.' */
export function formatHits({ payments, hits, inRange, within10 }: WeekFigures): string {
  return `${hits} of ${countOf(payments, 'payment')} ${hits === 1 ? 'was a hit' : 'were hits'}: ${inRange} inside the range of the estimate, ${within10} within 10% of the payment, ${inRange + within10 - hits} both.`
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
