import { loadValue } from '../lib/query.ts'
import { heldFundQuery, symbolsQuery } from './funds/held-funds.ts'
import { type Lot, reduceLedger } from './ledger/reduce-ledger.ts'
import { isTrade, type Transaction } from './ledger/transaction.ts'
import type { HeldFunds } from './positions/held-fund.ts'
import { sharesHeld } from './positions/holdings.ts'
import { listPortfolioPayments } from './positions/portfolio-payments.ts'
import { paymentsWithin, type Span, spansOf, sumOf } from './positions/spans.ts'
import { emptyPortfolio, type Portfolio, readPortfolio } from './stored-portfolio.ts'

/* Data of the stored portfolio for other pages. They import this file on demand, and only if one is stored. */

/** Shares of a fund still held, on today's share basis. Null without any, and if the fund could not be loaded. */
export async function readHeldShares(symbol: string): Promise<number | null> {
  const { lots } = await loadHoldings(symbol)
  const shares = sharesHeld(lots)
  return shares > 0 ? shares : null
}

/** Current symbols of the funds that the stored portfolio still holds. */
export async function readHeldSymbols(): Promise<ReadonlySet<string>> {
  const { transactions } = storedPortfolio()
  if (transactions.length === 0) return new Set()
  const current = await loadValue(symbolsQuery('all'))
  const bySymbol = Map.groupBy(transactions, ({ symbol }) => current?.get(symbol) ?? symbol)
  const held = await Promise.all(
    [...bySymbol].map(async ([symbol, ofFund]) => ((await isHeld(symbol, ofFund)) ? [symbol] : []))
  )
  return new Set(held.flat())
}

/** Current symbols; those of before a rename stay if the list of funds can't be loaded. */
export async function readPresentSymbols(symbols: readonly string[]): Promise<ReadonlySet<string>> {
  const current = await loadValue(symbolsQuery('all'))
  return new Set(symbols.map((symbol) => current?.get(symbol) ?? symbol))
}

/** Funds without sales are held; whether a sale left shares depends on splits, which are in the fund's data. */
async function isHeld(symbol: string, transactions: readonly Transaction[]): Promise<boolean> {
  const removes = (one: Transaction) =>
    isTrade(one) ? one.type === 'sell' || one.type === 'transfer-out' : 'shares' in one && one.shares < 0
  if (!transactions.some(removes)) return transactions.some((one) => 'shares' in one)
  const fund = await loadValue(heldFundQuery(symbol))
  const funds: HeldFunds = new Map(fund === null ? [] : transactions.map((one) => [one.symbol, fund]))
  return sharesHeld(reduceLedger(transactions, funds).lots) > 0
}

/** Dollars still to come this week and next, as on My Fleet; null if nothing could be loaded. */
export async function readComingWeeks(today: string): Promise<{ week: number; nextWeek: number } | null> {
  const { lots, funds } = await loadHoldings(null)
  if (funds.size === 0) return null
  const { week, nextWeek } = spansOf(today)
  const payments = listPortfolioPayments(lots, funds, { today, until: nextWeek.to })
  const comingIn = (span: Span) => sumOf(paymentsWithin(payments, span)).coming
  return { week: comingIn(week), nextWeek: comingIn(nextWeek) }
}

function storedPortfolio(): Portfolio {
  const read = readPortfolio()
  return read.status === 'readable' ? read.portfolio : emptyPortfolio
}

/** Lots of one fund or of all, and the data of these funds by symbol. */
async function loadHoldings(only: string | null): Promise<{ lots: Lot[]; funds: HeldFunds }> {
  const { transactions, methods } = storedPortfolio()
  const current = transactions.length === 0 ? null : await loadValue(symbolsQuery('all'))
  const own = transactions.filter(({ symbol }) => {
    const present = current?.get(symbol)
    return present !== undefined && (only === null || present === only)
  })
  const loaded = await Promise.all(
    [...new Set(own.map(({ symbol }) => symbol))].map(
      async (symbol) => [symbol, await loadValue(heldFundQuery(current?.get(symbol) ?? symbol))] as const
    )
  )
  const known = new Map(loaded.flatMap(([symbol, fund]) => (fund === null ? [] : [[symbol, fund] as const])))
  const booked = own.filter(({ symbol }) => known.has(symbol))
  return {
    lots: reduceLedger(booked, known, methods).lots,
    funds: new Map([...known.values()].map((fund) => [fund.symbol, fund]))
  }
}
