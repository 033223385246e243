import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { addSessions } from '../../market-days/market-calendar.ts'
import { makeHistory, traitsOfFamily } from '../../testing/make-history.ts'
import { type Confirmation, findAdmissible } from './admit-waiting.ts'
import type { GateFund, Reported } from './payment-rhythm.ts'

const data = join(import.meta.dirname, '../../../data')
const rowsOf = (file: string): Record<string, string>[] =>
  parse(readFileSync(join(data, file), 'utf8'), { columns: true })
const [funds, dividends, prices] = ['funds.csv', 'dividends.csv', 'prices.csv'].map(rowsOf)

/** A real fund on a day: payments before `from` are stored, later ones are quarantined. */
function readFund(symbol: string, from: string, to: string): GateFund {
  const fund = funds?.find((row) => row.symbol === symbol)
  const family = fund?.['family']
  if (family === undefined) throw new Error(`There is no fund ${symbol}.`)
  const payments = (dividends ?? [])
    .filter((row) => row.symbol === symbol)
    .map(({ ex_date: exDate = '', pay_date: payDate = '', amount }) => ({
      exDate,
      payDate,
      amount: Number(amount)
    }))
  const closes = (prices ?? [])
    .filter((row) => row.symbol === symbol)
    .map(({ date = '', close }) => ({ date, close: Number(close) }))
  return {
    symbol,
    family,
    traits: traitsOfFamily(family),
    payments: payments.filter(({ exDate }) => exDate < from),
    reported: payments.filter(({ exDate }) => exDate >= from && exDate <= to),
    closes: closes.filter(({ date }) => date <= to)
  }
}

const symbolsOf = (family: string) =>
  (funds ?? []).flatMap((row) => (row.family === family && row.symbol !== undefined ? [row.symbol] : []))

const daysOf = (admissions: readonly { payment: Reported }[]) =>
  admissions.map(({ payment }) => payment.exDate)

/** MSTY every four weeks to September 25, 2025: 3.04 after three weeks on October 16, then 1.06, 0.96 ... weekly. */
test.each([
  ['MSTY', '2025-10-16', '2025-10-23', []],
  ['MSTY', '2025-10-16', '2025-10-30', ['2025-10-16', '2025-10-23', '2025-10-30']],
  // CONY went ex on its usual day on October 16, so two more make three of the new schedule.
  ['CONY', '2025-10-23', '2025-10-23', []],
  ['CONY', '2025-10-23', '2025-10-30', ['2025-10-23', '2025-10-30']],
  // BABO paid for four weeks on October 9, and weekly from then on.
  ['BABO', '2025-10-16', '2025-10-23', ['2025-10-16', '2025-10-23']],
  // ULTY went from Thursdays to Wednesdays.
  ['ULTY', '2025-10-22', '2025-10-29', ['2025-10-22', '2025-10-29']],
  // A residual payment is left to the operator.
  ['TSLY', '2025-12-30', '2026-01-15', ['2026-01-02', '2026-01-08', '2026-01-15']],
  // A single payment of eight times the usual, without information on how long it has been reported.
  ['QDTE', '2025-12-24', '2026-01-08', ['2026-01-08']]
])('%s, quarantined since %s: on %s, %j is accepted', (symbol, from, to, days) => {
  expect(daysOf(findAdmissible([readFund(symbol, from, to)], to))).toEqual(days)
})

// The 40 single-stock funds in data/ that paid in the 45 days up to October 16, 2025: 38 went ex on that day, 26 after
// one to three weeks instead of four, eight on their usual day, and four (CRCO, GMEY, HIYY and HOOY) with too few payments
// before to have a rhythm.
test.each([
  ['yieldmax-single', '2025-10-16', 'MSTY', '26 of 40 funds of its family left their rhythm on this day'],
  ['yieldmax-single', '2025-10-16', 'BABO', '26 of 40 funds of its family left their rhythm on this day'],
  ['yieldmax-portfolio', '2025-10-22', 'ULTY', '10 of 12 funds of its family left their rhythm on this day']
])(
  'if most funds of %s leave their schedule on %s, their payments are accepted on that day: %s',
  (family, day, symbol, why) => {
    const all = symbolsOf(family).map((one) => readFund(one, day, day))
    const admitted = findAdmissible(all, day)
    expect(admitted.find((one) => one.symbol === symbol)?.why).toBe(why)
    expect(admitted).toHaveLength(all.filter(({ reported }) => reported.length > 0).length)
  }
)

test('if only a few funds of a family leave their schedule, nothing is accepted at once', () => {
  const day = '2025-10-16'
  const all = symbolsOf('yieldmax-single').map((symbol) => readFund(symbol, day, day))
  const moved = all.map((fund, i) => (i < 10 ? fund : { ...fund, reported: [] }))
  expect(findAdmissible(moved, day).filter(({ why }) => why.includes('family'))).toEqual([])
})

/** Quarantined payments of the fund, reported unchanged since their own day. */
function repeating(symbol: string, from: string, to: string): GateFund {
  const fund = readFund(symbol, from, to)
  return { ...fund, reported: fund.reported.map((one) => ({ ...one, unchangedSince: one.exDate })) }
}

test.each([
  // Single payments of 3.5 and 4 times the usual.
  ['APLY', '2026-02-12', '2026-02-18', 'it has been reported the same since February 12, 2026'],
  ['FBY', '2026-02-05', '2026-02-10', 'it has been reported the same since February 5, 2026'],
  // A third of the usual.
  ['PLTW', '2026-04-20', '2026-04-23', 'it has been reported the same since April 20, 2026'],
  // Residual year-end payments: seven to ten times the usual.
  [
    'QDTE',
    '2025-12-24',
    '2025-12-30',
    'it has been reported the same since December 24, 2025, and the close fell by $1.8212 on that day, about the amount paid'
  ],
  [
    'XDTE',
    '2025-12-31',
    '2026-01-06',
    'it has been reported the same since December 31, 2025, and the close fell by $2.3605 on that day, about the amount paid'
  ]
])('%s: a single odd-sized payment with ex-date %s is accepted on %s: %s', (symbol, exDate, day, why) => {
  const fund = repeating(symbol, exDate, exDate)
  const known = { ...fund, closes: readFund(symbol, exDate, day).closes }
  expect(findAdmissible([known], day)).toMatchObject([{ payment: { exDate }, why }])
  expect(findAdmissible([known], addSessions(day, -1))).toEqual([])
  expect(findAdmissible([{ ...known, reported: readFund(symbol, exDate, exDate).reported }], day)).toEqual([])
})

test.each([
  // Its closes move by 2 % a day, so a fall of 5 % proves nothing.
  ['YBTC', '2025-12-31', 1],
  ['TSLY', '2025-12-30', 1],
  // Shifted decimal points, on days when the close hardly moved.
  ['APLY', '2026-01-22', 10],
  ['FBY', '2026-01-29', 0.1]
])(
  'an amount far from the usual stays quarantined without a matching fall of the close: %s of %s, times %d',
  (symbol, exDate, times) => {
    const fund = repeating(symbol, exDate, exDate)
    const reported = fund.reported.map((one) => ({ ...one, amount: one.amount * times }))
    const { closes } = readFund(symbol, exDate, '2026-03-01')
    expect(findAdmissible([{ ...fund, reported, closes }], '2026-03-01')).toEqual([])
  }
)

/** Pays 1 % of a close of 20 on Thursdays, last on July 31, 2025. */
const weekly: GateFund = { ...makeHistory({ closeOf: () => 20 }), reported: [] }
const thursdays = ['2025-08-07', '2025-08-14', '2025-08-21', '2025-08-28']
const today = '2025-08-29'

function wait(amounts: readonly number[], given: Partial<GateFund> = {}, days = thursdays): GateFund {
  const reported = amounts.map((amount, i) => ({ exDate: days[i] ?? '', amount }))
  return { ...weekly, reported, ...given }
}

test.each<[string, GateFund]>([
  ['ten times', wait([2, 2, 2, 2])],
  ['a tenth', wait([0.02, 0.02, 0.02, 0.02])],
  ['five times', wait([1.01, 1.01, 1.01, 1.01])],
  ['a zero', wait([0, 0, 0, 0])],
  [
    'a payment that grew with a jump of the close',
    wait([0.8, 0.8, 0.8, 0.8], {
      closes: weekly.closes.map(({ date, close }) => ({
        date,
        close: date < '2025-08-01' ? close : 4 * close
      }))
    })
  ],
  ['a duplicate on the day after', wait([0.2], {}, ['2025-08-01'])],
  ['days without trading', wait([0.2, 0.2, 0.2], {}, ['2025-08-09', '2025-08-16', '2025-08-23'])]
])('%s waits for the operator, however often it is reported', (_what, fund) => {
  expect(findAdmissible([fund], today)).toEqual([])
})

test('wrong amounts for a whole family at once are not accepted', () => {
  const many = ['AAA', 'BBB', 'CCC', 'DDD'].map((symbol) => ({ ...wait([2]), symbol }))
  expect(findAdmissible(many, today)).toEqual([])
})

test('a new level of four times the usual is accepted after three payments in a row', () => {
  expect(findAdmissible([wait([0.8, 0.8])], today)).toEqual([])
  expect(daysOf(findAdmissible([wait([0.8, 0.75, 0.85])], today))).toEqual(thursdays.slice(0, 3))
})

test('a confirming second source accepts any payment, a contradicting one none', () => {
  const confirm: Confirmation = (symbol, { amount }) => (symbol === 'TEST' && amount === 2 ? 'Nasdaq' : null)
  expect(findAdmissible([wait([2])], today, confirm)).toEqual([
    { symbol: 'TEST', payment: { exDate: '2025-08-07', amount: 2 }, why: 'Nasdaq reports the same' }
  ])
  expect(findAdmissible([wait([2.1])], today, confirm)).toEqual([])
})

test('a payment too far ahead is accepted when its day comes near', () => {
  const fund = wait([0.2], {}, ['2025-08-07'])
  expect(findAdmissible([fund], '2025-07-30')).toEqual([])
  expect(findAdmissible([fund], '2025-08-01')).toMatchObject([{ why: 'it fits what has been stored since' }])
})
