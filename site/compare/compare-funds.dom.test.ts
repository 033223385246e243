import { expect, test } from 'vitest'
import { makeDataPayment, makeFundData } from '../testing/make-fund-data.ts'
import { comparisonSentence, whatTheyPaid } from './change-words.ts'
import { compareFunds } from './compare-funds.ts'
import { daysCsv, figuresCsv } from './download-comparison.ts'
import { bestIn, figureOf, measures } from './measures.ts'

const old = makeFundData(
  'OLDY',
  { '2026-06-01': 50, '2026-06-02': 40, '2026-06-03': 20, '2026-06-04': 22, '2026-06-05': 22 },
  { payments: [makeDataPayment('2026-06-02', 1), makeDataPayment('2026-06-04', 2)] }
)
const young = makeFundData('NEWY', { '2026-06-02': 10, '2026-06-03': 11, '2026-06-05': 12, '2026-06-08': 13 })
const late = makeFundData('LATE', { '2026-06-08': 9, '2026-06-09': 9 })

function compare(funds: Parameters<typeof compareFunds>[0], from: string | null = null) {
  const comparison = compareFunds(funds, from)
  if (comparison === null) throw new Error('nothing to compare')
  return comparison
}

test('the comparison runs from the latest first price to the last common close, and says why', () => {
  const { from, to, funds, span, remarks, choice } = compare([old, young])
  expect([from, to]).toEqual(['2026-06-02', '2026-06-05'])
  expect(span).toBe(
    'From June 2, 2026, when NEWY, the youngest, started, to June 5, 2026. OLDY has no later price.'
  )
  expect(remarks).toEqual([])
  expect(choice).toEqual({ symbols: ['OLDY', 'NEWY'], from: null })
  // By hand: bought at 40 on the 2nd, which misses that payment; 2 dollars reinvested at 22 on the 4th.
  expect(funds[0]?.summary.reinvested).toBeCloseTo((22 * (1 + 2 / 22)) / 40 - 1, 12)
  expect(funds[0]).toMatchObject({ firstClose: 40, lastClose: 22 })
  expect(funds[0]?.distributions).toBeCloseTo(2, 12)
  expect(funds[0]?.summary.maxDrawdown).toBeCloseTo(-0.5, 12)
  expect(funds[1]?.summary.reinvested).toBeCloseTo(0.2, 12)
  // 24 are less than 40; the other price rose.
  expect(funds.map(({ reinvestment }) => reinvestment?.share)).toEqual([null, 0])
})

test('a requested day is the first unless too few prices follow it', () => {
  expect(compare([old, young], '2026-06-04')).toMatchObject({
    from: '2026-06-02',
    choice: { from: null },
    remarks: [
      'There are too few prices since June 4, 2026. The chart shows all the days they have in common.'
    ]
  })
  expect(compare([old, young], '2026-06-03')).toMatchObject({
    from: '2026-06-03',
    span: 'Through the close on June 5, 2026. OLDY has no later price.',
    choice: { from: '2026-06-03' },
    remarks: []
  })
})

test('a fund without a price on the day is named, and all start at the first common day', () => {
  expect(compare([old, young], '2026-06-01')).toMatchObject({
    from: '2026-06-02',
    choice: { from: null },
    remarks: ['NEWY has no price on June 1, 2026, so all start on June 2, 2026.']
  })
})

test('a fund without common days is left out with an explanation', () => {
  expect(compare([old, young, late])).toMatchObject({
    choice: { symbols: ['OLDY', 'NEWY'] },
    remarks: [
      'LATE has prices from June 8, 2026 to June 9, 2026, too few days in common with OLDY and NEWY, so it is left out.'
    ]
  })
  expect(compareFunds([makeFundData('NONE', {})], null)).toBeNull()
})

test('the best fund of a measure is marked, unless neither more nor less is better', () => {
  const { funds } = compare([old, young])
  expect(measures.map((measure) => [measure.name, bestIn(measure, funds).join()])).toEqual([
    ['$10,000 became', 'NEWY'],
    ['Total return', ''],
    ['Total return a year', ''],
    ['Price return', 'NEWY'],
    ['Distributions', ''],
    ['Reinvestment needed', ''],
    ['Max drawdown', 'NEWY'],
    ['Payment variability', ''],
    ['Yield', ''],
    ['Next 12 months, per $1,000', ''],
    ['Return of capital', ''],
    ['Expense ratio', ''],
    ['Next estimate', ''],
    ['Expected ex-date', ''],
    ['Median error', '']
  ])
})

test('yield, dates and errors equal those of the rest of the site', () => {
  const estimate = {
    amount: 0.3,
    low: 0.25,
    high: 0.35,
    quantiles: null,
    change_chances: null,
    one_offs: null,
    ex_date: '2026-06-11',
    ex_date_range: null,
    own_by: '2026-06-10',
    pay_date: '2026-06-12',
    dates_confirmed_on: null,
    frequency: 52,
    price: 20,
    price_date: '2026-06-05',
    confidence: 0.5
  }
  const year = { months: 12, to: '2027-06-05', payments: 52, quantiles: null }
  const outlook = [{ ...year, amount: 12, low: 8, high: 15 }]
  const past = (origin: 'live' | 'replayed', error: number) => ({
    ex_date: '2026-05-07',
    origin,
    as_of: '2026-05-06',
    amount: 1,
    low: 1,
    high: 1,
    quantiles: null,
    actual: 1,
    error_percent: error,
    in_range: true
  })
  const past_estimates = [-8, 2, 30].map((error) => past('replayed', error)).concat(past('live', 99))
  const { funds } = compare([old, { ...young, estimate, past_estimates, outlook }])
  const shown = (name: string, today: string) => {
    const [fund, measure] = [funds[1], measures.find((each) => each.name === name)]
    return fund && measure && { figure: figureOf(measure, fund), note: measure.note?.(fund, today) }
  }
  // 0.3 x 52 / 20
  expect(shown('Yield', '2026-06-11')).toEqual({ figure: '78.00%' })
  // $12 a share of $20
  expect(shown('Next 12 months, per $1,000', '2026-06-11')).toEqual({
    figure: '$600.00',
    note: '$400.00 to $750.00'
  })
  expect(shown('Next estimate', '2026-06-11')).toEqual({ figure: '$0.3000', note: '$0.2500 to $0.3500' })
  expect(shown('Expected ex-date', '2026-06-11')).toEqual({ figure: 'June 11, 2026', note: 'estimated' })
  expect(shown('Expected ex-date', '2026-06-12')?.note).toBe('not confirmed')
  // The median of 8, 2 and 30; the live one isn't included.
  expect(shown('Median error', '2026-06-11')).toEqual({ figure: '8.0%', note: 'of 3, backtested' })
})

test('a change is announced with the fund that returned most', () => {
  const comparison = compare([old, young])
  expect(comparisonSentence({ symbols: ['OLDY', 'LATE'], from: null }, comparison)).toBe(
    'NEWY is added. LATE is out. Now since June 2, 2026. NEWY made the most, $12,000; OLDY $6,000.'
  )
  // By hand: the 2 of June 4 on the close of 40.
  expect(whatTheyPaid(comparison.funds)).toBe('OLDY paid the most, 5% of its first price; NEWY 0%.')
  expect(whatTheyPaid(comparison.funds.slice(0, 1))).toBe('OLDY paid 5% of its first price.')
})

test('table and days can be exported', () => {
  const comparison = compare([old, young])
  const lines = figuresCsv(comparison).split('\r\n')
  expect(lines.slice(0, 5)).toEqual([
    'measure,unit,OLDY,NEWY',
    'from,day,2026-06-02,2026-06-02',
    'to,day,2026-06-05,2026-06-05',
    '10000 became,dollars,6000.0000,12000.0000',
    'Total return,percent,-40.0000,20.0000'
  ])
  // NEWY has no close on the 4th; 22 plus 2 dollars on 40 are 6,000.
  expect(daysCsv(comparison)).toBe(
    'date,OLDY,NEWY\r\n2026-06-02,10000.00,10000.00\r\n2026-06-03,5000.00,11000.00\r\n2026-06-04,6000.00,\r\n2026-06-05,6000.00,12000.00\r\n'
  )
})
