import { calculatePortfolio } from '../../site/portfolio/calculate-portfolio.ts'
import type { Transaction } from '../../site/portfolio/ledger/transaction.ts'
import { emptyPortfolio, parsePortfolio } from '../../site/portfolio/stored-portfolio.ts'
import { calculateTax } from '../../site/portfolio/tax/tax-figures.ts'
import type { Figure } from './report.ts'

const today = '2026-07-08'
const symbolCount = 200

/**
 * Measures the script time to open My Fleet with holdings that the site doesn't cover: `count` transactions of 200
 * symbols in three accounts, half of them payments; every third symbol pays monthly, the others quarterly. Without warm-up.
 */
export function timeOwnHoldings(count: number): Figure {
  const stored = JSON.stringify({ ...emptyPortfolio, transactions: makeTransactions(count) })
  const startedAt = performance.now()
  const read = parsePortfolio(stored)
  if (read.status !== 'readable') throw new Error('the portfolio of the benchmark must be readable')
  const { transactions } = read.portfolio
  const own = [...new Set(transactions.map(({ symbol }) => symbol))]
  const { ledger, known } = calculatePortfolio(transactions, new Map(), today, { own })
  calculateTax({ ledger, transactions, kinds: [], funds: known, today })
  return {
    what: `My Fleet with ${count.toLocaleString('en-US')} transactions of ${symbolCount} holdings we don’t cover`,
    measured: `${Math.round(performance.now() - startedAt)} ms of script`,
    budget: '200 ms'
  }
}

function makeTransactions(count: number): Transaction[] {
  const last = Math.floor((count - 1) / symbolCount)
  return Array.from({ length: count }, (_, index): Transaction => {
    const symbol = index % symbolCount
    const step = Math.floor(index / symbolCount)
    const booking = {
      id: `t${index}`,
      account: `Account ${symbol % 3}`,
      symbol: `Z${String.fromCharCode(65 + (symbol % 26))}${String.fromCharCode(65 + Math.floor(symbol / 26))}`
    }
    const monthsAgo = Math.floor((last - step) / 2) * (symbol % 3 === 0 ? 1 : 3)
    const dayOf = (day: number) => new Date(Date.UTC(2026, 5 - monthsAgo, day)).toISOString().slice(0, 10)
    return step % 2 === 0
      ? { ...booking, type: 'buy', date: dayOf(2), shares: 1 + (index % 13) / 4, price: 20, fee: 0 }
      : { ...booking, type: 'cash', date: dayOf(3 + (symbol % 25)), amount: 1 + step / 10 }
  })
}
