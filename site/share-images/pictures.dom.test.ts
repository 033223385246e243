import { expect, test } from 'vitest'
import type { FundPicture } from '../../admin-api/contract/fund-page.ts'
import type { WeekPicture } from '../../admin-api/contract/weeks.ts'
import { makeFundData } from '../testing/make-fund-data.ts'
import { makeStock } from '../testing/make-stock.ts'
import { drawComparePicture } from './compare-picture.ts'
import { drawFundPicture } from './fund-picture.ts'
import { breakLines, shrinkTo, widthOf } from './lettering.ts'
import { drawWeekPicture } from './week-picture.ts'

const host = 'doubloon.example'
const fund: FundPicture = {
  kind: 'fund-picture',
  symbol: 'MSTY',
  name: 'YieldMax MSTR Option Income Strategy ETF',
  outcome: { status: 'estimated', stock: makeStock() },
  payments: [
    { exDate: '2026-05-21', amount: 0.31 },
    { exDate: '2026-05-28', amount: 0.2979 }
  ]
}

/** The labels of the outlines in a drawing. */
function wordsOf(svg: string): string[] {
  return [...svg.matchAll(/aria-label="([^"]*)"/g)].map(([, words]) => words ?? '')
}

test('the picture of a fund has its estimate, range, days and one bar per payment', () => {
  const svg = drawFundPicture(fund, '2026-06-01', host)
  expect(wordsOf(svg)).toEqual([
    'Doubloon',
    'MSTY',
    'YieldMax MSTR Option Income Strategy ETF',
    'ESTIMATED NEXT PAYMENT PER SHARE',
    '$0.3000',
    '80% range $0.2500 to $0.3700',
    'NEXT EX-DATE',
    'Thu, Jun 4',
    'LAST 2 PAYMENTS',
    'May 21',
    'Jun 4',
    'As of May 29, 2026',
    host
  ])
  // Relative to the highest amount, the upper end of the range, which is as high as the chart: 210.
  const bars = [...svg.matchAll(/<rect [^>]*height="([\d.]+)" fill="#b8862b"/g)].map(([, height]) => height)
  expect(bars).toEqual([(210 * 0.31) / 0.37, (210 * 0.2979) / 0.37].map((height) => height.toFixed(1)))
})

test('a past ex-date is not called the next one, and the declared amount is below it', () => {
  const declared = { amount: 0.2991, declared_on: null, source: 'Nasdaq', seen_on: '2026-05-29' }
  const stock = makeStock({ declared })
  const words = wordsOf(
    drawFundPicture({ ...fund, outcome: { status: 'estimated', stock } }, '2026-06-05', host)
  )
  expect(words).toContain('EXPECTED EX-DATE')
  expect(words).toContain('LAST ESTIMATE PER SHARE')
  expect(words).toContain('Declared: $0.2991 a share')
  expect(words.join()).not.toMatch(/next/i)
})

test('the picture of a fund without an estimate says why, whether or not it ever paid', () => {
  const message =
    'ABNY is closed: we have no price or payment after February 12, 2026, so there is no estimate.'
  const closed: FundPicture = { ...fund, symbol: 'ABNY', outcome: { status: 'closed', message } }
  const words = wordsOf(drawFundPicture(closed, '2026-06-01', host))
  expect(words.join(' ')).toContain(message)
  expect(words).toEqual(expect.arrayContaining(['Closed', 'LAST EX-DATE', 'May 28, 2026']))
  expect(words.join()).not.toContain('$')
  const unpaid = wordsOf(drawFundPicture({ ...closed, payments: [] }, '2026-06-01', host))
  expect(unpaid).toContain('None on record')
})

test('a picture needs no fonts or style sheets, and escapes names', () => {
  const name = 'S&P <500> "0DTE" Fund’s Covered Call Strategy & Income of a Very Long Name Indeed ETF'
  const svg = drawFundPicture({ ...fund, name }, '2026-06-01', host)
  expect(wordsOf(svg)).toContain(
    'S&amp;P &lt;500&gt; &quot;0DTE&quot; Fund’s Covered Call Strategy &amp; Income of a Very Long Name Indeed ETF'
  )
  expect(svg).not.toMatch(/<text|var\(|light-dark|NaN|undefined/)
  expect(svg.replaceAll(/<[a-z/][^<>]*>|\s/g, '')).toBe('')
})

test('text is broken into lines or shrunk to fit its width', () => {
  const style = { face: 'text', size: 30 } as const
  const text = 'ABNY is closed: we have no price or payment after February 12, 2026.'
  const lines = breakLines(text, style, 300)
  expect(lines.join(' ')).toBe(text)
  expect(lines.length).toBeGreaterThan(2)
  for (const line of lines) expect(widthOf(line, style)).toBeLessThanOrEqual(300)
  expect(widthOf(text, shrinkTo(text, style, 300))).toBeCloseTo(300, 6)
  expect(shrinkTo(text, style, 3000)).toEqual(style)
})

test('the picture of a week has its payments in and outside the range, both sums and one bar per family', () => {
  const figures = {
    payments: 59,
    inRange: 52,
    medianErrorPercent: 6.1,
    stake: { funds: 59, expected: 55.31, paid: 56.31 }
  }
  const defiance = { family: 'defiance', name: 'Defiance', figures: { ...figures, payments: 4, inRange: 3 } }
  const week: WeekPicture = {
    kind: 'week-picture',
    thursday: '2026-05-28',
    figures,
    families: [defiance]
  }
  const words = wordsOf(drawWeekPicture(week, host))
  const full = drawWeekPicture(
    { ...week, families: Array.from({ length: 9 }, () => ({ ...defiance })) },
    host
  )
  const bars = [...full.matchAll(/<rect x="732" y="(\d+)" width="372" height="(\d+)"/g)]
  expect(bars).toHaveLength(7)
  // The frame ends at 516, with a second line inside.
  for (const [, y, height] of bars) expect(Number(y) + Number(height)).toBeLessThan(505)
  expect(words).toEqual(
    expect.arrayContaining([
      'May 25–29, 2026',
      '52 of 59',
      '$100 in each of the 59 funds',
      'brought $56.31; expected $55.31',
      'Defiance',
      '3 of 4',
      'Weekly report'
    ])
  )
  const none = wordsOf(drawWeekPicture({ ...week, figures: null, families: [] }, host))
  expect(none).toContain('No payment could be estimated')
})

test('the picture of the comparison has the value of the stake in each fund, and since when', () => {
  const funds = [
    makeFundData('MSTY', { '2026-06-01': 20, '2026-06-02': 10 }),
    makeFundData('CONY', { '2026-06-01': 10, '2026-06-02': 15 })
  ]
  const words = wordsOf(drawComparePicture(funds, host))
  expect(words).toEqual(
    expect.arrayContaining([
      'since June 1, 2026, distributions reinvested',
      'WHAT $10,000 BECAME',
      'MSTY',
      '$5,000',
      'CONY',
      '$15,000',
      'Through the close on June 2, 2026'
    ])
  )
  expect(wordsOf(drawComparePicture([], host))).toContain('There are no prices to compare yet')
})
