import { compareText } from '../../../domain/compare-text.ts'
import { dayNumber, daysBetween } from '../../../domain/schedule/days.ts'
import type { CollectedFund } from '../../../services.ts'

/** Below and above, a volatility out of options is a slip of the source: outside of trading hours some report 0.00001. */
const lowestVolatility = 0.02
const highestVolatility = 10
const latestDeclaredDays = 400

/**
 * What a source reported, ascending by day, or an error where it can't be true: the fund is then left alone.
 * @throws ImpossibleAnswer with one sentence for the operator
 */
export function checkCollected(symbol: string, fetched: CollectedFund, today: string): CollectedFund {
  const wrong =
    fetched.prices.map((price) => faultOfClose(price, today)).find(isFault) ??
    fetched.payments.map((payment) => faultOfPayment(payment, today)).find(isFault) ??
    fetched.splits.map(faultOfSplit).find(isFault) ??
    faultOfDays('closes', fetched.prices, ({ date }) => date) ??
    faultOfDays('payments', fetched.payments, ({ exDate }) => exDate)
  if (wrong !== undefined)
    throw new ImpossibleAnswer(`What is reported of ${symbol} can't be true: ${wrong}.`)
  const { impliedVolatility } = fetched
  const isUsable =
    impliedVolatility !== null &&
    impliedVolatility >= lowestVolatility &&
    impliedVolatility <= highestVolatility
  return {
    prices: fetched.prices.toSorted((a, b) => compareText(a.date, b.date)),
    payments: fetched.payments.toSorted((a, b) => compareText(a.exDate, b.exDate)),
    // One that is only announced changes no figure yet.
    splits: fetched.splits
      .filter(({ date }) => date <= today)
      .toSorted((a, b) => compareText(a.date, b.date)),
    impliedVolatility: isUsable ? impliedVolatility : null
  }
}

class ImpossibleAnswer extends Error {
  override readonly name = 'ImpossibleAnswer'
}

function faultOfClose({ date, close }: CollectedFund['prices'][number], today: string): string | undefined {
  if (!isDay(date)) return `a close has the day ${date}`
  if (date > today) return `a close is dated ${date}, after today`
  return isAmount(close) && close > 0 ? undefined : `the close of ${date} is ${close}`
}

function faultOfPayment(
  { exDate, payDate, amount }: CollectedFund['payments'][number],
  today: string
): string | undefined {
  if (!isDay(exDate)) return `a payment has the ex-date ${exDate}`
  if (daysBetween(today, exDate) > latestDeclaredDays) return `a payment has the ex-date ${exDate}`
  if (payDate !== null && (!isDay(payDate) || payDate < exDate))
    return `the payment with ex-date ${exDate} is paid on ${payDate}`
  return isAmount(amount) ? undefined : `the payment with ex-date ${exDate} is of ${amount}`
}

function faultOfSplit(split: CollectedFund['splits'][number]): string | undefined {
  if (!isDay(split.date)) return `a split has the day ${split.date}`
  const isRatio = [split.oldShares, split.newShares].every((count) => Number.isInteger(count) && count > 0)
  return isRatio ? undefined : `a split of ${split.date} makes ${split.oldShares} shares ${split.newShares}`
}

function faultOfDays<T>(name: string, list: readonly T[], dayOf: (item: T) => string): string | undefined {
  const seen = new Set<string>()
  const twice = list.map(dayOf).find((day) => seen.size === seen.add(day).size)
  return twice === undefined ? undefined : `two ${name} are dated ${twice}`
}

function isDay(day: unknown): boolean {
  try {
    return typeof day === 'string' && Number.isFinite(dayNumber(day))
  } catch {
    return false
  }
}

function isAmount(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0
}

function isFault(fault: string | undefined): fault is string {
  return fault !== undefined
}
