import { expect, test } from 'vitest'
import type { FundPage } from '../../admin-api/contract/pages.ts'
import { makeStock } from '../testing/make-stock.ts'
import { fundIntro } from './fund-metadata.ts'

function makePage(frequencyLabel: string | null, status: 'inactive' | 'not-enough-data'): FundPage {
  return {
    kind: 'fund',
    symbol: 'ABCD',
    name: 'A Fund',
    family: null,
    issuer: 'Roundhill',
    asOf: '2026-05-29',
    outcome: { status, message: '' },
    frequencyLabel,
    history: { dividend_history: [], statistics: { average: 0 } },
    returns: { closes: [], payments: [], splits: [], paymentsAYear: null, rank: null },
    quarantined: [],
    expectedAndPaid: [],
    returnOfCapital: { notices: [], finals: [] },
    paymentSources: {},
    volatility: null,
    newestWeek: null,
    related: []
  }
}

const today = '2026-06-01'

test('the intro of a fund that stopped paying says so, whatever its frequency was', () => {
  expect(fundIntro(makePage(null, 'inactive'), today)).toMatch(
    /^A Fund \(ABCD\) has stopped paying distributions\./
  )
})

test("the intro of a paying fund without an estimate doesn't say that it stopped", () => {
  expect(fundIntro(makePage('Weekly', 'not-enough-data'), today)).toMatch(
    /^A Fund \(ABCD\) pays its holders every week\./
  )
})

test('a payment is called the next one until its ex-date has passed', () => {
  const page: FundPage = {
    ...makePage('Weekly', 'inactive'),
    outcome: { status: 'estimated', stock: makeStock() }
  }
  expect(fundIntro(page, '2026-06-04')).toContain(
    'Here is our estimate of the next payment, its likely range'
  )
  expect(fundIntro(page, '2026-06-05')).toContain(
    'Here is our estimate of May 29, 2026 for the payment expected on June 4, 2026, its likely range'
  )
})
