import type { FundRow } from '../../admin-api/contract/fund-page.ts'

/** A row of the table of all funds: a weekly fund of YieldMax with an estimate. */
export function makeFundRow(changes: Partial<FundRow> = {}): FundRow {
  const row: FundRow = {
    symbol: 'TSLY',
    name: 'YieldMax TSLA Option Income Strategy ETF',
    expenseRatio: null,
    asOf: '2026-07-08',
    issuer: 'YieldMax',
    status: 'estimated',
    estimate: { dividend: 0.25, frequencyLabel: 'Weekly', nextExDate: '2026-07-16', asOf: '2026-07-08' },
    underlying: { ticker: 'TSLA', name: 'Tesla' },
    message: null,
    figures: {
      low: 0.2,
      high: 0.32,
      widthPercent: 48,
      yieldPercent: 60.5,
      confidence: 0.5,
      yearPer1000: { amount: 612.5, low: 480, high: 790 },
      chances: { cut: 0.2, same: 0.65, raise: 0.15 }
    },
    returns: {
      threeMonths: 4.5,
      twelveMonths: -12.25,
      sinceFirst: 30,
      maxDrawdown: -45.5,
      reinvestmentNeeded: null,
      from: '2022-11-23',
      to: '2026-07-08'
    },
    returnOfCapital: null,
    typicalErrorPercent: 12
  }
  return Object.assign(row, changes)
}
