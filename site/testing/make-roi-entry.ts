import type { RoiEntry } from '../../admin-api/contract/rankings.ts'

export function makeRoiEntry(given: Partial<RoiEntry> = {}): RoiEntry {
  return {
    symbol: 'MSTY',
    name: 'YieldMax MSTR Option Income Strategy ETF',
    issuer: 'YieldMax',
    declaration_date_price: 30,
    declaration_date: '2026-05-26',
    earliest_price: 40,
    earliest_date: '2024-02-22',
    total_dividends: 16,
    price_change: -25,
    total_roi: 15,
    is_price_recent: true,
    as_of: '2026-05-29',
    ...given
  }
}
