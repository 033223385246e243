import { expect, test } from 'vitest'
import type { HeldFund } from '../funds/held-fund.ts'
import { reduceLedger } from '../ledger/reduce-ledger.ts'
import type { Transaction } from '../ledger/transaction.ts'
import { compareWithBroker } from './compare-broker.ts'
import { compareForm } from './compare-form.ts'

/** Weekly payments of $0.50, the pay date on Fridays. */
const days = ['2026-05-08', '2026-05-15', '2026-05-22', '2026-05-29', '2026-06-05']
const fund = {
  symbol: 'MSTY',
  splits: [],
  closes: [],
  asOf: '2026-07-08',
  returnOfCapital: { notices: [], finals: [] },
  payments: days.map((payDate) => ({
    payDate,
    exDate: payDate.slice(0, 8) + String(Number(payDate.slice(8)) - 1).padStart(2, '0'),
    amount: 0.5
  }))
} as unknown as HeldFund
const shared = { account: 'A', symbol: 'MSTY' }
const cash = (date: string, amount: number, type: 'cash' | 'withheld' = 'cash'): Transaction => ({
  ...shared,
  id: `${type} ${date} ${amount}`,
  type,
  date,
  amount
})
const bought: Transaction = {
  ...shared,
  id: 'b',
  type: 'buy',
  date: '2026-05-04',
  shares: 100,
  price: 20,
  fee: 0
}
const compareWith = (of: HeldFund, ...all: Transaction[]) => {
  const funds = new Map([['MSTY', of]])
  return compareWithBroker(reduceLedger(all, funds).lots, all, funds, '2026-07-08')
}
const compare = (...booked: Transaction[]) => compareWith(fund, bought, ...booked)

test('equal payments agree, booked in parts or a day later', () => {
  expect(compare(cash('2026-05-08', 50), cash('2026-05-16', 20), cash('2026-05-16', 30))).toEqual({
    agreeing: 2,
    differences: []
  })
})

test('the name of an account may contain any character', () => {
  const renamed = [bought, cash('2026-05-08', 50)].map((one) => ({ ...one, account: 'Joint | IRA' }))
  expect(compareWith(fund, ...renamed)).toEqual({ agreeing: 1, differences: [] })
})

test('a missing payment, other shares, withheld tax and a late booking are distinguished', () => {
  const { agreeing, differences } = compare(
    cash('2026-05-08', 40),
    cash('2026-05-22', 35),
    cash('2026-05-22', 15, 'withheld'),
    cash('2026-06-01', 50),
    cash('2026-06-05', 50)
  )
  expect(agreeing).toBe(1)
  expect(differences.map(({ payDate, cause, brokerShares }) => [payDate, cause, brokerShares])).toEqual([
    ['2026-05-29', 'late', 100],
    ['2026-05-22', 'withheld', 70],
    ['2026-05-15', 'missing', null],
    ['2026-05-08', 'shares', 80]
  ])
})

test('a payment that the fund did not make is reported', () => {
  const { differences } = compare(cash('2026-05-08', 50), cash('2026-05-12', 3), cash('2026-05-15', 50))
  expect(differences).toMatchObject([{ cause: 'unexpected', received: 3 }])
})

test('a booking belongs to the payment of its amount, not to the first within five days', () => {
  // Paid on Monday, December 29 and on Friday, January 2, as around New Year; the broker booked only the second.
  const payments = [
    { exDate: '2025-12-26', payDate: '2025-12-29', amount: 0.5, isResidual: false },
    { exDate: '2025-12-31', payDate: '2026-01-02', amount: 0.3, isResidual: false },
    // A special payment of the same day.
    { exDate: '2025-12-31', payDate: '2026-01-02', amount: 2, isResidual: false }
  ]
  const { agreeing, differences } = compareWith(
    { ...fund, payments },
    { ...bought, date: '2025-12-01' },
    cash('2025-12-23', 1),
    cash('2026-01-02', 200),
    cash('2026-01-02', 30)
  )
  expect(agreeing).toBe(2)
  expect(differences).toMatchObject([
    { payDate: '2025-12-29', cause: 'missing', expected: 50 },
    { cause: 'unexpected', received: 1 }
  ])
})

const notice = { ex_date: '2026-05-07', percent: 40, source: '' }
const boxes = { account: 'A', year: '2026', box1a: null, box1b: null, box2a: null, box3: null }

test.each([
  // Five payments of $50. Final: 98 % of 250 is 245; by the notice of one payment, 20.
  [{ box1a: 5, box3: 245 }, { finals: ['2026'], notices: [notice] }, 'agrees'],
  [{ box1a: 4, box2a: 1.4, box3: 245 }, { finals: ['2026'], notices: [] }, 'agrees'],
  [{ box1a: 230, box3: 20 }, { finals: ['2026'], notices: [notice] }, 'notices'],
  [{ box1a: 50, box3: 200 }, { finals: ['2026'], notices: [notice] }, 'other'],
  [{ box1a: 300, box3: 245 }, { finals: ['2026'], notices: [] }, 'total'],
  // The payments without the notice may be anything.
  [{ box1a: 50, box3: 200 }, { finals: [], notices: [notice] }, 'unknown'],
  [{ box1a: 250, box3: null }, { finals: [], notices: [] }, 'unknown'],
  [{ box1a: 150, box3: 100 }, { finals: ['2025'], notices: [] }, 'estimated']
] as const)('a 1099-DIV with %j and figures %j: %s', (form, { finals, notices }, cause) => {
  const returnOfCapital = {
    finals: finals.map((year) => ({ year, percent: 98, source: '' })),
    notices: [...notices]
  }
  const funds = new Map([['MSTY', { ...fund, returnOfCapital }]])
  // Shares of another account are on another form.
  const { lots } = reduceLedger([bought, { ...bought, id: 'c', account: 'B' }], funds)
  const result = compareForm({ ...boxes, ...form }, { lots, transactions: [], funds, today: '2026-07-08' })
  expect(result.cause).toBe(cause)
  expect(result.total.ours).toBe(250)
  if (cause === 'notices') expect(result.final).toEqual({ symbol: 'MSTY', percent: 98 })
})
