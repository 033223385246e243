import { expect, test } from 'vitest'
import { questionAmount, suggestAmount } from './questions.ts'

/** 0.3 each Thursday of May 2026. */
const weekly = ['2026-04-30', '2026-05-07', '2026-05-14', '2026-05-21', '2026-05-28'].map((exDate) => ({
  exDate,
  amount: 0.3
}))

function ask(
  amount: number,
  exDate = '2026-06-04',
  payments: readonly { exDate: string; amount: number }[] = weekly
) {
  return questionAmount({ symbol: 'MSTY', what: 'payment', exDate, amount }, payments)
}

test('ten times and a tenth of the usual amount are questioned, with both figures', () => {
  expect(ask(3)).toBe(
    'The payment of MSTY with ex-date June 4, 2026, $3.0000, is 10 times its usual payment of $0.3000. Is that right?'
  )
  expect(ask(0.03)).toBe(
    'The payment of MSTY with ex-date June 4, 2026, $0.0300, is 0.1 of its usual payment of $0.3000. Is that right?'
  )
})

test('typos in amounts that are already below or above the usual are questioned, too', () => {
  // 0.2 typed as 2, and 0.5 typed as 0.05.
  expect([2, 0.05, 0].map((amount) => ask(amount) === null)).toEqual([false, false, false])
})

test('amounts of the usual magnitude are accepted', () => {
  for (const amount of [0.3, 0.07, 1.4]) expect(ask(amount)).toBeNull()
})

test('the first weekly payment after monthly ones and a catch-up are accepted', () => {
  const monthly = ['2026-01-29', '2026-02-26', '2026-03-26', '2026-04-23', '2026-05-21'].map((exDate) => ({
    exDate,
    amount: 1.2
  }))
  // A quarter of 1.2 for a week, and six weeks of 0.3.
  expect(ask(0.2, '2026-05-28', monthly)).toBeNull()
  expect(ask(1.8, '2026-07-09')).toBeNull()
  // A weekly payer that paused for a year pays its usual amount.
  expect(ask(0.3, '2027-06-03')).toBeNull()
})

test('a fund with two payments has no usual amount yet', () => {
  expect(ask(30, '2026-06-04', weekly.slice(0, 2))).toBeNull()
})

test('a shifted decimal point or a split suggests the amount that was meant', () => {
  const usual = [0.25, 0.31, 0.28, 0.27, 0.3].map((amount) => ({ amount }))
  expect(suggestAmount(2.667, usual, [])).toBe(0.2667)
  expect(suggestAmount(0.0028, usual, [])).toBe(0.28)
  // Reported on the share basis before a split of five for one.
  expect(suggestAmount(1.4, usual, [5])).toBe(0.28)
})

test('no amount is suggested if the reported one is plausible, several others are, or too few are known', () => {
  const usual = [0.3, 0.3, 0.3].map((amount) => ({ amount }))
  expect(suggestAmount(1.1, usual, [])).toBeNull()
  expect(suggestAmount(1.4, usual, [])).toBeNull()
  expect(suggestAmount(3, usual, [8])).toBeNull()
  expect(suggestAmount(3, usual.slice(1), [])).toBeNull()
  expect(suggestAmount(0, usual, [])).toBeNull()
})
