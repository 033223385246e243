import { type Ledger, type Lot, reduceLedger } from './ledger/reduce-ledger.ts'
import type { Transaction } from './ledger/transaction.ts'
import type { HeldFund, HeldFunds } from './positions/held-fund.ts'
import { calculateHoldings, type HoldingFigures, paymentsTo, sharesHeld } from './positions/holdings.ts'
import { type FundPlan, type YearlyPayments, yearlyPriceRatio } from './positions/outlook.ts'
import { isComing, listPortfolioPayments, type PortfolioPayment } from './positions/portfolio-payments.ts'
import { calculateSpan, type SpanFigures, spansOf, sumOf } from './positions/spans.ts'
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
  /** The next payment that is still to come. */
  next: PortfolioPayment | null
  /** Payments of the next 12 months as percent of what the shares still held cost; null if that is unknown. */
  yieldOnCost: number | null
  holdings: HoldingFigures
}

/** Expected payments of all lots, or of those in one account. */
export type Outlook = {
  /** All payments by pay date, from the first received to those in 12 months. */
  payments: PortfolioPayment[]
  /** Payments of the next 12 months. */
  year: SpanFigures
  /** Per fund that is expected to pay; together `year.sum.coming`. */
  yearly: (YearlyPayments & { symbol: string })[]
}

export type PortfolioFigures = Outlook & {
  holdings: HoldingFigures
  funds: FundFigures[]
  ledger: Ledger
}

/** Figures of transactions whose funds were loaded, each under its current symbol, of all accounts or of one. */
export function calculatePortfolio(
  transactions: readonly Transaction[],
  known: HeldFunds,
  today: string,
  options: Partial<Pick<Portfolio, 'methods' | 'plans'>> & { account?: string | null } = {}
): PortfolioFigures {
  const { methods = [], plans = [], account = null } = options
  const funds = bySymbol(known)
  const ledger = reduceLedger(transactions, known, methods, today)
  const { lots } = ledger
  const isShown = (row: { account: string }) => account === null || row.account === account
  const booked = Map.groupBy(
    transactions.filter(isShown),
    ({ symbol }) => known.get(symbol)?.symbol ?? symbol
  )
  const lotsOf = Map.groupBy(lots, ({ symbol }) => symbol)
  const read = lots.filter(({ symbol }) => funds.has(symbol))
  const outlook = calculateOutlook(lots.filter(isShown), known, today, plans)
  const calculateFund = (fund: HeldFund, transactions: Transaction[]): FundFigures => {
    const ofFund = lotsOf.get(fund.symbol) ?? []
    const own = ofFund.filter(isShown)
    const shares = sharesHeld(own)
    const last = fund.closes.at(-1)
    const held = own.filter(({ heldUntil }) => heldUntil === null)
    const isKnown = held.every(({ cost }) => cost !== null)
    const cost = isKnown ? held.reduce((sum, lot) => sum + (lot.cost ?? 0), 0) : 0
    const yearly = outlook.yearly.find(({ symbol }) => symbol === fund.symbol)?.amount ?? 0
    return {
      fund,
      lots: own,
      transactions,
      shares,
      received: paymentsTo(own, fund, today).reduce((sum, { amount }) => sum + amount, 0),
      value: last === undefined ? null : shares * last.close,
      next: outlook.payments.find((payment) => payment.symbol === fund.symbol && isComing(payment)) ?? null,
      yieldOnCost: cost > 0 ? (100 * yearly) / cost : null,
      holdings: calculateHoldings(ofFund, funds, today, account)
    }
  }
  return {
    ...outlook,
    holdings: calculateHoldings(read, funds, today, account),
    funds: [...booked]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .flatMap(([symbol, ofFund]) => {
        const fund = funds.get(symbol)
        return fund === undefined ? [] : [calculateFund(fund, ofFund)]
      }),
    ledger
  }
}

function calculateOutlook(
  lots: readonly Lot[],
  known: HeldFunds,
  today: string,
  plans: readonly StoredPlan[]
): Outlook {
  const funds = bySymbol(known)
  const { year } = spansOf(today)
  const payments = listPortfolioPayments(lots, funds, { today, until: year.to })
  const coming = payments.filter(isComing)
  return {
    payments,
    year: calculateSpan(year, payments, funds),
    yearly: [...Map.groupBy(coming, ({ symbol }) => symbol)].map(([symbol, ofFund]) => ({
      amount: sumOf(ofFund).coming,
      symbol,
      priceRatio: yearlyPriceRatio(funds.get(symbol)?.closes ?? []),
      plan: planOf(funds.get(symbol), plans)
    }))
  }
}

function bySymbol(known: HeldFunds): HeldFunds {
  return new Map([...known.values()].map((fund) => [fund.symbol, fund]))
}

function planOf(fund: HeldFund | undefined, plans: readonly StoredPlan[]): FundPlan | undefined {
  const plan = plans.find(({ symbol }) => symbol === fund?.symbol)
  const close = fund?.closes.at(-1)?.close
  if (plan === undefined || close === undefined || !fund?.estimate) return undefined
  const { amount, frequency } = fund.estimate
  return { ...plan, monthlyRate: (amount * frequency) / 12 / close }
}
