import { usualDates } from '../../admin-api/market-days/next-dates.ts'
import type { Facts } from '../../data/schema.ts'
import { calculatePortfolio } from '../../site/portfolio/calculate-portfolio.ts'
import type { Transaction } from '../../site/portfolio/ledger/transaction.ts'
import type { HeldFund } from '../../site/portfolio/positions/held-fund.ts'
import { emptyPortfolio, parsePortfolio } from '../../site/portfolio/stored-portfolio.ts'
import { calculateTax } from '../../site/portfolio/tax/tax-figures.ts'
import type { Figure } from './report.ts'

/**
 * Measures the script time to open My Fleet: reads the stored text and calculates lots, figures and tax years of
 * `count` transactions in 20 funds and three accounts, half of them reinvestments. Without warm-up, as on page load.
 */
export function timeLargePortfolio(facts: Facts, count: number): Figure {
  const today = '2026-07-08'
  const symbols = facts.funds.slice(0, 20).map(({ symbol }) => symbol)
  const funds = new Map(symbols.map((symbol) => [symbol, toHeldFund(facts, symbol)]))
  const stored = JSON.stringify({ ...emptyPortfolio, transactions: makeTransactions(symbols, count) })
  const startedAt = performance.now()
  const read = parsePortfolio(stored)
  if (read.status !== 'readable') throw new Error('the portfolio of the benchmark must be readable')
  const { transactions } = read.portfolio
  const { ledger } = calculatePortfolio(transactions, funds, today)
  calculateTax({ ledger, transactions, kinds: [], funds, today })
  return {
    what: `My Fleet with ${count.toLocaleString('en-US')} transactions`,
    measured: `${Math.round(performance.now() - startedAt)} ms of script`,
    budget: '200 ms'
  }
}

function makeTransactions(symbols: readonly string[], count: number): Transaction[] {
  return Array.from({ length: count }, (_, index): Transaction => {
    const day = new Date(Date.UTC(2024, 6, 1) + (index % 700) * 86_400_000).toISOString().slice(0, 10)
    const type = index % 10 === 9 ? 'sell' : index % 2 === 0 ? 'reinvest' : 'buy'
    const shares = type === 'sell' ? 1 : 1 + (index % 13) / 4
    const account = `Account ${index % 3}`
    const symbol = symbols[Math.floor(index / 3) % symbols.length] ?? ''
    return { id: `t${index}`, account, type, symbol, date: day, shares, price: 20, fee: 0 }
  })
}

function toHeldFund(facts: Facts, symbol: string): HeldFund {
  const rowsOfFund = <Row extends { symbol: string }>(rows: readonly Row[]) =>
    rows.filter((row) => row.symbol === symbol)
  const payments = rowsOfFund(facts.dividends).map((row) => ({
    exDate: row.ex_date,
    payDate: row.pay_date,
    amount: row.amount,
    isResidual: false
  }))
  const amount = payments.at(-1)?.amount ?? 0.1
  return {
    symbol,
    name: symbol,
    state: 'open',
    asOf: '2026-07-08',
    noEstimate: null,
    payments,
    estimate: {
      amount,
      low: 0.8 * amount,
      high: 1.2 * amount,
      exDate: '2026-07-09',
      payDate: '2026-07-10',
      frequency: 52
    },
    closes: rowsOfFund(facts.prices),
    splits: rowsOfFund(facts.splits).map(({ date, old_shares, new_shares }) => ({
      date,
      oldShares: old_shares,
      newShares: new_shares
    })),
    pastRatios: payments.map(({ exDate }, index) => ({
      week: exDate,
      ratio: 0.9 + (index % 5) / 20,
      step: 1
    })),
    returnOfCapital: {
      notices: rowsOfFund(facts.returnOfCapital)
        .filter(({ kind }) => kind === '19a')
        .map((row) => ({ ex_date: row.ex_date_or_year, percent: row.roc_percent, source: row.source })),
      finals: []
    },
    dates: usualDates,
    underlying: null
  }
}
