import { expect, test } from 'vitest'
import { dividendsBetween, priceChange, totalReturn } from './returns.ts'

function paid(exDate: string, amount: number) {
  return { exDate, payDate: exDate, amount }
}

test('who buys at the close of an ex-date is not paid, who holds to one is', () => {
  const payments = [
    paid('2026-05-07', 1),
    paid('2026-05-14', 2),
    paid('2026-05-21', 4),
    paid('2026-05-28', 8)
  ]
  expect(dividendsBetween(payments, '2026-05-07', '2026-05-21')).toBe(6)
  expect(dividendsBetween(payments, '2026-05-06', '2026-05-28')).toBe(15)
  expect(dividendsBetween(payments, '2026-05-28', '2026-05-28')).toBe(0)
})

test('a total return counts what the price lost and what was paid', () => {
  // Bought at 40, now 30, paid 16: 30 + 16 - 40 = 6, and 6 / 40 = 15 %.
  expect(totalReturn(40, 30, 16)).toBeCloseTo(15, 10)
  expect(priceChange(40, 30)).toBeCloseTo(-25, 10)
})

test('a merger of shares changes nothing, as long as all three stand on one basis', () => {
  // Five old shares at 8, 3.20 paid on each, then merged into one at 30: the case above.
  expect(totalReturn(5 * 8, 30, 5 * 3.2)).toBeCloseTo(15, 10)
})

test('without a price to start from there is no return', () => {
  expect(totalReturn(0, 30, 16)).toBeNull()
  expect(priceChange(0, 30)).toBeNull()
})
