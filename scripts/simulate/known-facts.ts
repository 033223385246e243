import { addDays, earlierOf } from '../../admin-api/market-days/days.ts'
import { isSession } from '../../admin-api/market-days/market-calendar.ts'
import type { Close } from '../../admin-api/market-days/types.ts'
import type { Facts } from '../../data/schema.ts'

type Split = Facts['splits'][number]

/**
 * What a figure of today's share basis has to be divided by to stand on that of `day`: the product of the splits
 * that were still to come.
 */
export function basisAt(splits: readonly Split[], symbol: string, day: string): number {
  return splits
    .filter((split) => split.symbol === symbol && split.date !== null && split.date > day)
    .reduce((factor, { old_shares, new_shares }) => factor * (old_shares / new_shares), 1)
}

/** The facts as they were known at the end of `day`, on the share basis of that day. */
export function factsKnownAt(facts: Facts, day: string): Facts {
  const basisOf = new Map(facts.funds.map(({ symbol }) => [symbol, basisAt(facts.splits, symbol, day)]))
  const rebase = (symbol: string, value: number) => value / (basisOf.get(symbol) ?? 1)
  return {
    // Notes tell what became of a fund later.
    funds: facts.funds.map((fund) => ({ ...fund, note: '' })),
    dividends: facts.dividends
      .filter(({ ex_date }) => ex_date <= day)
      .map((payment) => ({ ...payment, amount: rebase(payment.symbol, payment.amount) })),
    prices: facts.prices
      .filter(({ date }) => date <= day)
      .map((price) => ({ ...price, close: rebase(price.symbol, price.close) })),
    splits: facts.splits.filter(({ date }) => date === null || date <= day)
  }
}

/** A fund that we first know of within the span was traded before. */
const daysBefore = 60

/**
 * A close for each session of the span, and from the fund's first payment or price on, on today's share basis: where
 * none is known, that of the nearest day before, or else after. A source has a price every day, and five funds of
 * ours lack some.
 */
export function closesWithoutGaps(
  facts: Facts,
  symbol: string,
  { from, to }: { from: string; to: string }
): Close[] {
  const ofFund = <Row extends { symbol: string }>(row: Row) => row.symbol === symbol
  const known = new Map(facts.prices.filter(ofFund).map(({ date, close }) => [date, close]))
  const days = [...known.keys(), ...facts.dividends.filter(ofFund).map(({ ex_date }) => ex_date)]
  const first = [addDays(from, -daysBefore), ...days].reduce(earlierOf)
  const closes: Close[] = []
  let latest = known.values().next().value
  if (latest === undefined) return closes
  for (let date = first; date <= to; date = addDays(date, 1)) {
    latest = known.get(date) ?? latest
    if (isSession(date)) closes.push({ date, close: latest })
  }
  return closes
}
