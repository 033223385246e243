import { expect, test } from 'vitest'
import { addDays } from '../../../admin-api/market-days/days.ts'
import { type PastRatio, pastRatiosOf, rangeOfSum } from './sum-range.ts'

const newest = '2026-06-25'

/** One past week per ratio, newest last. */
function record(ratios: readonly number[], step = 1): PastRatio[] {
  return ratios.map((ratio, i) => ({ week: addDays(newest, 7 * (i + 1 - ratios.length)), ratio, step }))
}

type Due = { symbol: string; exDate: string; amount: number; pastRatios: readonly PastRatio[] }

function due(symbol: string, pastRatios: readonly PastRatio[], fields: Partial<Due> = {}): Due {
  return { symbol, exDate: '2026-07-02', amount: 100, pastRatios, ...fields }
}

const rangeOf = (payments: readonly Due[]) =>
  rangeOfSum(payments, new Map(payments.map((payment) => [payment.symbol, payment])))

const rising = [0.5, 0.6, 0.7, 0.8, 0.9, 1, 1.1, 1.2, 1.3, 1.4]
const falling = rising.toReversed()

test('from ten past weeks the range leaves out one at each end', () => {
  // Hazen: ten values are at 5 %, 15 % ... 95 %, so 10 % is halfway between the two lowest.
  const range = rangeOf([due('MSTY', record(rising))])
  expect(range?.low).toBeCloseTo(55, 9)
  expect(range?.high).toBeCloseTo(135, 9)
})

test("funds with opposite errors make a nearly certain sum, funds that err together don't", () => {
  const opposite = rangeOf([due('MSTY', record(rising)), due('WNTR', record(falling))])
  expect(opposite?.low).toBeCloseTo(190, 9)
  expect(opposite?.high).toBeCloseTo(190, 9)
  const together = rangeOf([due('MSTY', record(rising)), due('CONY', record(rising))])
  expect(together?.low).toBeCloseTo(110, 9)
  expect(together?.high).toBeCloseTo(270, 9)
})

test("a week without a payment behaves like the fund's other weeks in turn", () => {
  // The second fund has the last five weeks, 1.0 to 1.4; in the first five it repeats them in order.
  const range = rangeOf([due('MSTY', record(rising)), due('XDTE', record(rising).slice(5))])
  // 50 + 100, 60 + 110 ... 90 + 140, 100 + 100 ... 140 + 140: the two lowest are 150 and 170, the highest 260 and
  // 280.
  expect(range?.low).toBeCloseTo(160, 9)
  expect(range?.high).toBeCloseTo(270, 9)
})

test('a fund without a record behaves like the average of the others', () => {
  const range = rangeOf([due('MSTY', record(rising)), due('NEWY', [])])
  expect(range?.low).toBeCloseTo(110, 9)
  expect(range?.high).toBeCloseTo(270, 9)
})

test('later payments move as the estimate did, and a fall persists', () => {
  const pastRatios = record(
    rising.map(() => 1),
    0.9
  )
  const weeks = ['2026-07-02', '2026-07-09', '2026-07-16']
  const range = rangeOf(weeks.map((exDate) => due('MSTY', pastRatios, { exDate })))
  expect(range?.low).toBeCloseTo(100 + 90 + 81, 9)
  expect(range?.high).toBeCloseTo(100 + 90 + 81, 9)
})

test('past weeks are drawn in pairs, so that a jump that reversed also reverses', () => {
  // One week doubles the estimate, the next halves it: over two weeks nothing remains.
  const pastRatios = record(rising.map(() => 1)).map((one, i) => ({ ...one, step: i % 2 === 0 ? 2 : 0.5 }))
  const weeks = [0, 1, 2, 3, 4].map((i) => addDays('2026-07-02', 7 * i))
  const range = rangeOf(weeks.map((exDate) => due('MSTY', pastRatios, { exDate })))
  // Each pair is 100 and 200, or 100 and 50; the fifth is 100.
  expect(range).toEqual({ low: 400, high: 700 })
})

test('a day moved by a holiday within its week belongs to the same week', () => {
  const together = [due('MSTY', record(rising)), due('WNTR', record(falling), { exDate: '2026-07-01' })]
  const range = rangeOf(together)
  expect((range?.high ?? 9) - (range?.low ?? 0)).toBeLessThan(1e-9)
})

test('the same payments give the same range in any order', () => {
  const weeks = [0, 1, 2, 3].map((i) => addDays('2026-07-02', 7 * i))
  const payments = weeks.flatMap((exDate) => [
    due('MSTY', record(rising, 1.02), { exDate }),
    due('ULTY', record(falling, 0.98), { exDate })
  ])
  const range = rangeOf(payments)
  expect(rangeOf(payments)).toEqual(range)
  const other = rangeOf(payments.toReversed())
  expect(other?.low).toBeCloseTo(range?.low ?? Number.NaN, 9)
  expect(other?.high).toBeCloseTo(range?.high ?? Number.NaN, 9)
})

test('without a payment, or with fewer than ten past weeks, there is no range', () => {
  expect(rangeOf([])).toBeNull()
  expect(rangeOf([due('NEWY', [])])).toBeNull()
  expect(rangeOf([due('NEWY', record(rising.slice(1)))])).toBeNull()
})

const backtested = (ex_date: string, amount: number, actual: number) =>
  ({ ex_date, origin: 'replayed', amount, actual }) as const

test("each payment has its ratio to the estimate and the estimate's next step", () => {
  const past = [backtested('2026-06-25', 0.3, 0.33), backtested('2026-06-18', 0.4, 0.3)]
  expect(pastRatiosOf(past)).toEqual([
    { week: '2026-06-18', ratio: 0.3 / 0.4, step: 0.3 / 0.4 },
    { week: '2026-06-25', ratio: 0.33 / 0.3, step: 1 }
  ])
})

test('a live estimate wins over a backtested one, and zero is ignored', () => {
  const live = { ...backtested('2026-06-18', 0.2, 0.3), origin: 'live' } as const
  const past = [live, backtested('2026-06-18', 0.4, 0.3), backtested('2026-06-25', 0, 0.3)]
  expect(pastRatiosOf(past)).toEqual([{ week: '2026-06-18', ratio: 0.3 / 0.2, step: 1 }])
})

test('a fund that now pays weekly ignores its monthly past; four weeks and a month count as one frequency', () => {
  const from = (first: string, gap: number, count: number) =>
    Array.from({ length: count }, (_, i) => backtested(addDays(first, gap * i), 1, 1))
  const months = from('2025-05-22', 28, 6)
  const weeks = from('2025-10-23', 7, 12)
  expect(pastRatiosOf([...months, ...weeks]).map(({ week }) => week)).toEqual(
    weeks.map(({ ex_date }) => ex_date)
  )
  const calendarMonths = ['2024-12-12', '2025-01-14', '2025-02-12', '2025-03-12', '2025-04-24']
  const monthly = [...calendarMonths.map((day) => backtested(day, 1, 1)), ...months]
  expect(pastRatiosOf(monthly)).toHaveLength(monthly.length)
})

test('without past estimates there are no ratios', () => {
  expect(pastRatiosOf([])).toEqual([])
})
