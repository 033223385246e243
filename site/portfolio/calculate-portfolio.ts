import { compareText } from '../../admin-api/market-days/days.ts'
import type { HeldFund, HeldFunds } from './funds/held-fund.ts'
import { listOwnHoldings } from './funds/own-holding.ts'
import { type Ledger, reduceLedger } from './ledger/reduce-ledger.ts'
import type { Lot } from './ledger/take-shares.ts'
import type { Transaction } from './ledger/transaction.ts'
import { calculateHoldings, type Holdings, receivedBy, sharesHeld } from './positions/holdings.ts'
import { type FundPlan, type YearlyPayments, yearlyPriceRatio } from './positions/outlook.ts'
import { isComing, listPortfolioPayments, type PortfolioPayment } from './positions/portfolio-payments.ts'
import { calculateSpan, type SpanFigures, spansOf, sumOf } from './positions/spans.ts'
import type { Portfolio, StoredPlan } from './stored-portfolio.ts'

/** Figures of a portfolio, in dollars. */
export type PortfolioFigures = {
  today: string
  /** Funds by the symbol that was entered, and by their current one. */
  known: HeldFunds
  /** All payments by pay date, from the first received to those in 12 months. */
  payments: PortfolioPayment[]
  /** Payments of the next 12 months. */
  year: SpanFigures
  /** Payments of the next 12 months to shares of known cost: those that pay back `holdings.cashIn`. */
  comingToKnownCost: number
  /** Per fund that is expected to pay; together `year.sum.coming`. */
  yearly: (YearlyPayments & { symbol: string })[]
  holdings: Holdings
  /** Funds with figures first, by symbol. */
  byFund: BookedFund[]
  funds: FundFigures[]
  /** Ledger of all accounts. */
  ledger: Ledger
}

/** Transactions of one fund, under its current symbol. */
export type BookedFund = {
  symbol: string
  transactions: Transaction[]
  /** Null if the fund failed to load, or if the site doesn't cover it. */
  figures: FundFigures | null
}

/** Figures of one fund, in dollars. */
export type FundFigures = {
  fund: HeldFund
  /** Oldest first. */
  lots: Lot[]
  /** On today's share basis. */
  shares: number
  /** Payments so far, also to lots of unknown cost. */
  received: number
  /** Null without a close. */
  value: number | null
  /** The next payment that is still to come; null without one. */
  next: PortfolioPayment | null
  /** Payments of the next 12 months as percent of what the shares still held cost; null if that is unknown. */
  yieldOnCost: number | null
  holdings: Holdings
}

type CalculateOptions = Partial<Pick<Portfolio, 'methods' | 'kinds' | 'plans' | 'prices'>> & {
  account?: string | null
  /** Symbols that the site doesn't cover, whose figures come from the transactions alone. */
  own?: readonly string[]
}

/** Figures of transactions whose funds were loaded, each under its current symbol, of all accounts or of one. */
export function calculatePortfolio(
  transactions: readonly Transaction[],
  loaded: HeldFunds,
  today: string,
  options: CalculateOptions = {}
): PortfolioFigures {
  const { methods = [], kinds = [], plans = [], prices = [], own = [], account = null } = options
  const published = new Map([...loaded, ...[...loaded.values()].map((fund) => [fund.symbol, fund] as const)])
  const ledger = reduceLedger(transactions, published, methods, today, kinds)
  const { year } = spansOf(today)
  const ownHoldings = listOwnHoldings({
    transactions,
    lots: ledger.lots,
    symbols: own,
    prices,
    today,
    until: year.to
  })
  const known: HeldFunds = new Map([
    ...[...published].map(([symbol, fund]) => {
      const splits = ledger.datedSplits.get(fund.symbol)
      return [symbol, splits === undefined ? fund : { ...fund, splits }] as const
    }),
    ...ownHoldings.map((holding) => [holding.symbol, holding] as const)
  ])
  const isShown = (row: { account: string }) => account === null || row.account === account
  const booked = Map.groupBy(
    transactions.filter(isShown),
    ({ symbol }) => known.get(symbol)?.symbol ?? symbol
  )
  const lotsOf = Map.groupBy(ledger.lots, ({ symbol }) => symbol)
  const payments = listPortfolioPayments(ledger.lots.filter(isShown), known, {
    today,
    until: year.to,
    isBookedIn: (name) => isShown({ account: name })
  })
  const coming = Map.groupBy(payments.filter(isComing), ({ symbol }) => symbol)
  /** Dollars that accounts booked, even if no row says for which shares. */
  const receivedIn = (lots: readonly Lot[], fund: HeldFund) =>
    fund.own === undefined
      ? receivedBy(lots, fund, today)
      : fund.own.payments.filter(isShown).reduce((sum, { amount }) => sum + amount, 0)
  const calculateFund = (fund: HeldFund): FundFigures => {
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
      lots: own,
      shares,
      received: receivedIn(own, fund),
      value: last === undefined ? null : shares * last.close,
      next: ofYear[0] ?? null,
      yieldOnCost: cost > 0 ? (100 * sumOf(ofYear).coming) / cost : null,
      holdings: calculateHoldings(ofFund, known, today, account)
    }
  }
  const figuresOf = ([symbol, transactions]: [string, Transaction[]]): BookedFund => {
    const fund = known.get(symbol)
    return { symbol, transactions, figures: fund === undefined ? null : calculateFund(fund) }
  }
  const all = [...booked].map(figuresOf)
  const covered = all.filter(({ figures }) => figures !== null)
  const byFund = [
    ...covered.sort((a, b) => compareText(a.symbol, b.symbol)),
    ...all.filter(({ figures }) => figures === null)
  ]
  return {
    today,
    known,
    payments,
    year: calculateSpan(year, payments, known),
    comingToKnownCost: sumOf(
      listPortfolioPayments(
        ledger.lots.filter((lot) => isShown(lot) && lot.cost !== null),
        known,
        { today, until: year.to }
      )
    ).coming,
    yearly: [...coming].map(([symbol, ofFund]) => ({
      amount: sumOf(ofFund).coming,
      symbol,
      priceRatio: yearlyPriceRatio(known.get(symbol)?.closes ?? []),
      plan: planOf(known.get(symbol), ofFund, plans)
    })),
    holdings: calculateHoldings(
      ledger.lots.filter(({ symbol }) => known.has(symbol)),
      known,
      today,
      account
    ),
    byFund,
    funds: byFund.flatMap(({ figures }) => figures ?? []),
    ledger
  }
}

/** Payments that contributions buy are those of the next 12 months on average, like payments of the shares held. */
function planOf(
  fund: HeldFund | undefined,
  coming: readonly PortfolioPayment[],
  plans: readonly StoredPlan[]
): FundPlan | undefined {
  const plan = plans.find(({ symbol }) => symbol === fund?.symbol)
  const close = fund?.closes.at(-1)?.close
  if (plan === undefined || close === undefined) return undefined
  const yearPerShare = coming.reduce((sum, { perShare }) => sum + perShare, 0)
  return { ...plan, monthlyRate: yearPerShare / 12 / close }
}
