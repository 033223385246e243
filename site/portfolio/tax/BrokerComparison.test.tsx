import { cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { cleanStores } from 'nanostores'
import { afterEach, expect, test } from 'vitest'
import { makeDataPayment, makeFundData } from '../../testing/make-fund-data.ts'
import { calculatePortfolio } from '../calculate-portfolio.ts'
import { toHeldFund } from '../funds/held-fund.ts'
import type { Transaction } from '../ledger/transaction.ts'
import { $portfolio } from '../portfolio-store.ts'
import { emptyPortfolio, type Portfolio, savePortfolio } from '../stored-portfolio.ts'
import { BrokerComparison } from './BrokerComparison.tsx'

const days = ['01', '08', '15', '22', '29'].map((day) => `2026-05-${day}`)
const payments = days.map((day) => makeDataPayment(day, 0.5))
const fund = toHeldFund(makeFundData('MSTY', { '2026-04-01': 20, '2026-06-03': 20 }, { payments }))
const funds = new Map([['MSTY', fund]])
const booked = { account: 'IRA', symbol: 'MSTY' }
const bought: Transaction = {
  ...booked,
  id: 'b',
  type: 'buy',
  date: '2026-04-01',
  shares: 100,
  price: 20,
  fee: 0
}
const cash = (date: string, amount: number, id = date): Transaction => ({
  ...booked,
  id,
  type: 'cash',
  date,
  amount
})

afterEach(() => cleanStores($portfolio))

function show(
  transactions: Transaction[],
  kind: 'tax-deferred' | 'taxable' = 'tax-deferred',
  own: string[] = []
) {
  const all = [bought, ...transactions]
  savePortfolio({ ...emptyPortfolio, transactions: all, kinds: [{ account: 'IRA', kind }] })
  render(
    <BrokerComparison figures={calculatePortfolio(all, funds, '2026-06-03', { own })} years={['2026']} />
  )
}

test('each difference between broker and fund is explained, and the rest is counted', () => {
  show([
    cash('2026-05-01', 50),
    // Nothing for May 8.
    cash('2026-05-15', 42.5),
    { ...booked, id: 'tax', type: 'withheld', date: '2026-05-15', amount: 7.5 },
    cash('2026-05-22', 45),
    cash('2026-05-29', 50.01)
  ])
  const card = screen.getByRole('region', { name: 'Broker vs. fund' })
  expect(card).toHaveTextContent('2 of 5 payments that your broker booked agree')
  expect(
    within(card)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent?.split(': ')[1])
  ).toEqual([
    '$45.00 booked, $50.00 paid by the fund. That is the payment for 90 shares; according to your transactions, you held 100.',
    '$42.50 after $7.50 of withheld tax; the fund paid $50.00.',
    'no payment booked; the fund paid $50.00 for 100 shares.'
  ])
})

test('without booked payments only the form of a taxable account is offered', async () => {
  show([])
  expect(screen.queryByRole('region')).toBeNull()
  cleanup()
  cleanStores($portfolio)
  show([], 'taxable')
  expect(screen.getByRole('region', { name: 'Broker vs. fund' })).not.toHaveTextContent('booked')
  await userEvent.setup().type(screen.getByLabelText('Box 3: return of capital'), '12.5')
  const { forms } = JSON.parse(window.localStorage.getItem('fleet') ?? '') as Portfolio
  expect(forms).toMatchObject([{ account: 'IRA', year: '2026', box1a: null, box3: 12.5 }])
})

test('a booked payment on a day when the fund paid nothing is unexpected', async () => {
  show(Array.from({ length: 10 }, (_, index) => cash(`2026-06-${20 + index}`, 3)))
  expect(screen.getAllByRole('listitem')).toHaveLength(8)
  await userEvent.setup().click(screen.getByRole('button', { name: 'Show all 10 differences' }))
  expect(screen.getAllByRole('listitem')).toHaveLength(10)
  expect(screen.getAllByText(/no payment of the fund is known for that day/)).toHaveLength(10)
})

test('the form counts holdings we don’t cover, whose parts can be entered, zero as well', async () => {
  const schd = (one: Transaction): Transaction => ({ ...one, id: `s${one.id}`, symbol: 'SCHD' })
  show([schd(bought), schd(cash('2026-01-05', 12)), schd(cash('2026-04-06', 30))], 'taxable', ['SCHD'])
  const user = userEvent.setup()
  await user.type(screen.getByLabelText('Box 1a: ordinary dividends'), '280')
  const card = screen.getByRole('region', { name: 'Broker vs. fund' })
  // Five payments of $50 and two of SCHD.
  expect(card).toHaveTextContent('$280.00 on the form, $292.00 here')
  expect(card).toHaveTextContent('SCHD paid $12.00 in January 2026, which may count in the year before.')
  const row = within(card).getByRole('row', { name: /^SCHD/ })
  expect(row).toHaveTextContent('from your transactions$42.00$0.00$42.00unknown')
  expect(card).not.toHaveTextContent('no payment of the fund is known')
  await user.type(screen.getByLabelText('Qualified dividends of SCHD'), '40')
  await user.type(screen.getByLabelText('Return of capital of SCHD'), '0')
  expect(row).toHaveTextContent('$42.00$0.00$0.00$40.00')
  const { parts } = JSON.parse(window.localStorage.getItem('fleet') ?? '') as Portfolio
  expect(parts).toEqual([{ account: 'IRA', year: '2026', symbol: 'SCHD', qualified: 40, roc: 0 }])
})
