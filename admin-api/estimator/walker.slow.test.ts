import { expect, test } from 'vitest'
import type { FundHistory, IsoDay } from '../market-days/types.ts'
import { makeHistories, makeHistory } from '../testing/make-history.ts'
import { createWalker, type Walk, walkHistory } from './estimator.ts'

const lastDay = '2025-10-10'

/** Two families, so that one can stay unchanged. */
function makeFunds(): FundHistory[] {
  return makeHistories().map((fund, i) => ({ ...fund, family: i % 2 === 0 ? 'even' : 'odd' }))
}

/** A payment counted from the newest one, changed by a tenth. */
function changePayment(funds: readonly FundHistory[], index: number, fromLast: number): FundHistory[] {
  return funds.map((fund, i) => {
    const changed = fund.payments.at(-1 - fromLast)
    if (i !== index || changed === undefined) return fund
    const payments = fund.payments.map((paid) =>
      paid === changed ? { ...paid, amount: paid.amount * 1.1 } : paid
    )
    return { ...fund, payments }
  })
}

/** Results in an order that doesn't depend on how funds were grouped. */
function sorted({ results, explanations, backtested }: Walk) {
  const byKey = <Row extends { symbol: string; exDate: string }>(rows: readonly Row[]) =>
    rows.toSorted((a, b) => (`${a.symbol} ${a.exDate}` < `${b.symbol} ${b.exDate}` ? -1 : 1))
  return [results, byKey(explanations), byKey(backtested())]
}

test('a walker that continues earlier walks has the same results as a new walk, whatever changes', () => {
  const walker = createWalker()
  let funds = makeFunds()
  const check = (day: IsoDay) => {
    const walk = walker.walk(funds, day)
    expect(sorted(walk)).toEqual(sorted(walkHistory(funds, day)))
    return walk
  }
  check(lastDay)
  for (const fromLast of [0, 1, 3, 12, 0]) {
    funds = changePayment(funds, 0, fromLast)
    check(lastDay)
  }
  funds = funds.map((fund, i) => (i === 0 ? { ...fund, closes: fund.closes.slice(0, -3) } : fund))
  check(lastDay)
  funds = funds.map((fund, i) => (i === 1 ? { ...fund, quarantinedDays: ['2025-09-04'] } : fund))
  check(lastDay)
  const { traits, marketVolatility = [] } = makeHistory({ family: 'jpmorgan-premium', weeks: 40 })
  for (const factor of [1, 2]) {
    const later = marketVolatility.map(({ date, close }) => ({
      date,
      close: date < '2025-08-01' ? close : close * factor
    }))
    funds = funds.map((fund, i) => (i === 1 ? { ...fund, traits, marketVolatility: later } : fund))
    check(lastDay)
  }
  funds = funds.slice(1)
  check(lastDay)
  funds = [...funds, ...makeHistories().slice(0, 1)]
  check(lastDay)
  for (const day of ['2025-10-09', '2025-08-01', '2025-10-10']) check(day)
})

test('a changed payment leaves estimates of families that do not depend on it unchanged', () => {
  const walker = createWalker()
  const funds = makeFunds()
  const before = walker.walk(funds, lastDay)
  const changed = changePayment(funds, 0, 0)
  const after = walker.walk(changed, lastDay)
  const reused = after.results.map((result, i) => result === before.results[i])
  expect(reused).toEqual(funds.map(({ family }) => family === 'odd'))
  expect(walker.walk(changed, lastDay).results).toEqual(after.results)
})

test('a fund of funds is estimated again when a fund that it holds has paid', () => {
  const [held, holder] = makeHistories()
  if (held === undefined || holder === undefined) throw new Error('makeHistories makes several funds')
  const walker = createWalker()
  const funds = [
    { ...held, symbol: 'MSTY', family: 'yieldmax-single' },
    { ...holder, symbol: 'YMAX', family: 'yieldmax-portfolio' }
  ]
  walker.walk(funds, lastDay)
  const changed = changePayment(funds, 0, 1)
  expect(sorted(walker.walk(changed, lastDay))).toEqual(sorted(walkHistory(changed, lastDay)))
  const [, before] = walker.walk(funds, lastDay).results
  const [, after] = walker.walk(changed, lastDay).results
  expect(after).not.toBe(before)
})
