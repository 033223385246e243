import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readRealFacts } from '../testing/may-facts.ts'
import { reinvestmentByMonth, reinvestmentNeeded } from './reinvestment-needed.ts'

const lastYear = ['2025-07-08', '2026-07-08'] as const
const [start, end] = lastYear

/** Rows of a file in data/ by symbol, read without the code of the product; none of the columns used is quoted. */
function readRows(file: string): Map<string, Record<string, string>[]> {
  const [header = '', ...lines] = readFileSync(join(import.meta.dirname, '../../data', file), 'utf8')
    .trim()
    .split('\n')
  const columns = header.split(',')
  const rows = lines.map((line) => Object.fromEntries(line.split(',').map((cell, i) => [columns[i], cell])))
  return Map.groupBy(rows, ({ symbol = '' }) => symbol)
}

/**
 * The independent program: holds a share through the year, day by day, and reinvests a share of each payment on the first
 * session from its pay date on. Percent in steps of a hundredth, 101 if 100 is not enough; null without a full year.
 */
function simulate(
  prices: readonly Record<string, string>[] = [],
  payments: readonly Record<string, string>[] = [],
  [start, end]: readonly [string, string] = lastYear
): number | null {
  const days = prices.map(({ date = '', close }) => ({ date, close: Number(close) }))
  const year = days.filter(({ date }) => date >= start && date <= end)
  const [first, last] = [year[0], year.at(-1)]
  if (first === undefined || last === undefined || days[0] === undefined || days[0].date > start) return null
  const sessions = year.slice(1).map(({ date, close }, i) => {
    const before = year[i]?.date ?? ''
    const due = payments.filter(({ ex_date = '' }) => ex_date > before && ex_date <= date)
    return { date, close, due }
  })
  const endsWith = (percent: number) => {
    let shares = 1
    let waiting: { payDate: string; dollars: number }[] = []
    for (const { date, close, due } of sessions) {
      for (const { pay_date = '', amount } of due)
        waiting.push({ payDate: pay_date, dollars: shares * Number(amount) * (percent / 100) })
      for (const { dollars } of waiting.filter(({ payDate }) => payDate <= date)) shares += dollars / close
      waiting = waiting.filter(({ payDate }) => payDate > date)
    }
    return shares * last.close
  }
  if (endsWith(0) >= first.close) return 0
  if (endsWith(100) < first.close) return 101
  let [low, high] = [0, 10_000]
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if (endsWith(middle / 100) >= first.close) high = middle
    else low = middle
  }
  return high / 100
}

const facts = readRealFacts()
const factsBySymbol = {
  closes: Map.groupBy(facts.prices, ({ symbol }) => symbol),
  dividends: Map.groupBy(facts.dividends, ({ symbol }) => symbol)
}
const historyOf = (symbol: string) => ({
  closes: factsBySymbol.closes.get(symbol) ?? [],
  payments: (factsBySymbol.dividends.get(symbol) ?? []).map(({ ex_date, pay_date, amount }) => ({
    exDate: ex_date,
    payDate: pay_date,
    amount
  }))
})
const rowsBySymbol = { prices: readRows('prices.csv'), dividends: readRows('dividends.csv') }
const needs = new Map(
  facts.funds.map(({ symbol }) => {
    const { closes: allCloses, payments } = historyOf(symbol)
    const closes = allCloses.filter(({ date }) => date <= end)
    // Funds whose closes ended before have no year to this day.
    const needed = closes.at(-1)?.date === end ? reinvestmentNeeded({ closes, payments }) : null
    return [symbol, needed] as const
  })
)
const percentOf = (symbol: string) => {
  const needed = needs.get(symbol)
  return needed ? (needed.share === null ? 101 : needed.share * 100) : null
}

test('all funds need what the independent program finds for July 8, 2025 to July 8, 2026', () => {
  const { prices, dividends } = rowsBySymbol
  const symbols = [...needs.keys()]
  expect(symbols.length).toBeGreaterThanOrEqual(196)
  for (const symbol of symbols) {
    const expected = simulate(prices.get(symbol), dividends.get(symbol))
    if (expected === null) expect(percentOf(symbol), symbol).toBeNull()
    else expect(Math.abs((percentOf(symbol) ?? -1) - expected), symbol).toBeLessThan(0.011)
  }
})

test('the needs of well-known funds, and how many funds needed none, some, and more than all', () => {
  const rounded = (names: string) => names.split(' ').map((symbol) => Math.round(percentOf(symbol) ?? -1))
  expect(rounded('TSLY NVDY TSLW YMAG XDTE QDTE JEPI')).toEqual([54, 55, 56, 62, 40, 39, 6])
  expect(rounded('JEPQ QQQI SPYI QYLD GPIX')).toEqual([0, 0, 0, 0, 0])
  expect(rounded('MSTY ULTY CONY PLTY YMAX TSYY')).toEqual([101, 101, 101, 101, 101, 101])
  const counts = Object.groupBy(needs, ([symbol]) => {
    const percent = percentOf(symbol)
    return percent === null ? 'short' : percent === 0 ? 'none' : percent > 100 ? 'notEnough' : 'some'
  })
  const { none, some, notEnough } = counts
  expect([none?.length, some?.length, notEnough?.length]).toEqual([26, 44, 28])
  expect(needs.get('TSLY')).toMatchObject({ from: start, to: end })
})

test('by month, the shares are those that the independent program finds for each year', () => {
  const { prices, dividends } = rowsBySymbol
  for (const symbol of ['TSLY', 'XDTE', 'QQQI']) {
    const { closes, payments } = historyOf(symbol)
    const months = reinvestmentByMonth({ closes, payments })
    const days = closes.map(({ date }) => date)
    // A year after the first close, and then the last close of each month; the newest one ends the list.
    const ends = days.filter((day, i) => day.slice(0, 7) !== days[i + 1]?.slice(0, 7))
    const yearBefore = (day: string) =>
      `${Number(day.slice(0, 4)) - 1}${day.slice(4).replace('-02-29', '-02-28')}`
    expect(months.map(({ to }) => to)).toEqual(ends.filter((day) => yearBefore(day) >= (days[0] ?? '')))
    expect(months.length).toBeGreaterThan(12)
    for (const { to, share } of months) {
      const expected = simulate(prices.get(symbol), dividends.get(symbol), [yearBefore(to), to])
      const percent = share === null ? 101 : share * 100
      expect(Math.abs(percent - (expected ?? -1)), `${symbol} ${to}`).toBeLessThan(0.011)
    }
  }
})

const paid = (exDate: string, payDate: string, amount = 10) => ({ exDate, payDate, amount })
const closes = [100, 80, 50, 90].map((close, i) => ({ date: `2026-03-0${i + 2}`, close }))

test('a third of each payment, by hand', () => {
  // (1 + 10/3/80) x (1 + 10/3/50) x 90 = 100; the payment of the first day belongs to the holder before.
  const payments = [
    paid('2026-03-02', '2026-03-03', 50),
    paid('2026-03-03', '2026-03-03'),
    paid('2026-03-04', '2026-03-04')
  ]
  const needed = reinvestmentNeeded({ closes, payments }, '2026-03-02')
  expect(needed).toMatchObject({ from: '2026-03-02', to: '2026-03-05', payments: 2, cost: 100 })
  // 10 on one share, 10 on 1 + 1/24.
  expect(needed?.paid).toBeCloseTo(20 + 10 / 24, 4)
  expect(needed?.share).toBeCloseTo(1 / 3, 5)
})

test('a pay date without a close buys at the next one, and what is still to be paid buys nothing', () => {
  const gap = closes.filter(({ date }) => date !== '2026-03-04')
  // 30 s buys at 90 on March 5: (1 + 30 s / 90) x 90 = 100, so s = 1/3.
  const payments = [paid('2026-03-03', '2026-03-04', 30), paid('2026-03-05', '2026-03-06', 30)]
  expect(reinvestmentNeeded({ closes: gap, payments }, '2026-03-02')?.share).toBeCloseTo(1 / 3, 5)
  const small = [paid('2026-03-03', '2026-03-04', 9)]
  expect(reinvestmentNeeded({ closes: gap, payments: small }, '2026-03-02')?.share).toBeNull()
})

test('shares bought on or after an ex-date do not get its payment', () => {
  // Both payments go to one share, 10 s / 50 each: (1 + 0.4 s) x 90 = 100.
  const payments = [paid('2026-03-03', '2026-03-04'), paid('2026-03-04', '2026-03-04')]
  expect(reinvestmentNeeded({ closes, payments }, '2026-03-02')?.share).toBeCloseTo(1 / 3.6, 5)
})

test('a period that begins before the first close, or long before the next one, is not enough history', () => {
  expect(reinvestmentNeeded({ closes: [], payments: [] })).toBeNull()
  expect(reinvestmentNeeded({ closes, payments: [] })).toBeNull()
  expect(reinvestmentNeeded({ closes, payments: [] }, '2026-03-01')).toBeNull()
  const gap = [{ date: '2026-02-01', close: 90 }, ...closes]
  expect(reinvestmentNeeded({ closes: gap, payments: [] }, '2026-02-15')).toBeNull()
  expect(reinvestmentNeeded({ closes: gap, payments: [] }, '2026-02-16')).toMatchObject({ share: null })
})
