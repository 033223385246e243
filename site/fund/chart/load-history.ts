import type { FundData } from '../../../admin-api/contract/open-data.ts'
import { labelFrequency, pastFrequencies } from '../../../admin-api/market-days/frequency.ts'
import { call } from '../../lib/call.ts'
import { type ChartPoint, withTurns } from './chart-points.ts'

/** All payments of a fund with what is known about each, oldest first; null if its data can't be loaded. */
export async function loadHistory(symbol: string, newestPayDate: string): Promise<ChartPoint[] | null> {
  const data = await call('GET /data/:ticker.json', { ticker: symbol.toLowerCase() })
  return data.ok ? allPoints(data.value, newestPayDate) : null
}

/** @param newestPayDate of the payment that the chart of the page ends with */
export function allPoints(
  { payments, past_estimates: estimates, splits }: Pick<FundData, 'payments' | 'past_estimates' | 'splits'>,
  newestPayDate: string
): ChartPoint[] {
  const paid = payments.filter(({ pay_date }) => pay_date <= newestPayDate)
  const frequencies = pastFrequencies(paid.map(({ ex_date }) => ex_date))
  const estimateOf = new Map(estimates.map((estimate) => [estimate.ex_date, estimate]))
  const points = paid.map((payment, i) => {
    const { ex_date: exDate, pay_date: payDate, amount, amount_as_paid: asPaid } = payment
    const before = paid[i - 1]?.ex_date
    const split = splits.find(
      ({ date }) => date !== null && date <= exDate && before !== undefined && date > before
    )
    const estimate = estimateOf.get(exDate)
    return {
      payDate,
      amount,
      frequency: labelFrequency(frequencies[i] ?? 12).toLowerCase(),
      ...(asPaid !== amount && { asPaid }),
      ...(split && { split: nameOfSplit(split) }),
      ...(estimate && { range: [estimate.low, estimate.high, estimate.amount] as const }),
      details: { exDate, errorPercent: estimate?.error_percent ?? null }
    }
  })
  return withTurns(points.toSorted((a, b) => a.payDate.localeCompare(b.payDate)))
}

/** '2-for-1 split', '1-for-10 reverse split' */
function nameOfSplit({ old_shares: before, new_shares: after }: FundData['splits'][number]): string {
  return `${after}-for-${before} ${after < before ? 'reverse split' : 'split'}`
}
