import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readFamilies } from '../../data/read-facts.ts'
import type { FundHistory, IsoDay } from '../market-days/types.ts'
import { makeHistories, makeHistory, traitsOfFamily } from '../testing/make-history.ts'
import { backtest, type Estimate, estimateFunds, methodVersion } from './estimator.ts'

const asOf = '2025-08-01'

function estimateOne(fund: FundHistory, day: IsoDay = asOf): Estimate {
  const [result] = estimateFunds([fund], day)
  if (result?.status !== 'estimated') throw new Error(`expected an estimate, got ${result?.message}`)
  return result
}

test('a weekly fund gets its next Thursday, its pay date and its yield at the new price', () => {
  const fund = makeHistory()
  const estimate = estimateOne(fund)
  const close = fund.closes.findLast(({ date }) => date <= asOf)
  expect(estimate).toMatchObject({
    symbol: 'TEST',
    asOf,
    frequency: 52,
    nextExDate: '2025-08-07',
    nextPayDate: '2025-08-08',
    priceDate: '2025-08-01',
    price: close?.close,
    latestExDate: '2025-07-31',
    volatilitySource: 'realised'
  })
  expect(estimate.amount).toBeCloseTo(0.01 * (close?.close ?? 0), 4)
})

/**
 * If a rule changed, raise methodVersion, so that the record is backtested again, and write both here. If only traits of
 * families in data/ changed, write the new digest.
 */
const currentMethod = { version: '10', digest: '92382acb561981aa' }

test('the method version is that of the rules: other estimates need another version', () => {
  const funds = readFamilies().map(({ family }, i) =>
    makeHistory({
      symbol: `FUND${i}`,
      family,
      weeks: 40,
      weekday: 1 + (i % 5),
      yieldOf: (week) => 0.012 * Math.exp(0.25 * Math.sin(week * 1.7 + i)),
      closeOf: (session) => 20 * Math.exp(0.05 * Math.sin(session / 3 + i))
    })
  )
  const estimates = estimateFunds(funds, asOf)
  const facts = estimates.map((estimate) =>
    estimate.status === 'estimated'
      ? [
          ...[estimate.symbol, estimate.rule, estimate.frequency, estimate.nextExDate, estimate.nextPayDate],
          // The last digits differ between processors.
          ...[...estimate.quantiles, estimate.kFactor, estimate.weight].map((value) => value.toPrecision(5))
        ]
      : [estimate.symbol, estimate.status]
  )
  expect(estimates.filter(({ status }) => status !== 'estimated')).toEqual([])
  const digest = createHash('sha256').update(JSON.stringify(facts)).digest('hex').slice(0, 16)
  expect({ version: methodVersion, digest }).toEqual(currentMethod)
})

test('the average is the plain mean of the last three amounts', () => {
  const fund = makeHistory()
  const [a, b, c] = fund.payments.slice(-3).map(({ amount }) => amount)
  expect(estimateOne(fund).averageAmount).toBeCloseTo(((a ?? 0) + (b ?? 0) + (c ?? 0)) / 3, 4)
})

test('facts after asOf are ignored', () => {
  const funds = makeHistories()
  const cut = funds.map((fund) => ({
    ...fund,
    payments: fund.payments.filter(({ exDate }) => exDate <= asOf),
    closes: fund.closes.filter(({ date }) => date <= asOf)
  }))
  expect(estimateFunds(funds, asOf)).toEqual(estimateFunds(cut, asOf))
})

test('on the day before the ex-date the price is still that of two sessions before', () => {
  expect(estimateOne(makeHistory(), '2025-07-30')).toMatchObject({
    nextExDate: '2025-07-31',
    priceDate: '2025-07-29'
  })
})

test('an issuer that sets payments by the close of the day before has a later price day', () => {
  const traits = { ...traitsOfFamily('goldman-premium'), dates: traitsOfFamily('yieldmax-single').dates }
  expect(estimateOne({ ...makeHistory(), traits }, '2025-07-30')).toMatchObject({
    nextExDate: '2025-07-31',
    priceDate: '2025-07-30'
  })
})

test('a first weekly payment of a monthly fund makes the next one weekly: FEPI', () => {
  const fund = makeHistory()
  const days = ['2025-03-26', '2025-04-23', '2025-05-28', '2025-06-25']
  const monthly = days.map((exDate) => ({ exDate, payDate: exDate, amount: 1 }))
  const payments = [...monthly, { exDate: '2025-07-30', payDate: '2025-07-30', amount: 0.24 }]
  expect(estimateOne({ ...fund, payments })).toMatchObject({ frequency: 52, nextExDate: '2025-08-06' })
  expect(estimateOne({ ...fund, payments: monthly }, '2025-07-25')).toMatchObject({ frequency: 12 })
})

test('implied volatility is used for 31 days', () => {
  const optionVolatility = { date: '2025-07-28', value: 0.5 }
  expect(estimateOne({ ...makeHistory(), optionVolatility })).toMatchObject({
    volatility: 0.5,
    volatilitySource: 'options'
  })
  const old = { date: '2025-06-27', value: 0.5 }
  expect(estimateOne({ ...makeHistory(), optionVolatility: old }).volatilitySource).toBe('realised')
  const future = { date: '2025-08-04', value: 0.5 }
  expect(estimateOne({ ...makeHistory(), optionVolatility: future }).volatilitySource).toBe('realised')
})

test('the reasons are three to seven sentences built from the figures', () => {
  for (const result of estimateFunds(makeHistories(), '2025-10-10')) {
    if (result.status !== 'estimated') throw new Error(result.message)
    expect(result.reasons.length).toBeGreaterThanOrEqual(3)
    expect(result.reasons.length).toBeLessThanOrEqual(7)
    for (const reason of result.reasons) expect(reason).toMatch(/^[A-Z].*\.$/)
    expect(result.reasons.join(' ')).toContain(`$${result.amount.toFixed(4)}`)
  }
  const [first] = estimateOne(makeHistory({ closeOf: () => 20 })).reasons
  expect(first).toBe('TEST last paid $0.2000 on July 31, 2025, about 1.0% of its price.')
})

test('a fund that stopped paying is inactive, with or without a price', () => {
  const stopped = makeHistory({ symbol: 'ABNY' })
  expect(estimateFunds([stopped], '2025-09-14')[0]?.status).not.toBe('inactive')
  for (const fund of [stopped, { ...stopped, closes: [] }]) {
    expect(estimateFunds([fund], '2025-09-15')[0]).toEqual({
      status: 'inactive',
      symbol: 'ABNY',
      asOf: '2025-09-15',
      message: 'ABNY has paid nothing since July 31, 2025, so there is no estimate.'
    })
  }
})

test('a fund with a newer quarantined payment is not reported as inactive', () => {
  const fund = { ...makeHistory({ symbol: 'ABNY' }), quarantinedDays: ['2025-09-11', '2026-01-01'] }
  expect(estimateFunds([fund], '2025-09-15')[0]).toEqual({
    status: 'not-enough-data',
    symbol: 'ABNY',
    asOf: '2025-09-15',
    message: 'The ABNY payment of September 11, 2025 is still being checked, so there is no estimate.'
  })
  // A quarantined payment before its last payment, or after asOf, makes no difference.
  const others = { ...fund, quarantinedDays: ['2025-07-29', '2026-01-01'] }
  expect(estimateFunds([others], '2025-09-15')[0]?.status).toBe('inactive')
})

/** A fund that pays 1 % of 20 dollars each week, with the payments of these days quarantined. */
function withQuarantined(quarantinedDays: readonly IsoDay[]): FundHistory {
  const { payments, ...fund } = makeHistory({ closeOf: () => 20, weeks: 31 })
  const isStored = ({ exDate }: { exDate: IsoDay }) => !quarantinedDays.includes(exDate)
  return { ...fund, payments: payments.filter(isStored), quarantinedDays }
}

test('an upcoming payment covers the days since the last one, even if that one is quarantined', () => {
  const fund = withQuarantined(['2025-07-24', '2025-07-31'])
  expect(fund.payments.map(({ exDate }) => exDate).slice(-2)).toEqual(['2025-07-17', '2025-08-07'])
  // From July 17 it would be three weeks, and three times as much.
  expect(estimateOne(fund)).toMatchObject({
    nextExDate: '2025-08-07',
    latestExDate: '2025-07-17',
    amount: 0.2
  })
  expect(estimateOne(fund).reasons[0]).toBe(
    'TEST last paid $0.2000 on July 17, 2025, about 1.0% of its price. Its payment of July 31, 2025 is still being checked.'
  )
  // The payment of August 7 is a week's as well, not a third of three weeks'.
  expect(estimateOne(fund, '2025-08-08')).toMatchObject({ nextExDate: '2025-08-14', amount: 0.2 })
  expect(backtest([fund]).at(-1)).toMatchObject({ exDate: '2025-08-07', rule: estimateOne(fund).rule })
  expect(backtest([fund]).at(-1)?.estimate).toBeCloseTo(0.2, 4)
})

test('a quarantined payment right before the ex-date is its duplicate, and one after asOf is unknown', () => {
  const fund = withQuarantined(['2025-07-24', '2025-07-31'])
  const { quarantinedDays: _, ...unaware } = fund
  const { amount } = estimateOne(unaware)
  expect(amount).toBeCloseTo(0.6, 2)
  expect(estimateOne({ ...fund, quarantinedDays: ['2025-08-04'] }, '2025-08-05').amount).toBeCloseTo(0.6, 2)
  expect(estimateOne({ ...fund, quarantinedDays: ['2025-08-02'] }).amount).toBeCloseTo(0.6, 2)
})

test('a fund without a recent price has no estimate', () => {
  const fund = makeHistory({ symbol: 'JPMO' })
  const closes = fund.closes.filter(({ date }) => date <= '2025-04-04')
  expect(estimateFunds([{ ...fund, closes }], asOf)[0]).toMatchObject({
    status: 'not-enough-data',
    message:
      'JPMO has no price within 14 days of August 1, 2025 (its last price is from April 4, 2025), so there is no estimate.'
  })
  expect(estimateFunds([{ ...fund, closes: [] }], asOf)[0]).toMatchObject({ status: 'not-enough-data' })
})

test('none, one and two payments are not enough, and no funds give no results', () => {
  const fund = makeHistory()
  const messages = [0, 1, 2].map((count) => {
    const [result] = estimateFunds([{ ...fund, payments: fund.payments.slice(0, count) }], '2025-01-20')
    return result?.status === 'not-enough-data' ? result.message : result?.status
  })
  expect(messages[0]).toContain('No payment of TEST is known')
  expect(messages[1]).toContain('Only one payment of TEST is known and three are needed')
  expect(messages[2]).toContain('Only two payments of TEST are known')
  expect(estimateFunds([], asOf)).toEqual([])
})

test('a fund that only ever paid zero gets no estimate', () => {
  expect(estimateFunds([makeHistory({ yieldOf: () => 0 })], asOf)[0]?.status).toBe('not-enough-data')
})

test('results keep the order of the funds', () => {
  const funds = makeHistories(30).toReversed()
  expect(estimateFunds(funds, asOf).map(({ symbol }) => symbol)).toEqual(funds.map(({ symbol }) => symbol))
})

test('estimates continue over the year end and a leap day', () => {
  expect(estimateOne(makeHistory({ start: '2025-06-02', weeks: 30 }), '2025-12-26')).toMatchObject({
    nextExDate: '2026-01-02',
    nextPayDate: '2026-01-05'
  })
  const overLeapDay = makeHistory({ start: '2023-10-02', weeks: 22 })
  expect(estimateOne(overLeapDay, '2024-02-29')).toMatchObject({
    latestExDate: '2024-02-29',
    nextExDate: '2024-03-07'
  })
})

test('a split scales amounts but not weight, index and volatility', () => {
  fc.assert(
    fc.property(fc.constantFrom(0.1, 0.5, 5, 10), (factor) => {
      const [fund, ...others] = makeHistories()
      if (!fund) throw new Error('makeHistories gives funds')
      const scaled: FundHistory = {
        ...fund,
        payments: fund.payments.map((paid) => ({ ...paid, amount: paid.amount * factor })),
        closes: fund.closes.map(({ date, close }) => ({ date, close: close * factor }))
      }
      const [before] = estimateFunds([fund, ...others], '2025-10-10')
      const [after] = estimateFunds([scaled, ...others], '2025-10-10')
      if (before?.status !== 'estimated' || after?.status !== 'estimated')
        throw new Error('both are estimated')
      expect(after.rule).toBe(before.rule)
      for (const key of ['amount', 'low', 'high'] as const) {
        expect(Math.abs(after[key] - before[key] * factor)).toBeLessThan(1e-4 * (1 + factor))
      }
      expect(after.kFactor).toBeCloseTo(before.kFactor, 9)
      expect(after.weight).toBeCloseTo(before.weight, 9)
      expect(after.volatility).toBeCloseTo(before.volatility, 9)
    }),
    { numRuns: 4, seed: 1 }
  )
})

test('any amounts give an estimate inside its range, without an error', () => {
  const yields = fc.array(fc.oneof(fc.double({ min: 0, max: 0.2, noNaN: true }), fc.constant(0)), {
    maxLength: 40
  })
  fc.assert(
    fc.property(yields, (paid) => {
      const fund = makeHistory({ weeks: paid.length, yieldOf: (week) => paid[week] ?? 0 })
      const day = fund.payments.at(-1)?.exDate ?? asOf
      for (const result of estimateFunds([fund, makeHistory({ symbol: 'OTHER' })], day)) {
        if (result.status !== 'estimated') continue
        expect(result.low).toBeGreaterThanOrEqual(0)
        expect(result.low).toBeLessThanOrEqual(result.amount)
        expect(result.high).toBeGreaterThanOrEqual(result.amount)
        expect(result.weight).toBeGreaterThanOrEqual(0)
        expect(result.weight).toBeLessThanOrEqual(1)
        expect(result.kFactor).toBeGreaterThanOrEqual(0.3)
        expect(result.kFactor).toBeLessThanOrEqual(5)
        expect(result.nextExDate > day).toBe(true)
        expect(result.nextPayDate > result.nextExDate).toBe(true)
      }
    }),
    { numRuns: 60, seed: 7 }
  )
})

test('a fund with older data is estimated as of its own last known day, not reported as inactive', () => {
  const [collected, missed] = [
    makeHistory({ symbol: 'AAA' }),
    { ...makeHistory({ symbol: 'BBB' }), knownUntil: '2025-08-01' }
  ]
  const [first, second] = estimateFunds([collected, missed], '2025-11-03')
  expect(first).toMatchObject({ status: 'inactive', asOf: '2025-11-03' })
  expect(second).toEqual(estimateFunds([collected, missed], '2025-08-01')[1])
  expect(second).toMatchObject({ status: 'estimated', asOf: '2025-08-01' })
})
