import type { FleetFunds } from '../../admin-api/contract/fleet-funds.ts'
import type { ComingPayment, FundData } from '../../admin-api/contract/open-data.ts'
import { addDays } from '../../admin-api/market-days/days.ts'
import { packComing, packPayments } from '../../admin-api/returns/fleet-funds.ts'
import { readPayments } from '../../admin-api/returns/growth.ts'

/** A fund's data file with these closes by day and nothing else. */
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
    expense_ratio: null,
    state: 'open',
    state_since: null,
    as_of: Object.keys(closes).at(-1) ?? '2026-07-08',
    estimate: null,
    no_estimate: 'Not enough data.',
    source: 'made up',
    units: '',
    license: '',
    terms: '',
    upcoming: [],
    outlook: [],
    path_errors: null,
    estimate_moves: [],
    payments: [],
    closes: Object.entries(closes).map(([date, close]) => ({ date, close, basis: 'stored' })),
    splits: [],
    return_of_capital: { notices: [], finals: [] },
    reinvestment_needed: null,
    ex_date_rule: {
      closed: 'next',
      announcement_closed: 'next',
      payment_slips: 'stay',
      skips_bank_holidays: false
    },
    past_estimates: [],
    ...fields
  }
}

/** A payment on its ex-date. */
export function makeDataPayment(exDate: string, amount: number): FundData['payments'][number] {
  return {
    ex_date: exDate,
    ex_date_basis: 'source',
    pay_date: exDate,
    pay_date_basis: 'source',
    amount,
    amount_as_paid: amount,
    is_residual: false,
    return_of_capital: null
  }
}

/** Coming payments of a year, each a week after the one before and paid on the day after its ex-date. */
export function makeComing(
  exDate: string,
  { amount, low, high }: { amount: number; low: number; high: number }
): ComingPayment[] {
  return Array.from({ length: 53 }, (_, week): ComingPayment => {
    const day = addDays(exDate, 7 * week)
    return {
      kind: 'regular',
      ex_date: day,
      ex_date_range: null,
      own_by: addDays(day, -1),
      pay_date: addDays(day, 1),
      state: week === 0 ? 'estimated' : 'projected',
      amount,
      low,
      high,
      quantiles: null,
      declared: null,
      dates_confirmed_on: null
    }
  })
}

/** A weekly fund at $20 that pays $0.50, with figures to Wednesday, June 3, 2026. */
export function makeWeeklyFund(): FundData {
  const paid = (exDate: string, pay_date: string) => ({ ...makeDataPayment(exDate, 0.5), pay_date })
  return makeFundData(
    'MSTY',
    { '2026-05-04': 20, '2026-06-03': 20 },
    {
      estimate: {
        amount: 0.5,
        low: 0.4,
        high: 0.6,
        quantiles: null,
        change_chances: null,
        one_offs: null,
        ex_date: '2026-06-04',
        ex_date_range: null,
        own_by: '2026-06-03',
        pay_date: '2026-06-05',
        dates_confirmed_on: null,
        frequency: 52,
        price: 20,
        price_date: '2026-06-03',
        confidence: 0.7
      },
      no_estimate: null,
      upcoming: makeComing('2026-06-04', { amount: 0.5, low: 0.4, high: 0.6 }),
      payments: [paid('2026-05-21', '2026-05-22'), paid('2026-05-28', '2026-05-29')]
    }
  )
}

/** The file of all funds with the facts of these. */
export function makeFleetFunds(funds: readonly FundData[]): FleetFunds {
  return {
    funds: funds.map(({ symbol, former_symbols, name, state, as_of, no_estimate, ...facts }) => ({
      symbol,
      former_symbols,
      name,
      state,
      as_of,
      no_estimate,
      close: facts.closes.at(-1) ?? null,
      splits: facts.splits,
      payments: packPayments(readPayments(facts.payments)),
      upcoming: packComing(facts.upcoming)
    }))
  }
}
