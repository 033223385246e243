import type { DividendHistory, PaymentItem, StockResult } from '../../admin-api/contract/stock.ts'

/** The estimate of MSTY as of May 29, 2026. */
export function makeStock(given: Partial<StockResult> = {}): StockResult {
  return {
    symbol: 'MSTY',
    etf_name: 'YieldMax MSTR Option Income Strategy ETF',
    issuer: 'YieldMax',
    dividend: 0.3,
    low: 0.25,
    high: 0.37,
    quantiles: [0.24, 0.25, 0.28, 0.3, 0.33, 0.37, 0.4],
    change_chances: { cut: 0.2, same: 0.5, raise: 0.3 },
    one_offs: null,
    latest_dividend: 0.2979,
    latest_ex_date: '2026-05-28',
    average_dividend: 0.3826,
    annualized_yield: 70,
    implied_volatility: 54.47,
    implied_volatility_source: 'realised',
    price: 22.29,
    price_date: '2026-05-29',
    outlook: [],
    k_factor: 1.3109,
    weight: 0.6208,
    payment_frequency: 52,
    frequency_label: 'Weekly',
    next_ex_date: '2026-06-04',
    next_pay_date: '2026-06-05',
    ex_date_range: null,
    own_by: '2026-06-03',
    following_own_by: '2026-06-10',
    dates_confirmed_on: null,
    declared: null,
    as_of: '2026-05-29',
    reasons: ['It last paid $0.2979.'],
    data_source: 'Public records to May 29, 2026',
    renamed_from: null,
    ...given
  }
}

/** Weekly payments of these amounts, newest first, the newest paid on Friday, May 29, 2026. */
export function makeHistory(amounts: readonly number[], given: Partial<PaymentItem> = {}): DividendHistory {
  const newest = Date.parse('2026-05-29T00:00:00Z')
  const dividend_history = amounts.map((amount, weeksAgo) => {
    const day = (ms: number) => new Date(ms).toISOString().slice(0, 10)
    const paid = newest - weeksAgo * 7 * 86_400_000
    return {
      payment_date: day(paid).split('-').reverse().join('/'),
      ex_date: day(paid - 86_400_000),
      amount,
      amount_as_paid: amount,
      frequency_label: 'Weekly',
      is_residual: false,
      kind: 'paid' as const,
      ...given
    }
  })
  const drawn = amounts.slice(0, 18)
  const average = drawn.length === 0 ? 0 : drawn.reduce((sum, amount) => sum + amount, 0) / drawn.length
  return { dividend_history, statistics: { average } }
}
