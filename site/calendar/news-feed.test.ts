import { expect, test } from 'vitest'
import type { FundNews } from '../../admin-api/contract/chosen-feeds.ts'
import { makePayment } from '../testing/make-calendar.ts'
import { writeNewsFeed } from './news-feed.ts'

function feedOf(news: FundNews[], today = '2026-06-01'): string {
  const page = {
    kind: 'chosen-news',
    symbols: ['MSTY'],
    asOf: '2026-05-29',
    dataSource: 'Test figures to May 29, 2026',
    news
  } as const
  return writeNewsFeed({ ...page, symbols: ['MSTY'] }, { siteUrl: 'https://doubloon.example', today })
}

/** Texts of all elements with that name, the feed's own first. */
function textsOf(name: string, feed: string): string[] {
  return [...feed.matchAll(new RegExp(`<${name}>([^<]*)</${name}>`, 'g'))].map((match) => match[1] ?? '')
}

test('an estimate has a short title and becomes a new entry with new figures', () => {
  const news: FundNews = { kind: 'estimate', payment: makePayment({ amount: 0.2896 }), since: '2026-05-28' }
  const feed = feedOf([news])
  expect(textsOf('title', feed)[1]).toBe('MSTY about $0.29, pays Fri')
  expect(textsOf('updated', feed)).toEqual(['2026-05-28T00:00:00Z', '2026-05-28T00:00:00Z'])
  expect(textsOf('id', feed)[1]).toBe('https://doubloon.example/msty#2026-w23-estimate-0.2896-0.25-0.37')
  expect(textsOf('summary', feed)[0]).toContain('80% range $0.2500 to $0.3700.')
  expect(textsOf('title', feedOf([news], '2026-06-05'))[1]).toBe('MSTY about $0.29, not confirmed')
})

test('a payment is one entry from its declaration on, with the error of the estimate', () => {
  const declaredBy = { source: 'Nasdaq', seenOn: '2026-05-31' }
  const estimate = { amount: 0.25, low: 0.2, high: 0.28 }
  const known = makePayment({ isOnRecord: true, range: null })
  const declared = feedOf([{ kind: 'payment', payment: { ...known, declaredBy }, estimate }])
  expect(textsOf('title', declared)[1]).toBe('MSTY $0.3000, pays Fri (declared), 20.0% above the estimate')
  expect(textsOf('updated', declared)[1]).toBe('2026-05-31T00:00:00Z')
  const paid = feedOf([{ kind: 'payment', payment: known, estimate }], '2026-06-08')
  expect(textsOf('title', paid)[1]).toBe('MSTY paid $0.3000, 20.0% above the estimate')
  expect(textsOf('updated', paid)[1]).toBe('2026-06-05T00:00:00Z')
  expect(textsOf('summary', paid)[0]).toMatch(
    /^The estimate was \$0\.2500, outside the 80% range \$0\.2000 to \$0\.2800\./
  )
  expect(textsOf('id', paid)).toEqual(textsOf('id', declared))
})

test('titles of payments compare them with the estimate, if there was one, even if either is zero', () => {
  const paid = (amount: number, estimate: number | null) => {
    const payment = makePayment({
      amount,
      isOnRecord: true,
      range: null,
      exDate: '2026-05-28',
      payDate: '2026-05-29'
    })
    const range = estimate === null ? null : { amount: estimate, low: estimate, high: estimate }
    return textsOf('title', feedOf([{ kind: 'payment', payment, estimate: range }]))[1]
  }
  expect(paid(0.3, null)).toBe('MSTY paid $0.3000')
  expect(paid(0.3, 0.30001)).toBe('MSTY paid $0.3000, as estimated')
  expect(paid(0, 0.3)).toBe('MSTY paid $0.0000, 100.0% below the estimate')
  expect(paid(0.3, 0)).toBe('MSTY paid $0.3000, we had estimated no payment')
})

test('changed dates are an entry in addition to the estimate', () => {
  const days: FundNews = {
    kind: 'days',
    payment: makePayment({ exDate: '2026-06-05', payDate: '2026-06-08' }),
    expectedExDate: '2026-06-04',
    since: '2026-05-30'
  }
  const feed = feedOf([days])
  expect(textsOf('title', feed)[1]).toBe('MSTY: ex-date Fri, Jun 5, not Thu, Jun 4')
  expect(textsOf('summary', feed)[0]).toContain('pay date Mon, Jun 8')
})
