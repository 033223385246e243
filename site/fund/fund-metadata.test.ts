import { expect, test } from 'vitest'
import type { FundPage } from '../../admin-api/contract/pages.ts'
import { makeHistory, makeStock } from '../testing/make-stock.ts'
import { fundDescription } from './fund-metadata.ts'

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
  returns: { closes: [], payments: [], splits: [], paymentsAYear: null, rank: null },
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
