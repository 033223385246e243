import type { ReturnFacts } from '../../../admin-api/contract/fund-returns.ts'
import type { FundData } from '../../../admin-api/contract/open-data.ts'

/** The facts of a page, read from the data file of its fund. */
export function factsFromData({ closes, payments, splits, estimate }: FundData): ReturnFacts {
  return {
    closes: closes.map(({ date, close }) => ({ date, close })),
    payments: payments.map((payment) => ({
      exDate: payment.ex_date,
      payDate: payment.pay_date,
      amount: payment.amount,
      isResidual: payment.is_residual
    })),
    splits: splits.map(({ date, old_shares, new_shares }) => ({
      date,
      oldShares: old_shares,
      newShares: new_shares
    })),
    paymentsAYear: estimate?.frequency ?? null
  }
}
