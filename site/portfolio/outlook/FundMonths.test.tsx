import { render, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { FundData } from '../../../admin-api/contract/open-data.ts'
import { addDays } from '../../../admin-api/market-days/days.ts'
import { makeComing, makeWeeklyFund } from '../../testing/make-fund-data.ts'
import { calculatePortfolio } from '../calculate-portfolio.ts'
import { toHeldFund } from '../funds/held-fund.ts'
import { FundMonthsCard } from './FundMonths.tsx'

test('the range of a month is that of its total, payments that weren’t confirmed included', () => {
  // Twelve payments of 0.9 to 1.1 times their estimates.
  const past_estimates = Array.from({ length: 12 }, (_, week): FundData['past_estimates'][number] => ({
    ex_date: addDays('2026-02-05', 7 * week),
    origin: 'replayed',
    as_of: addDays('2026-02-04', 7 * week),
    amount: 0.5,
    low: 0.4,
    high: 0.6,
    quantiles: null,
    actual: 0.45 + 0.1 * (week % 2),
    error_percent: 10,
    in_range: true
  }))
  // Estimated from May 7 on, and nothing was collected since: four payments of May are past and not confirmed.
  const upcoming = makeComing('2026-05-07', { amount: 0.5, low: 0.4, high: 0.6 })
  const fund = toHeldFund({
    ...makeWeeklyFund(),
    payments: [],
    as_of: '2026-05-06',
    past_estimates,
    upcoming
  })
  const bought = { id: 'a', account: '', symbol: 'MSTY', date: '2026-05-04', price: 22, fee: 0 } as const
  const figures = calculatePortfolio(
    [{ ...bought, type: 'buy', shares: 100 }],
    new Map([['MSTY', fund]]),
    '2026-05-28'
  )
  render(<FundMonthsCard figures={figures} />)
  const months = within(screen.getByRole('region', { name: 'Payments by month in 2026' }))
  const may = (name: RegExp) => {
    const text = months.getByRole('row', { name }).textContent ?? ''
    return Number(/\$([\d,.]+)/.exec(text)?.[1])
  }
  expect(may(/^All funds/)).toBe(200)
  expect(may(/^80% range, low/)).toBeGreaterThan(160)
  expect(may(/^80% range, low/)).toBeLessThanOrEqual(200)
  expect(may(/^80% range, high/)).toBeGreaterThanOrEqual(200)
})
