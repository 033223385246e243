import type { ComingFacts } from '../estimates/coming-payments.ts'
import { toEstimateRow } from '../estimates/estimate-row.ts'
import type { FundWithPayments } from '../estimates/estimates.db.ts'
import type { Projection } from '../estimates/outlooks.ts'
import { addDays } from '../market-days/days.ts'
import type { Payment } from '../market-days/types.ts'
import { traitsOfFamily } from './make-history.ts'

export const weeklyPayments: readonly Payment[] = ['04-30', '05-07', '05-14', '05-21', '05-28'].map((day) => {
  return { exDate: `2026-${day}`, payDate: addDays(`2026-${day}`, 1), amount: 0.3 }
})

/** A quarter of a percent of a price of $18 a day, a total return of 5 % a year, and errors that are the same at all leads. */
const steadyPace: Projection = {
  asOf: '2026-05-29',
  pace: { dailyRate: 0.0025, factor: 1, yearlyReturn: 0.05, price: 18 },
  factors: Array.from({ length: 16 }, () => [0.5, 0.6, 0.8, 1, 1.2, 1.4, 1.5])
}

/** MSTY: ex on Thursdays, paid on Fridays, estimated on May 29, 2026 for June 4. */
export function makePayingFund(
  fields: Partial<FundWithPayments & ComingFacts> = {}
): FundWithPayments & ComingFacts {
  const provenance = {
    source_name: 'Test figures',
    history_digest: '',
    method_version: '7',
    made_at: '2026-06-01T12:00:00.000Z'
  }
  const result = { status: 'inactive', symbol: 'MSTY', asOf: '2026-05-29', message: '' } as const
  return {
    ...toEstimateRow(result, provenance),
    name: 'YieldMax MSTR Option Income Strategy ETF',
    issuer: 'YieldMax',
    family: 'yieldmax-single',
    underlying: 'MSTR',
    traits: traitsOfFamily('yieldmax-single'),
    state: 'open',
    state_since: null,
    inception: '2024-02-21',
    expense_ratio: 0.99,
    expense_as_of: '2025-02-28',
    expense_source: 'SEC prospectus data',
    expense_caution: null,
    payments: weeklyPayments,
    announced: [],
    projection: steadyPace,
    sums: [],
    status: 'estimated',
    frequency: 52,
    amount: 0.31826,
    q05: 0.2,
    low: 0.25,
    q25: 0.28,
    q75: 0.35,
    high: 0.4,
    q95: 0.45,
    next_ex_date: '2026-06-04',
    next_pay_date: '2026-06-05',
    ...fields
  }
}
