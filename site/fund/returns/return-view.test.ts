import { expect, test } from 'vitest'
import type { ReturnFacts } from '../../../admin-api/contract/fund-page.ts'
import { openTestDatabase } from '../../../admin-api/testing/database.ts'
import { pages } from '../../../admin-api/testing/pages.ts'
import { toHeldFund } from '../../portfolio/funds/held-fund.ts'
import { type ReturnView, viewReturns } from './return-view.ts'
import { notesOf, ordinal, priceChangeOf, reinvestmentSentence, sentenceOf } from './return-words.ts'

const paid = (exDate: string, amount: number, isResidual = false) => ({
  exDate,
  payDate: exDate,
  amount,
  isResidual
})
const facts: ReturnFacts = {
  closes: [
    { date: '2026-01-05', close: 20 },
    { date: '2026-01-06', close: 19 },
    { date: '2026-04-30', close: 16 }
  ],
  payments: [paid('2026-01-06', 1), paid('2026-04-29', 0.02, true)],
  splits: [],
  paymentsAYear: 52,
  underlying: null
}

function view(since: string, given: Partial<ReturnFacts> = {}): ReturnView {
  const found = viewReturns('ABCD', { ...facts, ...given }, since, { place: 2, of: 40 })
  if (found === null) throw new Error('there is no return')
  return found
}

test('returns are calculated reinvested, with cash kept, and by price alone, in dollars and percent', () => {
  const { ways, latest } = view('2026-01-05')
  // One share at 20: 16 are left, 1.02 were paid; 1 / 19 of a share is bought on the 6th, and 0.02 per share at
  // the end.
  const reinvested = ((1 + 1 / 19) * (16 + 0.02)) / 20
  expect(ways.map(({ name, dollars }) => [name, dollars])).toEqual([
    ['Reinvested', expect.closeTo(10_000 * reinvested, 6)],
    ['Cash kept', expect.closeTo(8510, 6)],
    ['Price return', expect.closeTo(8000, 6)]
  ])
  // 115 days: 0.8 ^ (365 / 115) - 1.
  expect(ways[2]).toMatchObject({ percent: expect.closeTo(-20, 6), yearlyPercent: expect.closeTo(-50.75, 2) })
  // The residual payment doesn't count: 1 x 52 / 20.
  expect(latest).toMatchObject({ amount: 1, yieldPercent: expect.closeTo(260, 6) })
})

test('the sentence names both closes and each result', () => {
  expect(sentenceOf(view('2026-01-05'))).toMatch(
    /^\$10,000 in ABCD at the close on January 5, 2026 became \$8,432 by April 30, 2026 with distributions reinvested: −15\.7%, or −41\.8% a year\.$/
  )
  // The close of January 2 is the last one before the purchase: 110 / 100.
  const closes = [100, 104, 110].map((close, i) => ({
    date: ['2026-01-02', '2026-01-06', '2026-04-30'][i] ?? '',
    close
  }))
  const beside = view('2026-01-05', { underlying: { ticker: 'XYZ', closes } })
  expect(sentenceOf(beside)).toMatch(/ a year\. In XYZ itself: \$11,000\.$/)
  const later = view('2026-01-05', { underlying: { ticker: 'XYZ', closes: closes.slice(1) } })
  expect(later.ways.map(({ name }) => name)).toEqual(['Reinvested', 'Cash kept', 'Price return'])
})

test('what could be spent is said for the last year, or since a chosen day', () => {
  expect(reinvestmentSentence(view('2026-01-05'))).toMatch(/^ABCD has prices of less than a year/)
  // Since January 6 at 19: 16 and 0.02 are less.
  expect(reinvestmentSentence(view('2026-01-06'))).toBe(
    'From January 6, 2026 to April 30, 2026, ABCD lost more than it paid: reinvesting every payment was not enough to keep the value.'
  )
  const closes = [
    { date: '2026-01-02', close: 5 },
    { date: '2026-01-05', close: 100 },
    { date: '2026-01-06', close: 80 },
    { date: '2026-01-07', close: 50 },
    { date: '2026-01-08', close: 90 }
  ]
  // A third of each payment, as in the docstring of reinvestmentNeeded: 20.4167 were paid on 100.
  const payments = [paid('2026-01-06', 10), paid('2026-01-07', 10)]
  expect(reinvestmentSentence(view('2026-01-05', { closes, payments }))).toBe(
    'From January 5, 2026 to January 8, 2026, ABCD paid $2,042 on $10,000. Reinvesting 33% of each payment, $681, kept the value; $1,361 was free to spend.'
  )
  expect(reinvestmentSentence(view('2026-01-06', { closes, payments }))).toBe(
    'From January 6, 2026 to January 8, 2026, the price kept its value: all of $1,250 paid on $10,000 was free to spend.'
  )
})

test('the change of the price is given with both closes', () => {
  expect(priceChangeOf(view('2026-01-05'))).toEqual({
    figure: '−20.0%',
    note: 'from $20.00 to $16.00; closing prices; we have no NAV'
  })
  const risen = { closes: [...facts.closes, { date: '2026-05-01', close: 30 }] }
  expect(priceChangeOf(view('2026-01-05', risen)).figure).toBe('+50.0%')
})

test('weak evidence is mentioned', () => {
  expect(notesOf(view('2026-01-05'))).toEqual([
    '78 trading days in between have no closing price; payments on those days buy shares at the next one.',
    'Includes one small year-end payment.'
  ])
  const thin: Partial<ReturnFacts> = {
    closes: [4, 5, 6].map((day) => ({ date: `2026-05-0${day}`, close: day })),
    payments: [paid('2026-05-05', 1), paid('2026-05-07', 1)],
    splits: [
      { date: null, oldShares: 3, newShares: 1 },
      { date: '2026-05-06', oldShares: 5, newShares: 1 },
      { date: '2026-05-04', oldShares: 2, newShares: 1 }
    ],
    paymentsAYear: null
  }
  const found = viewReturns('ABCD', { ...facts, ...thin }, '2026-05-03', null)
  if (found === null) throw new Error('there is no return')
  expect(notesOf(found)).toEqual([
    'There is no closing price for May 3, 2026, so the purchase uses May 4, 2026.',
    'A yearly rate needs at least 90 days.',
    'Our closing prices end on May 6, 2026; 1 payment with a later ex-date is not counted.',
    '3 shares became 1 on an unknown day; earlier prices and distributions are adjusted for this split.',
    '5 shares became 1 on May 6, 2026; earlier prices and distributions are adjusted for this split.'
  ])
})

test('a rank needs a field of ten funds', () => {
  const rankAmong = (of: number) => viewReturns('ABCD', facts, '2026-01-05', { place: 1, of })?.rank ?? null
  expect(rankAmong(9)).toBeNull()
  expect(rankAmong(10)).toEqual({ place: 1, of: 10 })
})

test('one close gives no return', () => {
  expect(viewReturns('ABCD', facts, '2026-04-30', null)).toBeNull()
  expect(viewReturns('ABCD', facts, '2026-05-01', null)).toBeNull()
})

test('ranks are English ordinals', () => {
  expect([1, 2, 3, 4, 11, 12, 13, 21, 22, 43, 111].map(ordinal).join(' ')).toBe(
    '1st 2nd 3rd 4th 11th 12th 13th 21st 22nd 43rd 111th'
  )
})

test('the page and the data file of a fund have the same figures', async () => {
  const { db, close } = await openTestDatabase('figures')
  for (const ticker of ['msty', 'iwmy', 'tsly', 'feat', 'qdte']) {
    const page = await pages.load(db, `/${ticker}`)
    const data = await pages.load(db, `/data/${ticker}.json`)
    if (page?.kind !== 'fund' || data?.kind !== 'fund-data') throw new Error(`${ticker} has no page or data`)
    const { closes, payments, splits, paymentsAYear } = page.returns
    const fund = toHeldFund(data.data)
    expect(fund.closes.map(({ date, close }) => ({ date, close }))).toEqual(closes)
    expect([fund.payments, fund.splits, fund.estimate?.frequency ?? null]).toEqual([
      payments,
      splits,
      paymentsAYear
    ])
  }
  await close()
})
