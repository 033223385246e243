import { expect, test } from 'vitest'
import type { FundPage } from '../../admin-api/pages/funds.pages.ts'
import { makeHistory, makeStock } from '../testing/make-stock.ts'
import { fundDescription, fundIntro, fundJsonLd } from './fund-metadata.ts'

const page: FundPage = {
  kind: 'fund',
  symbol: 'MSTY',
  name: 'A Fund',
  family: null,
  assets: null,
  issuer: 'YieldMax',
  asOf: '2026-05-29',
  outcome: { status: 'estimated', stock: makeStock({ dividend: 0.3 }) },
  frequencyLabel: 'Weekly',
  history: makeHistory([0.3]),
  returns: { closes: [], payments: [], splits: [], paymentsAYear: null, underlying: null, rank: null },
  quarantined: [],
  expectedAndPaid: [],
  returnOfCapital: { notices: [], finals: [] },
  notices: [],
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

test('the intro of a fund that stopped paying says so, whatever its frequency was', () => {
  expect(fundIntro(makePage(null, 'inactive'))).toMatch(/^A Fund \(MSTY\) has stopped paying distributions\./)
})

test("the intro of a paying fund without an estimate doesn't say that it stopped", () => {
  expect(fundIntro(makePage('Weekly', 'not-enough-data'))).toMatch(
    /^A Fund \(MSTY\) pays its holders every week\./
  )
})
