import type { Facts } from './schema.ts'

type Split = Facts['splits'][number]

/** Returns the divisor that converts a figure from today's share basis to that of `day`: the product of all later splits. */
export function basisAt(splits: readonly Split[], symbol: string, day: string): number {
  return splits
    .filter((split) => split.symbol === symbol && split.date !== null && split.date > day)
    .reduce((factor, { old_shares, new_shares }) => factor * (old_shares / new_shares), 1)
}

const unknownExpense = { expense_ratio: null, expense_as_of: null, expense_source: '', expense_caution: '' }

/** Returns the facts as they were known at the end of `day`, on the share basis of that day. */
export function factsKnownAt(facts: Facts, day: string): Facts {
  const basisOf = new Map(facts.funds.map(({ symbol }) => [symbol, basisAt(facts.splits, symbol, day)]))
  const rebase = (symbol: string, value: number) => value / (basisOf.get(symbol) ?? 1)
  return {
    families: facts.families,
    // Notes report what happened to a fund later.
    funds: facts.funds.map((fund) => {
      const isPublished = fund.expense_as_of !== null && fund.expense_as_of <= day
      return { ...fund, ...(!isPublished && unknownExpense), note: '' }
    }),
    dividends: facts.dividends
      .filter(({ ex_date }) => ex_date <= day)
      .map((payment) => ({ ...payment, amount: rebase(payment.symbol, payment.amount) })),
    prices: facts.prices
      .filter(({ date }) => date <= day)
      .map((price) => ({ ...price, close: rebase(price.symbol, price.close) })),
    splits: facts.splits.filter(({ date }) => date === null || date <= day),
    underlyings: facts.underlyings.filter(({ date }) => date <= day),
    // Final figures are published some weeks after the year ends.
    returnOfCapital: facts.returnOfCapital.filter(({ ex_date_or_year: when }) =>
      when.length === 4 ? `${Number(when) + 1}-03-01` <= day : when <= day
    ),
    formerSymbols: facts.formerSymbols,
    identifiers: facts.identifiers
  }
}
