import { type FleetPayment, listFleetPayments } from './positions/fleet-payments.ts'
import type { HeldFund, HeldFunds, Lot } from './positions/held-fund.ts'
import {
  figureHoldings,
  figureLot,
  type HoldingFigures,
  type LotFigures
} from './positions/holdings.ts'
import { type YearlyPayments, yearlyPriceRatio } from './positions/outlook.ts'
import {
  paymentsWithin,
  rangeOfPayments,
  type Span,
  type SpanSum,
  spansOf,
  sumOf
} from './positions/spans.ts'

/** One fund of the fleet with its lots, oldest first. */
export type FundFigures = { fund: HeldFund; lots: LotFigures[]; holdings: HoldingFigures }

/** `range` is null where all is known, or too little. */
export type SpanFigures = { span: Span; sum: SpanSum; range: { low: number; high: number } | null }

export type FleetFigures = {
  /** All of them, by pay date, from the first one received to those in 12 months. */
  payments: FleetPayment[]
  week: SpanFigures
  month: SpanFigures
  /** What is still to come in 12 months. */
  year: SpanFigures
  holdings: HoldingFigures
  funds: FundFigures[]
  /** For the outlook: of each fund that is to pay. */
  yearly: YearlyPayments[]
}

/** All that the page shows of lots whose funds have been read, each under the symbol that it is known by. */
export function figureFleet(entered: readonly Lot[], known: HeldFunds, today: string): FleetFigures {
  // A lot may have been entered under a symbol that its fund had then.
  const lots = entered.map((lot) => ({ ...lot, symbol: known.get(lot.symbol)?.symbol ?? lot.symbol }))
  const funds = new Map([...known.values()].map((fund) => [fund.symbol, fund]))
  const spans = spansOf(today)
  const payments = listFleetPayments(lots, funds, {
    today,
    until: spans.year.to
  })
  const coming = paymentsWithin(payments, spans.year).filter(({ state }) => state !== 'paid')
  const figureSpan = (span: Span, due = paymentsWithin(payments, span)): SpanFigures => ({
    span,
    sum: sumOf(due),
    range: rangeOfPayments(due, funds)
  })
  const read = lots.filter(({ symbol }) => funds.has(symbol))
  return {
    payments,
    week: figureSpan(spans.week),
    month: figureSpan(spans.month),
    year: figureSpan(spans.year, coming),
    holdings: figureHoldings(read, funds, today),
    funds: [...Map.groupBy(read, ({ symbol }) => symbol)]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .flatMap(([symbol, ofFund]) => {
        const fund = funds.get(symbol)
        return fund === undefined ? [] : [figureFund(fund, ofFund, funds, today)]
      }),
    yearly: [...Map.groupBy(coming, ({ symbol }) => symbol)].map(([symbol, ofFund]) => ({
      amount: sumOf(ofFund).amount,
      priceRatio: yearlyPriceRatio(funds.get(symbol)?.closes ?? [])
    }))
  }
}

function figureFund(fund: HeldFund, lots: readonly Lot[], funds: HeldFunds, today: string): FundFigures {
  return {
    fund,
    lots: lots
      .toSorted((a, b) => (a.boughtOn < b.boughtOn ? -1 : 1))
      .map((lot) => figureLot(lot, fund, today)),
    holdings: figureHoldings(lots, funds, today)
  }
}
