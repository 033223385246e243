import { expect, test } from 'vitest'
import type { FundPage } from '../../admin-api/contract/pages.ts'
import { fundIntro } from './fund-intro.ts'

function makePage(frequencyLabel: string | null, status: 'inactive' | 'not-enough-data'): FundPage {
  return {
    kind: 'fund',
    symbol: 'ABCD',
    name: 'A Fund',
    issuer: 'Roundhill',
    asOf: '2026-05-29',
    outcome: { status, message: '' },
    frequencyLabel,
    history: { dividend_history: [], statistics: { average: 0 } },
    related: []
  }
}

test('a fund that stopped is said to have stopped, whatever its rhythm was', () => {
  expect(fundIntro(makePage(null, 'inactive'))).toMatch(/^A Fund \(ABCD\) has stopped paying its holders\./)
})

test('a fund that pays but cannot be estimated is not said to have stopped', () => {
  expect(fundIntro(makePage('Weekly', 'not-enough-data'))).toMatch(
    /^A Fund \(ABCD\) pays its holders every week\./
  )
})
