import { expect, test } from 'vitest'
import { addDays } from '../../../admin-api/market-days/days.ts'
import { type PastRatio, pastRatiosOf } from '../funds/past-ratios.ts'
import { type FundErrors, rangeOfSum } from './sum-range.ts'

const newest = '2026-06-25'

/** One past week per ratio, newest last. */
function record(ratios: readonly number[]): PastRatio[] {
  return ratios.map((ratio, i) => ({ week: addDays(newest, 7 * (i + 1 - ratios.length)), ratio }))
}

type Due = FundErrors & { symbol: string; exDate: string; amount: number }

function due(symbol: string, pastRatios: readonly PastRatio[], fields: Partial<Due> = {}): Due {
  return {
    symbol,
    exDate: '2026-07-02',
    amount: 100,
    asOf: '2026-06-26',
    pastRatios,
    pathErrors: [],
    ...fields
  }
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
  // 190 in every past week; the expected 200 is part of the range.
  expect(opposite?.low).toBeCloseTo(190, 9)
  expect(opposite?.high).toBeCloseTo(200, 9)
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

/** Ten past weeks in which payments of the second week ahead were `factors` times what was expected. */
function paths(factors: readonly number[]): number[][] {
  // Errors of the first twelve weeks count 1.3 times.
  return factors.map((factor) =>
    Array.from({ length: 16 }, (_, lead) => (lead === 1 ? Math.log(factor) / 1.3 : 0))
  )
}

test('the next payment differs as its estimate did, later ones as the path of the same past week did', () => {
  const fields = { pathErrors: paths(rising) }
  const steady = record(rising.map(() => 1))
  const range = rangeOf([
    due('MSTY', steady, fields),
    due('MSTY', steady, { ...fields, exDate: '2026-07-09' })
  ])
  // 100 + 50, 100 + 60 ... 100 + 140: a tenth is left out at each end.
  expect(range?.low).toBeCloseTo(155, 9)
  expect(range?.high).toBeCloseTo(235, 9)
})

test('funds that fell in the same past week fall together, opposite ones have a narrower range', () => {
  const steady = record(rising.map(() => 1))
  const later = (symbol: string, factors: readonly number[]) =>
    ['2026-07-02', '2026-07-09'].map((exDate) => due(symbol, steady, { exDate, pathErrors: paths(factors) }))
  const together = rangeOf([...later('MSTY', rising), ...later('CONY', rising)])
  expect(together?.low).toBeCloseTo(310, 9)
  expect(together?.high).toBeCloseTo(470, 9)
  const opposite = rangeOf([...later('MSTY', rising), ...later('WNTR', falling)])
  // 200 + 190 each week; each fund alone has the low end 100 + 55, which counts a third at 1.5 weeks ahead: 1 - 1 / 1.5.
  expect(opposite?.low).toBeCloseTo((2 * 390 + 310) / 3, 9)
  // The expected 400 is part of the range.
  expect(opposite?.high).toBeCloseTo(400, 9)
})

test('a file without paths lets later payments differ like the next one', () => {
  const weeks = ['2026-07-02', '2026-07-09', '2026-07-16']
  const range = rangeOf(weeks.map((exDate) => due('MSTY', record(rising), { exDate })))
  expect(range?.low).toBeCloseTo(165, 9)
  expect(range?.high).toBeCloseTo(405, 9)
})

test('weeks in which a fund had no path use its other paths in turn', () => {
  const steady = record(rising.map(() => 1))
  const later = (symbol: string, factors: readonly number[]) =>
    due(symbol, steady, { exDate: '2026-07-09', pathErrors: paths(factors) })
  // The young fund has the last five weeks, all half of what was expected, so that the sum is never above 140 + 50.
  const both = [
    due('MSTY', steady),
    later('MSTY', rising),
    due('NEWY', steady),
    later('NEWY', [0.5, 0.5, 0.5, 0.5, 0.5])
  ]
  const range = rangeOf(both)
  // 200 + 50 + 50 ... 200 + 140 + 50, without a tenth at each end; the expected 400 is part of the range.
  expect(range?.low).toBeCloseTo(305, 9)
  expect(range?.high).toBe(400)
})

test('a day moved by a holiday within its week belongs to the same week', () => {
  const together = [due('MSTY', record(rising)), due('WNTR', record(falling), { exDate: '2026-07-01' })]
  const range = rangeOf(together)
  expect(range?.low).toBeCloseTo(190, 9)
  expect(range?.high).toBeCloseTo(200, 9)
})

test('the same payments give the same range in any order', () => {
  const weeks = [0, 1, 2, 3].map((i) => addDays('2026-07-02', 7 * i))
  const payments = weeks.flatMap((exDate) => [
    due('MSTY', record(rising), { exDate }),
    due('ULTY', record(falling), { exDate })
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

test('each payment has its ratio to the estimate', () => {
  const past = [backtested('2026-06-25', 0.3, 0.33), backtested('2026-06-18', 0.4, 0.3)]
  expect(pastRatiosOf(past)).toEqual([
    { week: '2026-06-18', ratio: 0.3 / 0.4 },
    { week: '2026-06-25', ratio: 0.33 / 0.3 }
  ])
})

test('a live estimate wins over a backtested one, and zero is ignored', () => {
  const live = { ...backtested('2026-06-18', 0.2, 0.3), origin: 'live' } as const
  const past = [live, backtested('2026-06-18', 0.4, 0.3), backtested('2026-06-25', 0, 0.3)]
  expect(pastRatiosOf(past)).toEqual([{ week: '2026-06-18', ratio: 0.3 / 0.2 }])
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
