import { expect, test } from 'vitest'
import { makeDataPayment, makeFundData } from '../../testing/make-fund-data.ts'
import { toHeldFund } from '../funds/held-fund.ts'
import { reduceLedger } from '../ledger/reduce-ledger.ts'
import type { AccountKind, Trade } from '../ledger/transaction.ts'
import { listPortfolioPayments } from '../positions/portfolio-payments.ts'
import { explainReceived } from './compare-received.ts'
import { calculateTax } from './tax-figures.ts'

const today = '2026-07-08'
// Declared in December and paid in January: counts in the year before.
const payments = [
  { ...makeDataPayment('2025-12-30', 1), pay_date: '2026-01-02' },
  makeDataPayment('2026-03-10', 2),
  makeDataPayment('2026-06-10', 3)
]
const funds = new Map([
  [
    'MSTY',
    toHeldFund(makeFundData('MSTY', { '2025-12-01': 20, '2026-07-08': 20 }, { payments, as_of: today }))
  ]
])

function explain(kinds: AccountKind[], accounts: readonly string[], year: string) {
  const transactions = accounts.map(
    (account): Trade => ({
      id: account,
      account,
      symbol: 'MSTY',
      type: 'buy',
      date: '2025-12-01',
      shares: 100,
      price: 20,
      fee: 0
    })
  )
  const ledger = reduceLedger(transactions, funds, [], today)
  const tax = calculateTax({ ledger, transactions, kinds, funds, today })
  const all = listPortfolioPayments(ledger.lots, funds, { today, until: today })
  const figures = tax.years.find((one) => one.year === year)
  if (figures === undefined) throw new Error(`no figures of ${year}`)
  return explainReceived({ lots: ledger.lots, payments: all, funds, kinds, today }, figures)
}

test('a payment of January that counts in the year before is named in both years', () => {
  expect(explain([], ['Broker'], '2026')).toBe(
    'Payments by month have $600.00 for 2026: $100.00 of it counts in another tax year.'
  )
  expect(explain([], ['Broker'], '2025')).toBe(
    'Payments by month have $0.00 for 2025: $100.00 paid in another year counts here.'
  )
})

test('payments in accounts that are not taxable are named', () => {
  expect(explain([{ account: 'Roth', kind: 'tax-free' }], ['Broker', 'Roth'], '2026')).toBe(
    'Payments by month have $1,200.00 for 2026: $600.00 of it in accounts that aren’t taxable, $100.00 of it counts in another tax year.'
  )
})
