import type { Facts } from '../../data/schema.ts'
import { calculatePortfolio } from '../../site/portfolio/calculate-portfolio.ts'
import { type HeldFund, toHeldFund } from '../../site/portfolio/funds/held-fund.ts'
import type { Transaction } from '../../site/portfolio/ledger/transaction.ts'
import { calculatePaycheck } from '../../site/portfolio/positions/paycheck.ts'
import { spansOf } from '../../site/portfolio/positions/spans.ts'
import { emptyPortfolio, parsePortfolio } from '../../site/portfolio/stored-portfolio.ts'
import { calculateTax } from '../../site/portfolio/tax/tax-figures.ts'
import { makeComing, makeDataPayment, makeFundData } from '../../site/testing/make-fund-data.ts'
import type { Figure } from './report.ts'

/**
 * Measures the script time to open My Fleet: reads the stored text and calculates lots, figures, paycheck and tax years of
 * `count` transactions in 20 funds and three accounts, half of them reinvestments. Without warm-up, as on page load.
 */
export function timeLargePortfolio(facts: Facts, count: number): Figure {
  const today = '2026-07-08'
  const symbols = facts.funds.slice(0, 20).map(({ symbol }) => symbol)
  const funds = new Map(symbols.map((symbol) => [symbol, makeHeldFund(facts, symbol)]))
  const stored = JSON.stringify({ ...emptyPortfolio, transactions: makeTransactions(symbols, count) })
  const startedAt = performance.now()
  const read = parsePortfolio(stored)
  if (read.status !== 'readable') throw new Error('the portfolio of the benchmark must be readable')
  const { transactions } = read.portfolio
  const { ledger, payments } = calculatePortfolio(transactions, funds, today)
  const paycheck = { lots: ledger.lots, funds, settings: { ...read.portfolio, taxPercent: 24 } }
  calculatePaycheck(payments, paycheck, spansOf(today).week)
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

function makeHeldFund(facts: Facts, symbol: string): HeldFund {
  const rowsOfFund = <Row extends { symbol: string }>(rows: readonly Row[]) =>
    rows.filter((row) => row.symbol === symbol)
  const payments = rowsOfFund(facts.dividends).map((row) => ({
    ...makeDataPayment(row.ex_date, row.amount),
    pay_date: row.pay_date
  }))
  const amount = payments.at(-1)?.amount ?? 0.1
  const closes = rowsOfFund(facts.prices).map(({ date, close }) => [date, close] as const)
  const notices = rowsOfFund(facts.returnOfCapital)
    .filter(({ kind }) => kind === '19a')
    .map((row) => ({ ex_date: row.ex_date_or_year, percent: row.roc_percent, source: row.source }))
  const data = makeFundData(symbol, Object.fromEntries(closes), {
    payments,
    upcoming: makeComing('2026-07-09', { amount, low: 0.8 * amount, high: 1.2 * amount }),
    splits: rowsOfFund(facts.splits).map((split) => ({ ...split, is_inferred: false })),
    return_of_capital: { notices, finals: [] }
  })
  const pastRatios = payments.map(({ ex_date: week }, i) => ({ week, ratio: 0.9 + (i % 5) / 20 }))
  return { ...toHeldFund(data), pastRatios }
}
