import { expect, test } from 'vitest'
import type { FundPage } from '../../admin-api/contract/fund-page.ts'
import { makeHistory, makeStock } from '../testing/make-stock.ts'
import { assetSentences, fundDescription, fundIntro, fundJsonLd } from './fund-metadata.ts'

const page: FundPage = {
  kind: 'fund',
  symbol: 'MSTY',
  name: 'A Fund',
  family: null,
  inception: null,
  expenseRatio: null,
  assets: null,
  issuer: 'YieldMax',
  asOf: '2026-05-29',
  outcome: { status: 'estimated', stock: makeStock({ dividend: 0.3 }) },
  frequencyLabel: 'Weekly',
  incomePath: [],
  history: makeHistory([0.3]),
  returns: { closes: [], payments: [], splits: [], paymentsAYear: null, underlying: null, rank: null },
  inReview: [],
  close: null,
  expectedAndPaid: [],
  checkPath: null,
  moves: [],
  noticeErrorPoints: null,
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

const assets = {
  day: '2026-08-28',
  netAssets: 148_357_191.93,
  sharesOutstanding: 2_700_000,
  source: 'Roundhill',
  change: { from: '2026-06-01', total: -0.41, flows: -0.35 }
}
const state =
  'At the open on August 28, 2026, MSTY had $148.4 million in net assets: 2,700,000 shares worth $54.95 each.'

test('assets, flows and performance are sentences, and nothing stored is none', () => {
  expect(assetSentences(page)).toEqual([])
  expect(assetSentences({ ...page, assets: { ...assets, change: null } })).toEqual([state])
  expect(assetSentences({ ...page, assets })).toEqual([
    state,
    'Since June 1, 2026 net assets fell 41.0%: −35.0% from outflows, −6.0% from the share value, which distributions reduce.'
  ])
  const grown = { from: '2026-06-01', total: 0.1, flows: 0.125 }
  expect(assetSentences({ ...page, assets: { ...assets, change: grown } })[1]).toBe(
    'Since June 1, 2026 net assets rose 10.0%: +12.5% from inflows, −2.5% from the share value, which distributions reduce.'
  )
  const unknown = { from: '2026-06-01', total: -0.41, flows: null }
  expect(assetSentences({ ...page, assets: { ...assets, change: unknown } })[1]).toBe(
    'Since June 1, 2026 net assets fell 41.0%.'
  )
})
