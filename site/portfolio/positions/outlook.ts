import { closeAt } from '../../../admin-api/market-days/closes.ts'
import { annualise } from '../../../admin-api/returns/yearly-rate.ts'
import { addDays, daysBetween } from '../../../admin-api/market-days/days.ts'
import type { Close, IsoDay } from '../../../admin-api/market-days/types.ts'

/** Further ahead than a generation no figure here means anything. */
export const furthestYears = 40
const daysOfYear = 365

/** What a fund is to pay in the next 12 months, in dollars, and what its price became in a year: 0.6 after a fall by 40 %. */
export type YearlyPayments = { amount: number; priceRatio: number }

/**
 * hold: each fund goes on paying what it is to pay in the next 12 months. fall: its payments shrink as its price did
 * over the last year, each year anew; they do not grow where the price rose. halve: half of what they are, from now on.
 */
export const scenarios = ['hold', 'fall', 'halve'] as const
export type Scenario = (typeof scenarios)[number]

/** `reachedOn` is null where the sum is not reached within 40 years; `sum` is what has come together by then, or then. */
export type GoalOutlook = { reachedOn: IsoDay | null; sum: number }

/**
 * When payments that have brought `received` so far come to `goal` together, in dollars. Each fund pays a steady
 * stream, counted by the month; nothing is reinvested.
 */
export function goalOutlook(
  yearly: readonly YearlyPayments[],
  { received, goal }: { received: number; goal: number },
  scenario: Scenario,
  today: IsoDay
): GoalOutlook {
  if (received >= goal) return { reachedOn: today, sum: received }
  let sum = received
  for (let month = 0; month < furthestYears * 12; month += 1) {
    const paid = yearly.reduce((all, fund) => all + (fund.amount / 12) * shareLeft(fund, scenario, month), 0)
    if (sum + paid >= goal) {
      // Less what is only rounding, or a whole number of days would become one more.
      const days = Math.ceil(((month + (goal - sum) / paid) * daysOfYear) / 12 - 1e-6)
      return { reachedOn: addDays(today, days), sum: goal }
    }
    sum += paid
  }
  return { reachedOn: null, sum }
}

function shareLeft({ priceRatio }: YearlyPayments, scenario: Scenario, month: number): number {
  if (scenario === 'halve') return 0.5
  return scenario === 'hold' ? 1 : Math.min(1, priceRatio) ** (month / 12)
}

/** The day on which what was received comes to the cost, at a rate in dollars a year; null beyond 40 years. */
export function houseMoneyDay(
  { cost, received }: { cost: number; received: number },
  yearlyRate: number,
  today: IsoDay
): IsoDay | null {
  return goalOutlook([{ amount: yearlyRate, priceRatio: 1 }], { received, goal: cost }, 'hold', today)
    .reachedOn
}

/**
 * The latest close divided by the one a year before; of a younger fund the first close, stretched to a year, and 1 for
 * under 90 days. `closes` ascend.
 */
export function yearlyPriceRatio(closes: readonly Close[]): number {
  const [first, last] = [closes[0], closes.at(-1)]
  if (first === undefined || last === undefined) return 1
  const before = closeAt(closes, addDays(last.date, -daysOfYear)) ?? first
  const days = daysBetween(before.date, last.date)
  const growth = last.close / before.close
  return days >= daysOfYear ? growth : 1 + (annualise(growth, days) ?? 0)
}
