import { closeAt } from '../../../admin-api/market-days/closes.ts'
import { addDays, daysBetween } from '../../../admin-api/market-days/days.ts'
import type { Close, IsoDay } from '../../../admin-api/market-days/types.ts'
import { annualize } from '../../../admin-api/returns/yearly-rate.ts'

/** Longer projections are meaningless. */
export const furthestYears = 40
const daysOfYear = 365

/**
 * Expected payments of a fund in the next 12 months in dollars, and its price ratio over a year: 0.6 after a fall
 * by 40 %. `crashShare`: part of its payments in its worst quarter, 0 to 1; undefined if nothing is known.
 */
export type YearlyPayments = {
  amount: number
  priceRatio: number
  crashShare?: number | undefined
  plan?: FundPlan | undefined
}

/**
 * Contributions of a visitor to a fund: dollars on the first of each month, and whether its payments buy more of it.
 * `monthlyRate` is the payment per month and dollar in the fund at today's price, on average over the next 12 months.
 */
export type FundPlan = { monthlyDollars: number; isReinvested: boolean; monthlyRate: number }

/** Payments of one month in dollars; `added` is the part from contributions and reinvesting. */
export type PlannedMonth = { paid: number; added: number }

/**
 * Payments of the coming months if the price doesn't change. A contribution buys on the first of a month and is paid in
 * it; reinvested payments buy for the next month. Without reinvesting, n contributions of c at a rate r pay
 * c r n (n + 1) / 2 in total; with it the n-th month's holding is c ((1 + r)^n - 1) / r.
 * @param ownPayment payment of the shares already held, by month from 0
 */
export function planMonths(
  { monthlyDollars, isReinvested, monthlyRate }: FundPlan,
  months: number,
  ownPayment: (month: number) => number,
  shareLeft: (month: number) => number = () => 1
): PlannedMonth[] {
  let extra = 0
  return Array.from({ length: months }, (_, month) => {
    extra += monthlyDollars
    const added = extra * monthlyRate * shareLeft(month)
    const paid = ownPayment(month) + added
    if (isReinvested) extra += paid
    return { paid, added }
  })
}

/**
 * hold: each fund keeps paying what it is expected to pay in the next 12 months. fall: after these, payments of each year
 * shrink like the price did in the last one, and don't grow if it rose. crash: payments stay as low as in the worst quarter.
 */
export const scenarios = ['hold', 'fall', 'crash'] as const
export type Scenario = (typeof scenarios)[number]

/**
 * When payments reach `goal` in total, starting from `received`, in dollars. Each fund pays a steady monthly
 * stream; contributions and reinvesting follow each fund's plan.
 * @returns the day, null if it isn't within 40 years, and the total by then
 */
export function goalOutlook(
  yearly: readonly YearlyPayments[],
  { received, goal }: { received: number; goal: number },
  scenario: Scenario,
  today: IsoDay
): { reachedOn: IsoDay | null; sum: number } {
  if (received >= goal) return { reachedOn: today, sum: received }
  let sum = received
  for (const [month, paid] of paymentsByMonth(yearly, scenario).entries()) {
    if (sum + paid >= goal) return { reachedOn: dayAfter(month + (goal - sum) / paid, today), sum: goal }
    sum += paid
  }
  return { reachedOn: null, sum }
}

/**
 * First day of the first month, counted from today, whose payments reach `goal` in dollars, under the assumptions of
 * `goalOutlook`; null if none does within 40 years.
 */
export function incomeGoalDay(
  yearly: readonly YearlyPayments[],
  goal: number,
  scenario: Scenario,
  today: IsoDay
): IsoDay | null {
  const month = paymentsByMonth(yearly, scenario).findIndex((paid) => paid >= goal)
  return month < 0 ? null : dayAfter(month, today)
}

/** Dollars of all funds in each of the next 480 months, with what contributions and reinvesting add. */
function paymentsByMonth(yearly: readonly YearlyPayments[], scenario: Scenario): number[] {
  const months = furthestYears * 12
  const ofFunds = yearly.map((fund) => {
    const left = (month: number) => shareLeft(fund, scenario, month)
    const own = (month: number) => (fund.amount / 12) * left(month)
    const planned = fund.plan && planMonths(fund.plan, months, own, left)
    return (month: number) => (planned ? (planned[month]?.paid ?? 0) : own(month))
  })
  return Array.from({ length: months }, (_, month) => ofFunds.reduce((sum, paid) => sum + paid(month), 0))
}

function dayAfter(months: number, today: IsoDay): IsoDay {
  // Subtracts rounding errors, which would add a day to a whole number of days.
  return addDays(today, Math.ceil((months * daysOfYear) / 12 - 1e-6))
}

/** The middle of the first 12 months, counted from the first: their average is what is expected then. */
const middleOfYear = 5.5

function shareLeft(
  { priceRatio, crashShare = 1 }: YearlyPayments,
  scenario: Scenario,
  month: number
): number {
  if (scenario === 'crash') return crashShare
  // The forecast of the first 12 months falls already, and their sum is expected.
  if (scenario === 'hold' || month < 12) return 1
  return Math.min(1, priceRatio) ** ((month - middleOfYear) / 12)
}

/** Day on which the cash got out equals the cash paid in, at a rate in dollars per year; null beyond 40 years. */
export function breakEvenDay(
  { cashIn, cashOut }: { cashIn: number; cashOut: number },
  yearlyRate: number,
  today: IsoDay
): IsoDay | null {
  const start = { received: cashOut, goal: cashIn }
  return goalOutlook([{ amount: yearlyRate, priceRatio: 1 }], start, 'hold', today).reachedOn
}

/**
 * Latest close divided by the one a year before. For younger funds the ratio since the first close, annualized; 1
 * for under 90 days. `closes` ascend.
 */
export function yearlyPriceRatio(closes: readonly Close[]): number {
  const [first, last] = [closes[0], closes.at(-1)]
  if (first === undefined || last === undefined) return 1
  const before = closeAt(closes, addDays(last.date, -daysOfYear)) ?? first
  const days = daysBetween(before.date, last.date)
  const growth = last.close / before.close
  return days >= daysOfYear ? growth : 1 + (annualize(growth, days) ?? 0)
}
