import { closeAt, priceDayOf } from '../../market-days/closes.ts'
import { dayNumber, daysBetween } from '../../market-days/days.ts'
import type { FundHistory, IsoDay } from '../../market-days/types.ts'
import { daysPaidFor, usualPayments } from '../../market-days/usual-payments.ts'
import { clip, median } from '../../numbers/statistics.ts'

/**
 * How a fund pays now, and how its price moves with what it pays out. From it follow all payments after the next one.
 */
export type PayoutPace = {
  /** Dollars a share and day as a share of the price; a year of 365 days pays 365 times as much. */
  dailyRate: number
  /** Amounts relative to rate times price: above 1 while an issuer keeps its dollars though the price has fallen. */
  factor: number
  /** Expected total return of a year, as a logarithm. */
  yearlyReturn: number
  /** Close in dollars a share on the day of the pace. */
  price: number
}

/** A payment to project: the days that it covers, since the ex-date before it. */
export type PaymentSpan = { days: number }

/** Days in which a payment loses half of its weight: fewer where an issuer sets a rate, which then counts as it is. */
const halfLives = { rate: 20, other: 60 }
const oldestDays = 800
const minPeriods = 3
/** A payment counts at most this many times the middle one of the last six, or one part of as many. */
const maxRatioToMiddle = 1.5
const middleOf = 6
const daysPerYear = 365

/** Yearly rates up to `sustained` leave the price as it is; above `eroding` nothing of that is left. */
const sustained = 0.2
const eroding = 0.4
/** Total returns of a year: at most that of a fund with a sustained rate, and that of all with an eroding one. */
const returns = { least: 0.05, most: 0.13 }
/** Weight of the dollars last paid, next to rate times price, for a sustained rate. */
const dollarWeight = { rate: 0.8, other: 0.3 }
const dollarsOf = 4

/**
 * The pace at the close of a day, from the usual payments with an ex-date up to it; null without a price or with fewer
 * than three payments.
 *
 * The rate is a mean of dollars a day relative to the price of each payment's price day, weighted by days and age
 * (half-life 60 days, or 20 where the issuer sets a rate), each limited to 1.5 times the middle one of the last six, so that a single odd payment doesn't
 * set a year. It is a mean and no median, because sums of payments follow means.
 *
 * Payments leave the price. A fund with a rate of up to 20 % a year is expected to return its rate, at least 5
 * and at most 13 %, so that its price stays; one above 40 % returns 5 %, so that its price falls by what exceeds it.
 * Funds with a sustained rate hardly change their dollars when the price moves, above all where the issuer sets them,
 * and those with a high rate follow the price.
 */
export function readPace(fund: PayingFund, day: IsoDay): PayoutPace | null {
  return createPaceReader(fund)(day)
}

type PayingFund = Pick<FundHistory, 'payments' | 'closes' | 'traits'>

/** Reads paces of many days from one pass over the payments; see readPace. */
export function createPaceReader(fund: PayingFund): (day: IsoDay) => PayoutPace | null {
  const all = listPaidPeriods(fund)
  return (day) => {
    const price = closeAt(fund.closes, day)?.close
    const today = dayNumber(day)
    const paid = all.filter((period) => period.day <= today && period.day >= today - oldestDays)
    return price === undefined || paid.length < minPeriods ? null : paceOf(paid, price, today, fund.traits)
  }
}

function paceOf(
  paid: readonly PaidPeriod[],
  price: number,
  today: number,
  traits: FundHistory['traits']
): PayoutPace {
  const middle = median(paid.slice(-middleOf).map((period) => period.dailyRate))
  const halfLife = traits?.setting === 'rate' ? halfLives.rate : halfLives.other
  let sum = 0
  let weights = 0
  for (const { day, days, dailyRate } of paid) {
    const weight = days * 0.5 ** ((today - day) / halfLife)
    sum += weight * clip(dailyRate, middle / maxRatioToMiddle, middle * maxRatioToMiddle)
    weights += weight
  }
  const dailyRate = sum / weights
  const yearlyRate = dailyRate * daysPerYear
  const stays = clip((eroding - yearlyRate) / (eroding - sustained), 0, 1)
  const kept = clip(yearlyRate, returns.least, returns.most)
  const dailyDollars = median(paid.slice(-dollarsOf).map(({ amount, days }) => amount / days))
  const weight = stays * (traits?.setting === 'rate' ? dollarWeight.rate : dollarWeight.other)
  return {
    dailyRate,
    factor: (dailyDollars / (dailyRate * price)) ** weight,
    yearlyReturn: stays * kept + (1 - stays) * returns.least,
    price
  }
}

/** A usual payment above zero, the number of its ex-date's day, the days it covers, and its dollars a day relative to the price of its price day. */
type PaidPeriod = { day: number; amount: number; days: number; dailyRate: number }

/** All periods with a known price, ascending. A fund's first payment covers as many days as its second. */
function listPaidPeriods({ payments, closes, traits }: PayingFund): PaidPeriod[] {
  const usual = usualPayments(payments)
  return usual.flatMap(({ exDate, amount }, i): PaidPeriod[] => {
    const [from, to] = i === 0 ? [exDate, usual[1]?.exDate] : [usual[i - 1]?.exDate, exDate]
    const close = closeAt(closes, priceDayOf(exDate, traits))
    if (from === undefined || to === undefined || close === undefined || amount <= 0) return []
    const days = daysPaidFor(daysBetween(from, to))
    return [{ day: dayNumber(exDate), amount, days, dailyRate: amount / close.close / days }]
  })
}

/**
 * Amounts in dollars a share of the payments to come, in the order of their ex-dates: rate times price, and each payment
 * lowers the price of the next one.
 * @param known amounts that are known already, such as the next payment's estimate; they lower the price, too
 */
export function projectAmounts(
  { dailyRate, factor, yearlyReturn, price }: PayoutPace,
  spans: readonly PaymentSpan[],
  known: readonly (number | undefined)[] = []
): number[] {
  let priceNow = price
  return spans.map(({ days }, i) => {
    const amount = known[i] ?? dailyRate * days * priceNow * factor
    priceNow = Math.max(priceNow * Math.exp((yearlyReturn * days) / daysPerYear) - amount, 0)
    return amount
  })
}
