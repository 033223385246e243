import { expect, test } from 'vitest'
import { addDays } from '../market-days/days.ts'
import type { FundHistory } from '../market-days/types.ts'
import { makeHistory } from '../testing/make-history.ts'
import { countedPayments } from './counted-payments.ts'

/** A fund with a constant price of 20 and these amounts every seven days from Thursday, June 5, 2025. */
function paying(amounts: readonly number[], gaps: readonly number[] = []): FundHistory {
  let exDate = '2025-06-05'
  const payments = amounts.map((amount, i) => {
    if (i > 0) exDate = addDays(exDate, gaps[i - 1] ?? 7)
    return { exDate, payDate: addDays(exDate, 1), amount }
  })
  return { ...makeHistory({ start: '2025-06-02', weeks: 80, closeOf: () => 20 }), payments }
}

test('the eleventh weekly payment is the first that counts', () => {
  const counted = countedPayments(paying(new Array(12).fill(0.2)))
  expect(counted.map(({ exDate }) => exDate)).toEqual(['2025-08-14', '2025-08-21'])
})

test('monthly payments count, and a weekly one after them is compared with a quarter of a month', () => {
  const gaps = [...new Array(10).fill(28), 7]
  const counted = countedPayments(paying(new Array(12).fill(0.2), gaps))
  expect(counted).toHaveLength(2)
  expect(counted.map(({ baselines }) => baselines?.['last-amount'])).toEqual([
    expect.closeTo(0.2, 12),
    expect.closeTo(0.05, 12)
  ])
})

test('a simple rule has the quantiles of its own last errors, calculated by hand', () => {
  // The last amount was right nine times and then half of the payment: ln 1 nine times and ln 2 once, whose 95 %
  // quantile is the last of ten values, and whose 90 % one is halfway between the last two.
  const [, counted] = countedPayments(paying([...new Array(10).fill(0.2), 0.4, 0.4]))
  const quantiles = counted?.baselineQuantiles?.('last-amount')
  expect(quantiles?.slice(0, 5)).toEqual(new Array(5).fill(expect.closeTo(0.4, 12)))
  expect(quantiles?.slice(5)).toEqual([expect.closeTo(0.4 * Math.SQRT2, 12), expect.closeTo(0.8, 12)])
})

test('a residual payment does not count and is not a last amount', () => {
  const gaps = [...new Array(10).fill(7), 4, 3]
  const counted = countedPayments(paying([...new Array(11).fill(0.2), 0.0003, 0.3], gaps))
  expect(counted.map(({ amount }) => amount)).toEqual([0.2, 0.3])
  expect(counted.at(-1)?.baselines?.['last-amount']).toBe(0.2)
})

test('baselines of the four simple rules, calculated by hand', () => {
  const [fund] = [paying([...new Array(8).fill(0.2), 0.1, 0.3, 0.5])]
  // The price halves in the last week.
  const closes = fund.closes.map((close) => (close.date > '2025-08-08' ? { ...close, close: 10 } : close))
  const [counted] = countedPayments({ ...fund, closes })
  const steady = Math.log(0.2 / 20)
  const ewma = 0.65 * Math.log(0.3 / 20) + 0.35 * (0.65 * Math.log(0.1 / 20) + 0.35 * steady)
  expect(counted?.baselines).toEqual({
    'last-amount': 0.3,
    'mean-of-three': expect.closeTo(0.2, 12),
    'last-yield': expect.closeTo(0.15, 12),
    'ewma-yield': expect.closeTo(Math.exp(ewma) * 10, 12),
    'median-of-four': expect.closeTo(0.2, 12)
  })
})

test('one-offs and zeros count as last amounts, and the EWMA leaves out zeros', () => {
  const [counted] = countedPayments(paying([...new Array(9).fill(0.2), 0, 0.2]))
  expect(counted?.baselines).toEqual({
    'last-amount': 0,
    'mean-of-three': expect.closeTo(0.4 / 3, 12),
    'last-yield': 0,
    'ewma-yield': expect.closeTo(0.2, 12),
    'median-of-four': 0.2
  })
})

test('without a price a payment counts but has no baselines', () => {
  const counted = countedPayments({ ...paying(new Array(11).fill(0.2)), closes: [] })
  expect(counted).toEqual([{ symbol: 'TEST', exDate: '2025-08-14', amount: 0.2, lastAmount: 0.2 }])
})
