import type { FundData } from '../../admin-api/contract/open-data.ts'

/** A fund's data file with these closes by day; nothing else is known of it. */
export function makeFundData(
  symbol: string,
  closes: Record<string, number>,
  fields: Partial<FundData> = {}
): FundData {
  return {
    symbol,
    former_symbols: [],
    name: `${symbol} Option Income Strategy ETF`,
    issuer: 'YieldMax',
    family: 'yieldmax-single',
    underlying: null,
    state: 'open',
    state_since: null,
    as_of: Object.keys(closes).at(-1) ?? '2026-07-08',
    estimate: null,
    no_estimate: 'Not enough data.',
    source: 'made up',
    units: '',
    terms: '',
    payments: [],
    closes: Object.entries(closes).map(([date, close]) => ({ date, close, basis: 'stored' })),
    splits: [],
    past_estimates: [],
    ...fields
  }
}

/** Paid on its ex-date. */
export function makeDataPayment(exDate: string, amount: number): FundData['payments'][number] {
  return {
    ex_date: exDate,
    ex_date_basis: 'source',
    pay_date: exDate,
    pay_date_basis: 'source',
    amount,
    amount_as_paid: amount,
    is_residual: false
  }
}
