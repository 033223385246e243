import { compareText } from '../../admin-api/market-days/days.ts'
import { reduceLedger } from './ledger/reduce-ledger.ts'
import type { Transaction } from './ledger/transaction.ts'
import type { HeldFund, HeldFunds } from './positions/held-fund.ts'
import { calculateHoldings, receivedBy, sharesHeld } from './positions/holdings.ts'
import { type FundPlan, yearlyPriceRatio } from './positions/outlook.ts'
import { isComing, listPortfolioPayments } from './positions/portfolio-payments.ts'
import { calculateSpan, spansOf, sumOf } from './positions/spans.ts'
import type { Portfolio, StoredPlan } from './stored-portfolio.ts'

export type PortfolioFigures = ReturnType<typeof calculatePortfolio>
/** Transactions of one fund, under its current symbol. */
export type BookedFund = PortfolioFigures['byFund'][number]
export type FundFigures = PortfolioFigures['funds'][number]

/** Figures of transactions whose funds were loaded, each under its current symbol, of all accounts or of one. */
export function calculatePortfolio(
  transactions: readonly Transaction[],
  loaded: HeldFunds,
  today: string,
  options: Partial<Pick<Portfolio, 'methods' | 'kinds' | 'plans'>> & { account?: string | null } = {}
) {
  const { methods = [], kinds = [], plans = [], account = null } = options
  const published = new Map([...loaded, ...[...loaded.values()].map((fund) => [fund.symbol, fund] as const)])
  const ledger = reduceLedger(transactions, published, methods, today, kinds)
  const known: HeldFunds = new Map(
    [...published].map(([symbol, fund]) => {
      const splits = ledger.datedSplits.get(fund.symbol)
      return [symbol, splits === undefined ? fund : { ...fund, splits }]
    })
  )
  const isShown = (row: { account: string }) => account === null || row.account === account
  const booked = Map.groupBy(
    transactions.filter(isShown),
    ({ symbol }) => known.get(symbol)?.symbol ?? symbol
  )
  const lotsOf = Map.groupBy(ledger.lots, ({ symbol }) => symbol)
  const { year } = spansOf(today)
  const payments = listPortfolioPayments(ledger.lots.filter(isShown), known, { today, until: year.to })
  const coming = Map.groupBy(payments.filter(isComing), ({ symbol }) => symbol)
  const calculateFund = (fund: HeldFund) => {
    const ofFund = lotsOf.get(fund.symbol) ?? []
    const own = ofFund.filter(isShown)
    const shares = sharesHeld(own)
    const last = fund.closes.at(-1)
    const held = own.filter(({ heldUntil }) => heldUntil === null)
    const isKnown = held.every(({ cost }) => cost !== null)
    const cost = isKnown ? held.reduce((sum, lot) => sum + (lot.cost ?? 0), 0) : 0
    const ofYear = coming.get(fund.symbol) ?? []
    return {
      fund,
      /** Oldest first. */
      lots: own,
      /** On today's share basis. */
      shares,
      /** Dollars, also to lots of unknown cost. */
      received: receivedBy(own, fund, today),
      /** null without a close. */
      value: last === undefined ? null : shares * last.close,
      /** The next payment that is still to come. */
      next: ofYear[0] ?? null,
      /** Payments of the next 12 months as percent of what the shares still held cost; null if that is unknown. */
      yieldOnCost: cost > 0 ? (100 * sumOf(ofYear).coming) / cost : null,
      holdings: calculateHoldings(ofFund, known, today, account)
    }
  }
  const { true: covered = [], false: others = [] } = Object.groupBy(booked, ([symbol]) =>
    known.has(symbol) ? 'true' : 'false'
  )
  const byFund = [...covered.sort(([a], [b]) => compareText(a, b)), ...others].map(
    ([symbol, transactions]) => {
      const fund = known.get(symbol)
      // null if the fund failed to load, or if the site doesn't cover it.
      return { symbol, transactions, figures: fund === undefined ? null : calculateFund(fund) }
    }
  )
  return {
    today,
    /** Funds by the symbol that was entered, and by their current one. */
    known,
    /** All payments by pay date, from the first received to those in 12 months. */
    payments,
    /** Payments of the next 12 months. */
    year: calculateSpan(year, payments, known),
    /** Payments of the next 12 months to shares of known cost, in dollars: those that pay back `holdings.cashIn`. */
    comingToKnownCost: sumOf(
      listPortfolioPayments(
        ledger.lots.filter((lot) => isShown(lot) && lot.cost !== null),
        known,
        { today, until: year.to }
      )
    ).coming,
    /** Per fund that is expected to pay; together `year.sum.coming`. */
    yearly: [...coming].map(([symbol, ofFund]) => ({
      amount: sumOf(ofFund).coming,
      symbol,
      priceRatio: yearlyPriceRatio(known.get(symbol)?.closes ?? []),
      plan: planOf(known.get(symbol), plans)
    })),
    holdings: calculateHoldings(
      ledger.lots.filter(({ symbol }) => known.has(symbol)),
      known,
      today,
      account
    ),
    /** Funds with figures first, by symbol. */
    byFund,
    funds: byFund.flatMap(({ figures }) => figures ?? []),
    /** Ledger of all accounts. */
    ledger
  }
}

function planOf(fund: HeldFund | undefined, plans: readonly StoredPlan[]): FundPlan | undefined {
  const plan = plans.find(({ symbol }) => symbol === fund?.symbol)
  const close = fund?.closes.at(-1)?.close
  if (plan === undefined || close === undefined || !fund?.estimate) return undefined
  const { amount, frequency } = fund.estimate
  return { ...plan, monthlyRate: (amount * frequency) / 12 / close }
}
