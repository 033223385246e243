import { addDays } from '../../admin-api/market-days/days.ts'
import { type Ledger, type Lot, reduceLedger } from './ledger/reduce-ledger.ts'
import type { Transaction } from './ledger/transaction.ts'
import type { HeldFund, HeldFunds } from './positions/held-fund.ts'
import { calculateHoldings, type HoldingFigures, paymentsTo, sharesHeld } from './positions/holdings.ts'
import { type FundPlan, type YearlyPayments, yearlyPriceRatio } from './positions/outlook.ts'
import { listPortfolioPayments, type PortfolioPayment } from './positions/portfolio-payments.ts'
import {
  monthSpan,
  paymentsWithin,
  rangeOfPayments,
  type Span,
  type SpanSum,
  spansOf,
  sumOf
} from './positions/spans.ts'
import type { SumRange } from './positions/sum-range.ts'
import type { Portfolio, StoredPlan } from './stored-portfolio.ts'

/** One fund of the portfolio with its lots, oldest first, and its transactions. */
export type FundFigures = {
  fund: HeldFund
  lots: Lot[]
  transactions: Transaction[]
  /** On today's share basis. */
  shares: number
  /** Dollars, also to lots of unknown cost. */
  received: number
  /** null without a close. */
  value: number | null
  holdings: HoldingFigures
}

/**
 * `amount` is what to expect in dollars: the median of the simulation that the range comes from, or without a range
 * the sum of the payments. Over many weeks the sum can be outside the range, because estimates have fallen more
 * often than risen. `range` is null if everything is known, or too little is.
 */
export type SpanFigures = { span: Span; amount: number; sum: SpanSum; range: SumRange | null }

/** Expected payments of all lots, or of those in one account. */
export type Outlook = {
  /** All payments by pay date, from the first received to those in 12 months. */
  payments: PortfolioPayment[]
  week: SpanFigures
  month: SpanFigures
  /** Payments of the next 12 months. */
  year: SpanFigures
  /** Per fund that is expected to pay; together `year.amount`. */
  yearly: (YearlyPayments & { symbol: string })[]
}

export type PortfolioFigures = Outlook & {
  holdings: HoldingFigures
  funds: FundFigures[]
  ledger: Ledger
}

/** All figures of transactions whose funds were loaded, each under its current symbol. */
export function calculatePortfolio(
  transactions: readonly Transaction[],
  known: HeldFunds,
  today: string,
  { methods = [], plans = [] }: Partial<Pick<Portfolio, 'methods' | 'plans'>> = {}
): PortfolioFigures {
  const funds = bySymbol(known)
  const ledger = reduceLedger(transactions, known, methods, today)
  const { lots } = ledger
  const booked = Map.groupBy(transactions, ({ symbol }) => known.get(symbol)?.symbol ?? symbol)
  const lotsOf = Map.groupBy(lots, ({ symbol }) => symbol)
  const read = lots.filter(({ symbol }) => funds.has(symbol))
  return {
    ...calculateOutlook(lots, known, today, plans),
    holdings: calculateHoldings(read, funds, today),
    funds: [...booked]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .flatMap(([symbol, ofFund]) => {
        const fund = funds.get(symbol)
        return fund === undefined ? [] : [calculateFund(fund, lotsOf.get(symbol) ?? [], ofFund, funds, today)]
      }),
    ledger
  }
}

/** @param lots of any accounts */
export function calculateOutlook(
  lots: readonly Lot[],
  known: HeldFunds,
  today: string,
  plans: readonly StoredPlan[] = []
): Outlook {
  const funds = bySymbol(known)
  const spans = spansOf(today)
  const payments = listPortfolioPayments(lots, funds, { today, until: spans.year.to })
  const coming = paymentsWithin(payments, spans.year).filter(({ state }) => state !== 'paid')
  const year = calculateSpan(spans.year, coming, funds)
  const projection = year.sum.amount > 0 ? year.amount / year.sum.amount : 1
  return {
    payments,
    week: calculateSpan(spans.week, paymentsWithin(payments, spans.week), funds),
    month: calculateSpan(spans.month, paymentsWithin(payments, spans.month), funds),
    year,
    yearly: [...Map.groupBy(coming, ({ symbol }) => symbol)].map(([symbol, ofFund]) => ({
      amount: sumOf(ofFund).amount * projection,
      symbol,
      priceRatio: yearlyPriceRatio(funds.get(symbol)?.closes ?? []),
      plan: planOf(funds.get(symbol), plans)
    }))
  }
}

/**
 * The next twelve calendar months, the rest of this one first; payments still to come. Twelve simulations, so not part
 * of what the first screen waits for.
 */
export function calculateMonths({ payments, year }: Outlook, known: HeldFunds, today: string): SpanFigures[] {
  const coming = paymentsWithin(payments, year.span).filter(({ state }) => state !== 'paid')
  const funds = bySymbol(known)
  return monthsAhead(today).map((month) => calculateSpan(month, paymentsWithin(coming, month), funds))
}

function bySymbol(known: HeldFunds): HeldFunds {
  return new Map([...known.values()].map((fund) => [fund.symbol, fund]))
}

function calculateSpan(span: Span, due: readonly PortfolioPayment[], funds: HeldFunds): SpanFigures {
  const sum = sumOf(due)
  const range = rangeOfPayments(due, funds)
  return { span, amount: range?.median ?? sum.amount, sum, range }
}

function calculateFund(
  fund: HeldFund,
  lots: Lot[],
  transactions: Transaction[],
  funds: HeldFunds,
  today: string
): FundFigures {
  const shares = sharesHeld(lots)
  const last = fund.closes.at(-1)
  return {
    ...{ fund, lots, transactions, shares },
    received: paymentsTo(lots, fund, today).reduce((sum, { amount }) => sum + amount, 0),
    value: last === undefined ? null : shares * last.close,
    holdings: calculateHoldings(lots, funds, today)
  }
}

function planOf(fund: HeldFund | undefined, plans: readonly StoredPlan[]): FundPlan | undefined {
  const plan = plans.find(({ symbol }) => symbol === fund?.symbol)
  const close = fund?.closes.at(-1)?.close
  if (plan === undefined || close === undefined || !fund?.estimate) return undefined
  const { amount, frequency } = fund.estimate
  return { ...plan, monthlyRate: (amount * frequency) / 12 / close }
}

function monthsAhead(today: string): Span[] {
  const months = [monthSpan(today)]
  while (months.length < 12) months.push(monthSpan(addDays(months.at(-1)?.to ?? today, 1)))
  return months
}
