import { expect, test } from 'vitest'
import type { FundPage } from '../../admin-api/pages/funds.pages.ts'
import { makeHistory, makeStock } from '../testing/make-stock.ts'
import { fundDescription, fundIntro, fundJsonLd } from './fund-metadata.ts'

const page: FundPage = {
  kind: 'fund',
  symbol: 'MSTY',
  name: 'A Fund',
  family: null,
  issuer: 'YieldMax',
  asOf: '2026-05-29',
  outcome: { status: 'estimated', stock: makeStock({ dividend: 0.3 }) },
  frequencyLabel: 'Weekly',
  history: makeHistory([0.3]),
  returns: { closes: [], payments: [], splits: [], paymentsAYear: null, underlying: null, rank: null },
  quarantined: [],
  expectedAndPaid: [],
  returnOfCapital: { notices: [], finals: [] },
  paymentSources: {},
  volatility: null,
  newestWeek: null,
  related: []
}

test('a past ex-date is never called the next one in search results', () => {
  expect(fundDescription(page, '2026-06-04')).toMatch(
    /^MSTY's next distribution is estimated at \$0\.3000 a share, ex-date June 4, 2026, as of May 29, 2026\./
  )
  expect(fundDescription(page, '2026-06-05')).toMatch(
    /^MSTY's distribution expected to go ex on June 4, 2026 was estimated at \$0\.3000 a share, as of May 29, 2026\./
  )
})

test('structured data of payments names its license and files', () => {
  const site = { url: 'https://doubloon.test', socialUrl: '', supportUrl: '', contactEmail: '' }
  expect(fundJsonLd(page, site, '2026-06-04').at(-1)).toMatchObject({
    '@type': 'Dataset',
    license: 'https://creativecommons.org/licenses/by/4.0/',
    distribution: [
      { encodingFormat: 'text/csv', contentUrl: 'https://doubloon.test/data/msty-payments.csv' },
      { encodingFormat: 'application/json', contentUrl: 'https://doubloon.test/data/msty.json' }
    ]
  })
})

function makePage(frequencyLabel: string | null, status: 'inactive' | 'not-enough-data'): FundPage {
  return { ...page, frequencyLabel, outcome: { status, message: '' } }
}

const today = '2026-06-01'

test('the intro of a fund that stopped paying says so, whatever its frequency was', () => {
  expect(fundIntro(makePage(null, 'inactive'), today)).toMatch(
    /^A Fund \(MSTY\) has stopped paying distributions\./
  )
})

test("the intro of a paying fund without an estimate doesn't say that it stopped", () => {
  expect(fundIntro(makePage('Weekly', 'not-enough-data'), today)).toMatch(
    /^A Fund \(MSTY\) pays its holders every week\./
  )
})

test('a payment is called the next one until its ex-date has passed', () => {
  expect(fundIntro(page, '2026-06-04')).toContain(
    'Here is our estimate of the next payment, its likely range'
  )
  expect(fundIntro(page, '2026-06-05')).toContain(
    'Here is our estimate of May 29, 2026 for the payment expected on June 4, 2026, its likely range'
  )
})
