import { loadValue } from '../lib/query.ts'
import { type HeldFund, toFirstFund } from './funds/held-fund.ts'
import { fleetQuery, loadCoveredSymbols } from './funds/held-funds.ts'
import { listOwnHoldings } from './funds/own-holding.ts'
import { reduceLedger } from './ledger/reduce-ledger.ts'
import { isTrade, type Transaction } from './ledger/transaction.ts'
import { sharesHeld } from './positions/holdings.ts'
import { listPortfolioPayments } from './positions/portfolio-payments.ts'
import { incomeOf, paymentsWithin, type Span, spansOf, sumOf } from './positions/spans.ts'
import { emptyPortfolio, readPortfolio } from './stored-portfolio.ts'

/* Data of the stored portfolio for other pages. They import this file on demand, and only if one is stored. */

/** Shares of a fund still held, on today's share basis. Null without any, and if its data could not be loaded. */
export async function readHeldShares(symbol: string): Promise<number | null> {
  const { lots, funds } = await loadHoldings((other) => other === symbol)
  const shares = sharesHeld(lots)
  return funds.has(symbol) && shares > 0 ? shares : null
}

/**
 * Current symbols of the funds that the stored portfolio still holds: all without a removal of shares. What a removal left
 * depends on splits, which are in the fund's data.
 */
export async function readHeldSymbols(): Promise<ReadonlySet<string>> {
  const { bySymbol, lots } = await loadHoldings((_symbol, transactions) => transactions.some(removesShares))
  const lotsOf = Map.groupBy(lots, ({ symbol }) => symbol)
  const held = [...bySymbol].filter(([symbol, transactions]) =>
    transactions.some(removesShares)
      ? sharesHeld(lotsOf.get(symbol) ?? []) > 0
      : transactions.some((one) => 'shares' in one)
  )
  return new Set(held.map(([symbol]) => symbol))
}

function removesShares(transaction: Transaction): boolean {
  if (isTrade(transaction)) return !['buy', 'reinvest', 'transfer-in'].includes(transaction.type)
  return 'shares' in transaction && transaction.shares < 0
}

/** Current symbols; those of before a rename stay if the list of funds can't be loaded. */
export async function readPresentSymbols(symbols: readonly string[]): Promise<ReadonlySet<string>> {
  const current = await loadCoveredSymbols()
  return new Set(symbols.map((symbol) => current?.get(symbol) ?? symbol))
}

/** Dollars of this week, of which some are paid, and of the next, as on My Fleet. */
export type OwnWeeks = { week: number; paid: number; nextWeek: number }

/** null without a fund, or if their data couldn't be loaded. */
export async function readOwnWeeks(today: string): Promise<OwnWeeks | null> {
  const { lots, funds, isComplete, transactions, own, prices } = await loadHoldings(() => true)
  const { week, nextWeek } = spansOf(today)
  const until = nextWeek.to
  for (const holding of listOwnHoldings({ transactions, lots, symbols: own, prices, today, until }))
    funds.set(holding.symbol, holding)
  if (funds.size === 0 || !isComplete) return null
  const payments = listPortfolioPayments(lots, funds, { today, until, isBookedIn: () => true })
  const sumIn = (span: Span) => sumOf(paymentsWithin(payments, span))
  const thisWeek = sumIn(week)
  return { week: incomeOf(thisWeek), paid: thisWeek.paid, nextWeek: incomeOf(sumIn(nextWeek)) }
}

/**
 * Stored transactions by the current symbols of their funds, the lots of those that are wanted, and their data. It is from
 * the file of all funds, so that the server never learns which are held. Lots have no cost without a price.
 */
async function loadHoldings(isWanted: (symbol: string, transactions: readonly Transaction[]) => boolean) {
  const read = readPortfolio()
  const { transactions, methods, prices = [] } = read.status === 'readable' ? read.portfolio : emptyPortfolio
  const fleet = transactions.length === 0 ? null : await loadValue(fleetQuery('all'))
  const current = fleet?.symbols ?? null
  const renamed = transactions.map((one) => ({ ...one, symbol: current?.get(one.symbol) ?? one.symbol }))
  const bySymbol = Map.groupBy(renamed, ({ symbol }) => symbol)
  const wanted = [...bySymbol].filter((entry) => isWanted(...entry))
  const funds = new Map(
    wanted.flatMap(([symbol]): (readonly [string, HeldFund])[] => {
      const row = fleet?.rows.get(symbol)
      return row === undefined ? [] : [[symbol, toFirstFund(row)]]
    })
  )
  const { lots } = reduceLedger(
    wanted.flatMap(([, booked]) => booked),
    funds,
    methods
  )
  const own = current === null ? [] : [...bySymbol.keys()].filter((symbol) => !current.has(symbol))
  const isComplete = transactions.length === 0 || fleet !== null
  return { bySymbol, lots, funds, transactions: renamed, own, prices, isComplete }
}
