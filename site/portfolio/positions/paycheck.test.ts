import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { pickFunds } from '../../../admin-api/collection/sources/embedded.ts'
import type { ComingPayment } from '../../../admin-api/contract/open-data.ts'
import { addDays } from '../../../admin-api/market-days/days.ts'
import { toReinvestment } from '../../../admin-api/pages/open-data/fund-data.ts'
import { readPayments } from '../../../admin-api/returns/growth.ts'
import { reinvestmentNeeded } from '../../../admin-api/returns/reinvestment-needed.ts'
import { readRealFacts } from '../../../admin-api/testing/may-facts.ts'
import { makeDataPayment, makeFundData } from '../../testing/make-fund-data.ts'
import { calculatePortfolio } from '../calculate-portfolio.ts'
import type { HeldFund } from '../funds/held-fund.ts'
import { toHeldFund } from '../funds/held-fund.ts'
import type { Trade } from '../ledger/transaction.ts'
import { calculateTax } from '../tax/tax-figures.ts'
import { calculatePaycheck, leftInCents, type TaxSettings } from './paycheck.ts'
import { fundMonths, spansOf, sumOf } from './spans.ts'

/*
 * paycheck-sheet.csv was calculated from data/*.csv and the purchases below by a script that shares no code with the
 * product, on Wednesday, July 8, 2026. Its figures are in dollars; in each line:
 * - payments by state: shares held in both accounts at the close before the ex-date, on today's basis, times `amount`. As
 *   coming payments it takes those that were made later: declared with an ex-date within 7 days of today, the next of each
 *   fund estimated, all others projected.
 * - income: the part of the taxable account less return of capital by the final figure of its tax year, otherwise by its 19a
 *   notice, otherwise by the final figure of the newest year before, otherwise by the median of the last notices if they
 *   agree; all of it where there is none. Taxes: 24 % of it.
 * - to_keep: payments times the smallest share whose reinvestment at the close of each pay date made one share of July 8,
 *   2025 as valuable as then, found by bisection and rounded to a hundredth of a percent, as published; all of them where
 *   that was not enough; empty without a close of that day.
 * - left: payments - taxes - to_keep, of funds with that share.
 * 'tax year' lines have payments sent so far by tax day.
 */
const sheet: Record<string, string>[] = parse(readFileSync(join(import.meta.dirname, 'paycheck-sheet.csv')), {
  columns: true
})
const today = '2026-07-08'
const settings: TaxSettings = {
  kinds: [{ account: 'IRA', kind: 'tax-deferred' }],
  taxPercent: 24,
  withholdingPercent: null
}

const trades: [
  account: string,
  type: Trade['type'],
  symbol: string,
  date: string,
  shares: number,
  price: number | null
][] = [
  ['Broker', 'buy', 'MSTY', '2024-07-15', 1000, 28],
  ['IRA', 'buy', 'MSTY', '2025-01-10', 500, 26.5],
  ['Broker', 'buy', 'CONY', '2024-07-15', 800, 17],
  ['Broker', 'sell', 'CONY', '2025-06-12', 300, 8.4],
  ['IRA', 'buy', 'TSLY', '2024-08-05', 600, 12],
  ['Broker', 'buy', 'TSLY', '2025-03-03', 400, 8.1],
  ['Broker', 'buy', 'NVDY', '2024-07-15', 300, 27],
  ['Broker', 'reinvest', 'NVDY', '2024-11-25', 12.5, 22],
  ['IRA', 'buy', 'ULTY', '2025-02-03', 1000, 8.9],
  ['Broker', 'buy', 'ULTY', '2025-09-15', 1500, 5.6],
  ['Broker', 'buy', 'YMAX', '2024-09-03', 250, 17],
  ['Broker', 'transfer-out', 'YMAX', '2025-05-20', 100, null],
  ['IRA', 'transfer-in', 'YMAX', '2025-05-20', 100, null],
  ['IRA', 'buy', 'XDTE', '2024-07-15', 200, 51],
  ['Broker', 'buy', 'JEPI', '2024-07-15', 150, 56],
  ['IRA', 'buy', 'QQQI', '2024-10-01', 120, 51],
  ['Broker', 'buy', 'QQQI', '2026-07-07', 40, 52],
  ['Broker', 'buy', 'CHPY', '2025-10-06', 180, 55],
  ['IRA', 'buy', 'JEPI', '2026-06-30', 60, 57]
]
const transactions = trades.map(
  ([account, type, symbol, date, shares, price], index): Trade => ({
    id: String(index),
    account,
    type,
    symbol,
    date,
    shares,
    price,
    fee: 0
  })
)

function readFunds(): Map<string, HeldFund> {
  const symbols = new Set(transactions.map(({ symbol }) => symbol))
  const facts = pickFunds(readRealFacts(), symbols)
  return new Map(
    [...symbols].map((symbol) => {
      const isOwn = (row: { symbol: string }) => row.symbol === symbol
      const dividends = facts.dividends.filter(isOwn)
      const closes = facts.prices.filter((row) => isOwn(row) && row.date <= today)
      const notices = facts.returnOfCapital.filter(isOwn)
      const toPayment = ({ ex_date, pay_date, amount }: (typeof dividends)[number]) => ({
        ...makeDataPayment(ex_date, Number(amount)),
        pay_date
      })
      let isNext = true
      const toComing = (row: (typeof dividends)[number]): ComingPayment => {
        const { ex_date, pay_date, amount } = toPayment(row)
        const isDeclared = ex_date <= addDays(today, 7)
        const state = isDeclared ? 'declared' : isNext ? 'estimated' : 'projected'
        if (!isDeclared) isNext = false
        return {
          kind: 'regular',
          ex_date,
          ex_date_range: null,
          own_by: addDays(ex_date, -1),
          pay_date,
          state,
          amount,
          low: isDeclared ? null : 0,
          high: isDeclared ? null : amount,
          quantiles: null,
          declared: null,
          dates_confirmed_on: null
        }
      }
      const data = makeFundData(
        symbol,
        Object.fromEntries(closes.map(({ date, close }) => [date, Number(close)])),
        {
          as_of: today,
          payments: dividends.filter(({ ex_date }) => ex_date <= today).map(toPayment),
          upcoming: dividends.filter(({ ex_date }) => ex_date > today).map(toComing),
          splits: facts.splits.filter(isOwn).map((split) => ({ ...split, is_inferred: false })),
          return_of_capital: {
            notices: notices.flatMap(({ kind, ex_date_or_year: ex_date, roc_percent: percent, source }) =>
              kind === '19a' && ex_date <= today ? [{ ex_date, percent, source }] : []
            ),
            finals: notices.flatMap(({ kind, ex_date_or_year: year, roc_percent: percent, source }) =>
              kind === 'final' ? [{ year, percent, source }] : []
            )
          }
        }
      )
      const history = { payments: readPayments(data.payments), closes: data.closes }
      const reinvestment_needed = toReinvestment(reinvestmentNeeded(history))
      return [symbol, toHeldFund({ ...data, reinvestment_needed })]
    })
  )
}

const funds = readFunds()
const figures = calculatePortfolio(transactions, funds, today)
const { payments, ledger } = figures
const linesOf = (part: string) => sheet.filter((line) => line['part'] === part)
/** Figures of the sheet are rounded to a hundredth of a cent. */
const near = (cell: string | undefined) => expect.closeTo(Number(cell), 3)
const cellsOf = (line: Record<string, string>, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, near(line[name])]))
const states = ['paid', 'declared', 'estimated', 'projected'] as const

test.each([
  ['this week', 'week'],
  ['next week', 'nextWeek'],
  ['this month', 'month'],
  ['next month', 'nextMonth']
] as const)('the paycheck of %s equals the sheet, each payment and their sums', (part, name) => {
  const span = spansOf(today)[name]
  const paycheck = calculatePaycheck(payments, { lots: ledger.lots, funds, settings }, span)
  const [all, ...lines] = linesOf(part)
  if (all === undefined) throw new Error(`the sheet has nothing about ${part}`)
  expect(paycheck.sum).toMatchObject(cellsOf(all, states))
  expect(paycheck).toMatchObject({
    taxes: near(all['taxes']),
    kept: near(all['to_keep']),
    left: near(all['left'])
  })
  const { sum, taxes, kept, unknown, left } = paycheck
  expect(unknown.symbols).toEqual(['CHPY'])
  expect(sum.paid + sum.coming).toBeCloseTo(taxes + kept + unknown.dollars + left, 8)
  expect(
    paycheck.rows.map(({ symbol, payDate, state, amount, income, taxes, kept, left }) => {
      return { symbol, payDate, state, amount, income, taxes, kept: kept?.amount ?? null, left }
    })
  ).toEqual(
    lines.map((line) => ({
      symbol: line['symbol'],
      payDate: line['pay_date'],
      state: states.find((state) => Number(line[state]) > 0),
      amount: near(String(Math.max(...states.map((state) => Number(line[state]))))),
      income: near(line['income']),
      taxes: near(line['taxes']),
      kept: line['to_keep'] === '' ? null : near(line['to_keep']),
      left: line['left'] === '' ? null : near(line['left'])
    }))
  )
})

test('the table of months equals the sheet in each year', () => {
  const months = sheet.flatMap(({ part = '' }) => (/^\d{4}-\d{2}$/.test(part) ? part : []))
  expect(new Set(months).size).toBe(26)
  for (const month of new Set(months)) {
    const [year = '', index] = month.split('-')
    const at = Number(index) - 1
    const { all, funds: rows } = fundMonths(payments, year)
    const ofMonth = [...rows, all].map(({ name, months }) => ({ name, ...months[at] }))
    const shown = ofMonth.filter(({ amount = 0 }) => amount > 0)
    const lines = linesOf(month)
    expect(
      shown.map(({ name }) => name),
      month
    ).toEqual(lines.map(({ symbol }) => (symbol === 'all' ? 'All funds' : symbol)))
    for (const [place, line] of lines.entries())
      expect(shown[place], `${month} ${line['symbol']}`).toMatchObject(cellsOf(line, states))
    expect(rows.reduce((sum, row) => sum + row.year.amount, 0)).toBeCloseTo(all.year.amount, 8)
  }
})

test('income by tax year equals the sheet', () => {
  const { kinds } = settings
  const { years } = calculateTax({ ledger, transactions, kinds, funds, today })
  for (const { year, income, unknown } of years) {
    const [line] = linesOf(`tax year ${year}`)
    expect(income + unknown, year).toEqual(near(line?.['income']))
  }
  expect(years).toHaveLength(3)
})

test('what taxes and reinvesting take beyond a payment is shown as less than nothing', () => {
  const msty = funds.get('MSTY')
  if (msty === undefined) throw new Error('the portfolio has MSTY')
  const span = spansOf(today).week
  const rates = { ...settings, taxPercent: 50, withholdingPercent: 15 }
  const own = payments.filter(({ symbol }) => symbol === 'MSTY')
  const paycheck = calculatePaycheck(own, { lots: ledger.lots, funds, settings: rates }, span)
  // Reinvesting all was not enough, so the taxes are missing. 15 % are withheld from 200 of 300 shares, which are taxable.
  const { paid, coming } = sumOf(paycheck.rows)
  expect(paycheck.kept).toBeCloseTo(paid + coming, 8)
  const income = linesOf('this week').reduce(
    (sum, line) => sum + (line['symbol'] === 'MSTY' ? Number(line['income']) : 0),
    0
  )
  expect(paycheck.taxes).toBeCloseTo(income * 0.5 + (paid + coming) * (2 / 3) * 0.15, 3)
  expect(paycheck.left).toBeCloseTo(-paycheck.taxes, 8)
})

test('what is left is what a reader gets who subtracts the shown figures', () => {
  // Shown as $27.44, $6.58 and $0.00; exact, 20.8549 would be left.
  expect(leftInCents([27.436], [6.5811, 0])).toBe(20.86)
  expect(leftInCents([123.936, 0, 0, 0], [26.4269, 63.1951, 0])).toBe(34.31)
})
