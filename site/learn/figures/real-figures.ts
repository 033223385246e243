import type { FundData } from '../../../admin-api/contract/open-data.ts'
import { addMonths, thursdayOf } from '../../../admin-api/market-days/days.ts'
import type { Close, IsoDay } from '../../../admin-api/market-days/types.ts'
import { mean, median } from '../../../admin-api/numbers/statistics.ts'
import { growthSince, readPayments } from '../../../admin-api/returns/growth.ts'

/* Figures of real funds for the chapters, from their data files. Rates and returns are fractions. */

/** Day a year before the newest close. */
export function yearBefore({ closes, as_of }: FundData): IsoDay {
  return addMonths(closes.at(-1)?.date ?? as_of, -12)
}

/** An ex-date with the closes around it, in dollars. */
type ExDay = { exDate: IsoDay; amount: number; before: number; after: number }

/** Ex-dates after a day on which the fund traded, ascending. */
export function listExDays({ closes, payments }: FundData, from: IsoDay): ExDay[] {
  const placeOf = new Map(closes.map(({ date }, i) => [date, i]))
  return payments.flatMap(({ ex_date: exDate, amount }) => {
    const place = placeOf.get(exDate) ?? 0
    const [before, after] = [closes[place - 1], closes[place]]
    return exDate <= from || before === undefined || after === undefined
      ? []
      : [{ exDate, amount, before: before.close, after: after.close }]
  })
}

/** Means on ex-dates as fractions of the close before: what was paid and how the price changed; the rest of the days. */
export function compareExDays(fund: FundData, from: IsoDay) {
  const days = listExDays(fund, from)
  const exDates = new Set(days.map(({ exDate }) => exDate))
  const others = fund.closes.flatMap(({ date, close }, i) => {
    const before = fund.closes[i - 1]?.close
    return before === undefined || date <= from || exDates.has(date) ? [] : [close / before - 1]
  })
  return {
    count: days.length,
    paid: mean(days.map(({ amount, before }) => amount / before)),
    change: mean(days.map(({ after, before }) => after / before - 1)),
    otherChange: mean(others)
  }
}

/** Result in dollars a share of buying at the close before each ex-date and selling at its close, before costs and taxes. */
export function tradeExDates(fund: FundData, from: IsoDay) {
  const days = listExDays(fund, from)
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
  const received = sum(days.map(({ amount }) => amount))
  const priceChange = sum(days.map(({ after, before }) => after - before))
  return { symbol: fund.symbol, trades: days.length, received, priceChange, result: received + priceChange }
}

/** What a share bought a year ago brought, as fractions of its price then; null without a close from then. */
export function summarizeYear(fund: FundData) {
  const from = yearBefore(fund)
  const points = growthSince({ payments: readPayments(fund.payments), closes: fund.closes }, from)
  const [first, last] = [points[0], points.at(-1)]
  const oldest = fund.closes[0]
  if (first === undefined || last === undefined || oldest === undefined || oldest.date > from) return null
  const price = fund.closes.at(-1)?.close ?? 0
  const paid = last.withDistributions - last.price
  const { estimate } = fund
  return {
    symbol: fund.symbol,
    from: first.date,
    to: last.date,
    paid,
    price: last.price - 1,
    kept: last.withDistributions - 1,
    reinvested: last.reinvested - 1,
    /** Of the next payment times the payments a year, over the newest close. */
    rate: estimate === null ? null : (estimate.amount * estimate.frequency) / price,
    /** Payments of the year over the newest close. */
    trailing: paid / last.price
  }
}

/** Half of the payments since a day differed from the median by more than this fraction of it. */
export function payVariability({ payments }: FundData, from: IsoDay): number {
  const amounts = payments.filter(({ ex_date }) => ex_date > from).map(({ amount }) => amount)
  const middle = median(amounts)
  return median(amounts.map((amount) => Math.abs(amount - middle))) / middle
}

/** Returns of a fund with distributions reinvested, and of its underlying, over the same month. */
type Month = { month: string; fund: number; underlying: number }

/** Whole calendar months for which both have closes at both ends. */
export function compareMonths(fund: FundData, underlying: readonly Close[]): Month[] {
  const first = fund.closes[0]?.date ?? ''
  const growth = growthSince({ payments: readPayments(fund.payments), closes: fund.closes }, first)
  const own = lastOfPeriod(
    growth,
    ({ date }) => date.slice(0, 7),
    ({ reinvested }) => reinvested
  )
  const other = new Map(
    lastOfPeriod(
      underlying,
      ({ date }) => date.slice(0, 7),
      ({ close }) => close
    )
  )
  // The newest month may not be over.
  return own.slice(1, -1).flatMap(([month, value], i) => {
    const [start, startOther, endOther] = [own[i]?.[1], other.get(own[i]?.[0] ?? ''), other.get(month)]
    return start === undefined || startOther === undefined || endOther === undefined
      ? []
      : [{ month, fund: value / start - 1, underlying: endOther / startOther - 1 }]
  })
}

export function meansOf(months: readonly Month[]) {
  return {
    count: months.length,
    fund: mean(months.map(({ fund }) => fund)),
    underlying: mean(months.map(({ underlying }) => underlying))
  }
}

/** Correlations of the weekly returns of each pair of funds over the last year, by symbol. */
export function correlateWeeks(funds: readonly FundData[]): Map<string, Map<string, number>> {
  const weeksOf = funds.map((fund) => {
    const growth = growthSince(
      { payments: readPayments(fund.payments), closes: fund.closes },
      yearBefore(fund)
    )
    const ends = lastOfPeriod(
      growth,
      ({ date }) => thursdayOf(date),
      ({ reinvested }) => reinvested
    )
    return new Map(ends.slice(1).map(([week, value], i) => [week, value / (ends[i]?.[1] ?? value) - 1]))
  })
  return new Map(
    funds.map(({ symbol }, i) => [
      symbol,
      new Map(
        funds.map((other, k) => [other.symbol, correlate(weeksOf[i] ?? new Map(), weeksOf[k] ?? new Map())])
      )
    ])
  )
}

/** Pearson correlation over the keys that both have, from -1 to 1. */
export function correlate(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): number {
  const keys = [...a.keys()].filter((key) => b.has(key))
  const [x, y] = [keys.map((key) => a.get(key) ?? 0), keys.map((key) => b.get(key) ?? 0)]
  const [meanX, meanY] = [mean(x), mean(y)]
  const sumOf = (term: (i: number) => number) => keys.reduce((sum, _, i) => sum + term(i), 0)
  const [dx, dy] = [(i: number) => (x[i] ?? 0) - meanX, (i: number) => (y[i] ?? 0) - meanY]
  return sumOf((i) => dx(i) * dy(i)) / Math.sqrt(sumOf((i) => dx(i) ** 2) * sumOf((i) => dy(i) ** 2))
}

/** The last value of each period, in order. */
function lastOfPeriod<Row>(
  rows: readonly Row[],
  periodOf: (row: Row) => string,
  figureOf: (row: Row) => number
): [period: string, value: number][] {
  return [...new Map(rows.map((row) => [periodOf(row), figureOf(row)]))]
}
