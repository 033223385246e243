import type { HistoryRecord } from '../../admin-api/contract/admin-history.ts'

export function makeHistoryRecord(given: Partial<HistoryRecord> = {}): HistoryRecord {
  return {
    ticker: 'ABNY',
    payment_date: '2026-05-29',
    ex_date: '2026-05-28',
    actual_dividend: 0.1016,
    estimated_dividend: 0.1087,
    estimate_origin: 'replayed',
    frequency: 'WEEKLY',
    implied_volatility: 0.3215,
    current_price: 8.74,
    average_dividend: 0.1042,
    accuracy_score: 0.9301,
    collection_date: null,
    ...given
  }
}
