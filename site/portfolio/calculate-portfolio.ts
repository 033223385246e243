import type { HeldFund, HeldFunds, Lot } from './positions/held-fund.ts'
import {
  calculateHoldings,
  calculateLot,
  type HoldingFigures,
  type LotFigures
} from './positions/holdings.ts'
import { type YearlyPayments, yearlyPriceRatio } from './positions/outlook.ts'
import { listPortfolioPayments, type PortfolioPayment } from './positions/portfolio-payments.ts'
import {
  paymentsWithin,
  rangeOfPayments,
  type Span,
  type SpanSum,
  spansOf,
  sumOf
} from './positions/spans.ts'
import type { SumRange } from './positions/sum-range.ts'

/** One fund of the portfolio with its lots, oldest first. */
export type FundFigures = { fund: HeldFund; lots: LotFigures[]; holdings: HoldingFigures }

/**
 * `amount` is what to expect in dollars: the middle of the simulation that the range comes from, or without a range
 * the sum of the payments. Over many weeks the sum can lie outside the range, because estimates have fallen more
 * often than risen. `range` is null if everything is known, or too little.
 */
export type SpanFigures = { span: Span; amount: number; sum: SpanSum; range: SumRange | null }

export type PortfolioFigures = {
  /** All payments by pay date, from the first received to those in 12 months. */
  payments: PortfolioPayment[]
  week: SpanFigures
  month: SpanFigures
  /** Payments of the next 12 months. */
  year: SpanFigures
  holdings: HoldingFigures
  funds: FundFigures[]
  /** Per fund that is expected to pay, for the outlook; together `year.amount`. */
  yearly: YearlyPayments[]
}

/** All figures of lots whose funds were loaded, each under its current symbol. */
export function calculatePortfolio(
  entered: readonly Lot[],
  known: HeldFunds,
  today: string
): PortfolioFigures {
  // A lot may have been entered under a former symbol.
  const lots = entered.map((lot) => ({ ...lot, symbol: known.get(lot.symbol)?.symbol ?? lot.symbol }))
  const funds = new Map([...known.values()].map((fund) => [fund.symbol, fund]))
  const spans = spansOf(today)
  const payments = listPortfolioPayments(lots, funds, {
    today,
    until: spans.year.to
  })
  const coming = paymentsWithin(payments, spans.year).filter(({ state }) => state !== 'paid')
  const figureSpan = (span: Span, due = paymentsWithin(payments, span)): SpanFigures => {
    const sum = sumOf(due)
    const range = rangeOfPayments(due, funds)
    return { span, amount: range?.median ?? sum.amount, sum, range }
  }
  const year = figureSpan(spans.year, coming)
  const projection = year.sum.amount > 0 ? year.amount / year.sum.amount : 1
  const read = lots.filter(({ symbol }) => funds.has(symbol))
  return {
    payments,
    week: figureSpan(spans.week),
    month: figureSpan(spans.month),
    year,
    holdings: calculateHoldings(read, funds, today),
    funds: [...Map.groupBy(read, ({ symbol }) => symbol)]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .flatMap(([symbol, ofFund]) => {
        const fund = funds.get(symbol)
        return fund === undefined ? [] : [figureFund(fund, ofFund, funds, today)]
      }),
    yearly: [...Map.groupBy(coming, ({ symbol }) => symbol)].map(([symbol, ofFund]) => ({
      amount: sumOf(ofFund).amount * projection,
      priceRatio: yearlyPriceRatio(funds.get(symbol)?.closes ?? [])
    }))
  }
}

function figureFund(fund: HeldFund, lots: readonly Lot[], funds: HeldFunds, today: string): FundFigures {
  return {
    fund,
    lots: lots
      .toSorted((a, b) => (a.boughtOn < b.boughtOn ? -1 : 1))
      .map((lot) => calculateLot(lot, fund, today)),
    holdings: calculateHoldings(lots, funds, today)
  }
}
