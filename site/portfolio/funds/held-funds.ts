import { type FundData, readFundData, readFundsData } from '../../../admin-api/contract/open-data.ts'
import type { HeldFund } from '../positions/held-fund.ts'
import { pastRatiosOf } from '../positions/past-ratios.ts'
import { call } from '../../lib/call.ts'
import { createQuery } from '../../lib/query.ts'

const freshMs = 10 * 60_000

/** The published file of a fund, by its symbol in capitals. */
export const heldFundQuery = createQuery<HeldFund>(
  async (symbol, signal) => {
    const answer = await call(readFundData, { ticker: symbol.toLowerCase() }, { signal })
    return answer.ok ? { ok: true, value: toHeldFund(answer.value) } : answer
  },
  { freshMs, retries: 1 }
)

/** From every symbol, former ones too, to that of today. */
export const symbolsQuery = createQuery<ReadonlyMap<string, string>>(
  async (_key, signal) => {
    const answer = await call(readFundsData, {}, { signal })
    if (!answer.ok) return answer
    const pairs = answer.value.funds.flatMap(({ symbol, former_symbols }) =>
      [symbol, ...former_symbols].map((name) => [name, symbol] as const)
    )
    return { ok: true, value: new Map(pairs) }
  },
  { freshMs, retries: 1 }
)

function toHeldFund(data: FundData): HeldFund {
  const { symbol, name, family, state, estimate, closes } = data
  return {
    ...{ symbol, name, family, state, closes },
    asOf: data.as_of,
    estimate: estimate && {
      amount: estimate.amount,
      low: estimate.low,
      high: estimate.high,
      exDate: estimate.ex_date,
      payDate: estimate.pay_date,
      frequency: toFrequency(estimate.frequency)
    },
    noEstimate: data.no_estimate,
    payments: data.payments.map((payment) => ({
      exDate: payment.ex_date,
      payDate: payment.pay_date,
      amount: payment.amount,
      isResidual: payment.is_residual
    })),
    splits: data.splits.map(({ date, old_shares, new_shares }) => ({
      date,
      oldShares: old_shares,
      newShares: new_shares
    })),
    pastRatios: pastRatiosOf(data.past_estimates)
  }
}

function toFrequency(paymentsAYear: number): NonNullable<HeldFund['estimate']>['frequency'] {
  return paymentsAYear === 52 || paymentsAYear === 13 ? paymentsAYear : 12
}
