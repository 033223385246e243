import type { BattleEntry } from '../../admin-api/contract/rankings.ts'

export function makeBattleEntry(given: Partial<BattleEntry> = {}): BattleEntry {
  return {
    symbol: 'MSTY',
    name: 'YieldMax MSTR Option Income Strategy ETF',
    issuer: 'YieldMax',
    payment_frequency: 52,
    frequency_label: 'Weekly',
    yield_on_cost: 26,
    yield_on_cost_before: 24,
    latest_dividend: 0.3,
    latest_ex_date: '2026-05-28',
    latest_payment_date: '2026-05-29',
    cost_price: 60,
    cost_date: '2025-05-30',
    price: 20,
    price_date: '2026-05-29',
    price_change: -66.67,
    dividends_since: 15,
    total_return: -41.67,
    next_ex_date: '2026-06-04',
    ...given
  }
}
