import type { ExpenseRatio } from '../contract/expense-ratio.ts'
import { addMonths, formatLongDay } from '../market-days/days.ts'
import type { IsoDay } from '../market-days/types.ts'

type ExpenseColumns = {
  expense_ratio: number | null
  expense_as_of: string | null
  expense_source: string | null
  expense_caution: string | null
}

/** Returns null if the ratio is unknown. */
export function expenseRatioOf({
  expense_ratio: percent,
  expense_as_of: as_of,
  expense_source: source,
  expense_caution: caution
}: ExpenseColumns): ExpenseRatio | null {
  return percent === null || as_of === null
    ? null
    : { percent, as_of, source: source ?? '', caution: caution || null }
}

/** 'as of February 28, 2025 (over a year old); another source has 1.07%' */
export function describeExpense({ as_of, caution }: Omit<ExpenseRatio, 'source'>, today: IsoDay): string {
  const isYear = as_of.length === 4
  const isOld = addMonths(isYear ? `${as_of}-12-31` : as_of, 12) < today
  const age = `as of ${isYear ? as_of : formatLongDay(as_of)}${isOld ? ' (over a year old)' : ''}`
  return caution === null ? age : `${age}; ${caution}`
}
