import { expect, test } from 'vitest'
import { addDays } from '../../../admin-api/market-days/days.ts'
import type { Close } from '../../../admin-api/market-days/types.ts'
import { replayCrash, sumCrashes } from './crash.ts'

const start = '2024-01-05'

/** Closes on Fridays, from values. */
function onFridays(values: readonly number[], first = start): Close[] {
  return values.map((close, week) => ({ date: addDays(first, 7 * week), close }))
}

function makeFund(closes: Close[], payments: { exDate: string; amount: number }[] = []) {
  return {
    symbol: 'MSTY',
    closes,
    payments: payments.map((payment) => ({ ...payment, payDate: payment.exDate, isResidual: false })),
    upcoming: [],
    asOf: closes.at(-1)?.date ?? start,
    underlying: { ticker: 'MSTR', name: 'Strategy', file: 'mstr' }
  }
}

/** 100 for 20 weeks, a fall to 48 within 13 weeks, and 20 weeks at 48. */
const fall = [
  ...Array.from({ length: 20 }, () => 100),
  ...Array.from({ length: 13 }, (_, week) => 96 - 4 * week),
  ...Array.from({ length: 20 }, () => 48)
]

test('the worst quarter of the underlying is what the fund did in these weeks', () => {
  // The fund lost 1 of 20 in each week of the fall, and paid 0.5 on Thursdays.
  const prices = fall.map((_, week) => 20 - Math.min(13, Math.max(0, week - 19)))
  const payments = prices.map((_, week) => ({ exDate: addDays(start, 7 * week - 1), amount: 0.5 }))
  const crash = replayCrash(makeFund(onFridays(prices), payments), onFridays(fall), 'quarter')
  expect(crash).toMatchObject({
    of: 'MSTR',
    basis: 'own',
    from: addDays(start, 7 * 19),
    to: addDays(start, 7 * 32)
  })
  expect(crash?.weeks).toHaveLength(13)
  expect(crash?.weeks[0]).toEqual({ price: expect.closeTo(19 / 20, 12), paid: expect.closeTo(0.5 / 20, 12) })
  expect(crash?.weeks.at(-1)?.price).toBeCloseTo(7 / 20, 12)
})

test('a younger fund follows its underlying as in its own weeks, and pays the share of its price that is expected', () => {
  // In its 30 weeks, the underlying rises by 10 % and falls by 10 % in turn; the fund rises by 5 and falls by 8 %.
  const first = addDays(start, 7 * 60)
  let [own, its] = [20, 48]
  const [prices, closes]: [number[], number[]] = [[own], [its]]
  for (let week = 0; week < 30; week += 1) {
    const rises = week % 2 === 0
    own *= rises ? 1.05 : 0.92
    its *= rises ? 1.1 : 0.9
    prices.push(own)
    closes.push(its)
  }
  const fund = makeFund(onFridays(prices, first))
  // A payment of 2 % of the newest price in the first week of the fall.
  const due = { ...fund, upcoming: [{ ex_date: addDays(fund.asOf, 6), amount: 0.02 * own }] }
  const underlying = [
    ...onFridays(fall),
    ...onFridays(
      Array.from({ length: 7 }, () => 48),
      addDays(start, 7 * 53)
    ),
    ...onFridays(closes, first)
  ]
  const crash = replayCrash(due as unknown as typeof fund, underlying, 'quarter')
  expect(crash).toMatchObject({ basis: 'rule', from: addDays(start, 7 * 19) })
  // The first week of the fall: 100 to 96, and 80 % of that for the fund; then 96 to 92.
  expect(crash?.weeks[0]).toEqual({
    price: expect.closeTo((1 - 0.8 * 0.04) * 0.98, 9),
    paid: expect.closeTo((1 - 0.8 * 0.04) * 0.02, 9)
  })
  expect(crash?.weeks[1]).toEqual({
    price: expect.closeTo((1 - 0.8 * 0.04) * 0.98 * (1 - (0.8 * 4) / 96), 9),
    paid: 0
  })
})

test('a fund without prices of an underlying is replayed by itself, payments included', () => {
  const prices = fall.map((price) => price / 5)
  const crash = replayCrash(makeFund(onFridays(prices), [{ exDate: start, amount: 0.1 }]), null, 'quarter')
  expect(crash).toMatchObject({ of: 'MSTY', basis: 'own', from: addDays(start, 7 * 19) })
  expect(crash?.weeks.at(-1)?.price).toBeCloseTo(0.48, 12)
})

test('too few weeks, and prices that begin after 2022 did, replay nothing', () => {
  const young = makeFund(onFridays(Array.from({ length: 20 }, () => 20)))
  expect(replayCrash(young, null, 'quarter')).toBeNull()
  // Its underlying fell before, and 19 weeks don't show how the fund follows.
  expect(
    replayCrash(
      makeFund(
        onFridays(
          Array.from({ length: 20 }, () => 20),
          addDays(start, 7 * 53)
        )
      ),
      onFridays(fall),
      'quarter'
    )
  ).toBeNull()
  expect(replayCrash(makeFund(onFridays(fall)), onFridays(fall), 'year-2022')).toBeNull()
})

test('2022 again is the 52 weeks of a fund that paid before', () => {
  const prices = Array.from({ length: 60 }, (_, week) => 20 - 0.1 * week)
  const fund = makeFund(onFridays(prices, '2021-12-24'), [{ exDate: '2021-12-20', amount: 0.1 }])
  const crash = replayCrash(fund, null, 'year-2022')
  expect(crash).toMatchObject({ basis: 'own', from: '2021-12-31', to: '2022-12-30' })
  expect(crash?.weeks.at(-1)?.price).toBeCloseTo(14.7 / 19.9, 12)
})

test('holdings are added in dollars, with taxes taken from the payments', () => {
  const crash = (symbol: string, weeks: { price: number; paid: number }[]) => {
    return { symbol, from: start, to: start, of: symbol, basis: 'own' as const, weeks }
  }
  const sums = sumCrashes([
    {
      crash: crash('MSTY', [
        { price: 0.9, paid: 0.02 },
        { price: 0.5, paid: 0.01 }
      ]),
      value: 1000,
      taxShare: 0.25,
      expected: 60
    },
    {
      crash: crash('JEPI', [
        { price: 1, paid: 0 },
        { price: 0.9, paid: 0.01 }
      ]),
      value: 2000,
      taxShare: 0,
      expected: 40
    }
  ])
  // 30 of MSTY, of which 7.50 are taxes, and 20 of JEPI.
  expect(sums).toEqual({
    points: [
      { value: 3000, cash: 0 },
      { value: 2900, cash: 15 },
      { value: 2300, cash: 42.5 }
    ],
    paid: 50,
    taxes: 7.5,
    expected: 100
  })
})
