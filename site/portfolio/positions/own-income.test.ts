import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { makeDataPayment, makeFundData } from '../../testing/make-fund-data.ts'
import { calculatePortfolio } from '../calculate-portfolio.ts'
import { type HeldFund, toHeldFund } from '../funds/held-fund.ts'
import { planImport } from '../import/plan-import.ts'
import { readFile } from '../import/read-file.ts'
import { compareForm } from '../tax/compare-form.ts'
import { calculateTax } from '../tax/tax-figures.ts'
import { calculatePaycheck } from './paycheck.ts'
import { fundMonths, spansOf, sumOf } from './spans.ts'

/*
 * own-income-rows.csv is one account of two years with twelve holdings, two of which are covered; own-income-sheet.csv was
 * calculated from it by a script that shares no code with the product, on Wednesday, July 8, 2026, in dollars:
 * - fund payment: symbol, ex-date and pay date, dollars per share of a covered fund.
 * - month: payments of covered funds, shares held the day before times that amount; payments of the others as booked.
 * - year: payments of both, withheld tax, short-term and long-term gains, first in, first out.
 * - holding, not covered: shares, their cost, payments so far, value at the last price of its rows.
 * - coming, not covered: payments in 12 months, the average per share of its last three (monthly) or four (quarterly), and
 *   their product with the shares held.
 */
const sheet: Record<'part' | 'name' | 'a' | 'b' | 'c' | 'd', string>[] = parse(
  readFileSync(join(import.meta.dirname, 'own-income-sheet.csv')),
  { columns: true }
)
const linesOf = (part: string) => sheet.filter((line) => line.part === part)
const today = '2026-07-08'

async function readAccount() {
  const funds = new Map<string, HeldFund>(
    [...Map.groupBy(linesOf('fund payment'), ({ name }) => name)].map(([symbol, lines]) => {
      const payments = lines.map(({ a, b }) => makeDataPayment(a, Number(b)))
      return [symbol, toHeldFund(makeFundData(symbol, { '2024-07-01': 20, [today]: 20 }, { payments }))]
    })
  )
  const file = await readFile(readFileSync(join(import.meta.dirname, 'own-income-rows.csv')))
  if (!file.ok) throw new Error(file.fault)
  const symbols = new Map([...funds.keys()].map((symbol) => [symbol, symbol]))
  const plan = planImport({ reading: file.reading, existing: [], methods: [], symbols, funds, today })
  expect(plan.problems).toEqual([])
  const figures = calculatePortfolio(plan.added, funds, today, { own: plan.uncovered })
  return { transactions: plan.added, figures, covered: plan.covered, own: plan.uncovered }
}

const account = await readAccount()
const { figures, transactions } = account
const near = (cell: string, digits = 2) => expect.closeTo(Number(cell), digits)

test('a mixed account has twelve holdings, two of them covered', () => {
  expect([account.covered.length, account.own.length]).toEqual([2, 10])
  expect(figures.funds).toHaveLength(12)
})

test('income by month is that of the sheet, covered and own', () => {
  const months = linesOf('month').map(({ name }) => {
    const paid = figures.payments.filter(({ state, payDate }) => state === 'paid' && payDate.startsWith(name))
    const sum = (isOwn: boolean) => sumOf(paid.filter((payment) => payment.isOwn === isOwn)).paid
    return { name, covered: sum(false), own: sum(true) }
  })
  expect(months).toEqual(linesOf('month').map(({ name, a, b }) => ({ name, covered: near(a), own: near(b) })))
  for (const { name, a } of linesOf('year'))
    expect(fundMonths(figures.payments, name).all.year.paid).toBeCloseTo(Number(a), 2)
})

test('payments, withheld tax and gains by year are those of the sheet', () => {
  const { ledger, known: funds } = figures
  const { years } = calculateTax({ ledger, transactions, kinds: [], funds, today })
  expect(
    years.map(({ year, payments, withheld, shortTerm, longTerm }) => [
      year,
      payments,
      withheld,
      shortTerm,
      longTerm
    ])
  ).toEqual(
    linesOf('year')
      .reverse()
      .map(({ name, a, b, c, d }) => [name, near(a), near(b), near(c), near(d)])
  )
})

test('a 1099-DIV of the whole account agrees to the dollar', () => {
  const { ledger, known: funds } = figures
  const [, line] = linesOf('year')
  const entered = { box1b: null, box2a: null, box3: null, box4: null, box7: Number(line?.b) }
  const form = { account: 'Schwab', year: '2025', ...entered, box1a: Number(Number(line?.a).toFixed(2)) }
  const parts = account.own.map((symbol) => ({
    account: 'Schwab',
    year: '2025',
    symbol,
    qualified: 0,
    roc: 0
  }))
  const input = { lots: ledger.lots, transactions, funds, parts, today }
  const result = compareForm(form, input)
  expect(result.total.ours).toBeCloseTo(result.total.form, 2)
  expect(result.withheld.ours).toBeCloseTo(result.withheld.form, 2)
  expect(result.holdings).toHaveLength(12)
  const short = compareForm({ ...form, box1a: form.box1a - (result.holdings[0]?.payments ?? 0) }, input)
  expect(short.cause).toBe('total')
  expect(short.suspects).toEqual([
    { symbol: 'ABBV', why: 'not-on-form', dollars: result.holdings[0]?.payments }
  ])
})

test('each own holding has the shares, cost, payments and value of the sheet', () => {
  const held = figures.funds.filter(({ fund }) => fund.own !== undefined)
  expect(
    held.map(({ fund, shares, holdings, received, value }) => [
      fund.symbol,
      shares,
      holdings.cost - soldCost(fund.symbol),
      received,
      value
    ])
  ).toEqual(linesOf('holding').map(({ name, a, b, c, d }) => [name, near(a, 5), near(b), near(c), near(d)]))
})

/** Cost of the shares that were sold. */
function soldCost(symbol: string): number {
  const sold = figures.ledger.lots.filter((lot) => lot.symbol === symbol && lot.heldUntil !== null)
  return sold.reduce((sum, { cost }) => sum + (cost ?? 0), 0)
}

test('coming payments of own holdings are those of the sheet', () => {
  const coming = figures.payments.filter(({ state, isOwn }) => isOwn && state !== 'paid')
  const sums = linesOf('coming').map(({ name }) => {
    const due = coming.filter(({ symbol }) => symbol === name)
    return [name, due.length, due[0]?.perShare ?? 0, sumOf(due).coming]
  })
  expect(sums).toEqual(linesOf('coming').map(({ name, a, b, c }) => [name, Number(a), near(b, 5), near(c)]))
})

test('the paycheck adds up, and own payments are income of the taxable account', () => {
  const settings = { kinds: [], taxPercent: 20, withholdingPercent: null }
  const { month } = spansOf('2026-06-15')
  const { sum, taxes, kept, unknown, left, rows } = calculatePaycheck(
    figures.payments,
    { lots: figures.ledger.lots, funds: figures.known, settings },
    month
  )
  expect(sum.paid).toBeCloseTo(taxes + kept + unknown.dollars + left, 6)
  for (const row of rows.filter(({ isOwn }) => isOwn)) expect(row.taxes).toBeCloseTo(row.amount * 0.2, 8)
})
