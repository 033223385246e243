import type { FundSummary } from '../contract/funds-page.ts'
import type { EstimateOfFund } from '../estimates/estimates.db.ts'
import type { FundIdentity } from '../funds/funds.db.ts'
import { labelFrequency } from '../market-days/frequency.ts'
import { roundTo } from '../numbers/format-numbers.ts'

/** A fund in a list; all of its estimate is null without one. */
export type ListedFund = FundIdentity &
  Pick<EstimateOfFund, 'amount' | 'low' | 'high' | 'price' | 'frequency' | 'next_ex_date'> & {
    as_of: string | null
  }

export function toFundSummary({
  symbol,
  name,
  issuer,
  state,
  amount,
  frequency,
  next_ex_date,
  as_of
}: ListedFund): FundSummary {
  const isEstimated = amount !== null && frequency !== null && next_ex_date !== null && as_of !== null
  return {
    symbol,
    name,
    issuer,
    state,
    estimate: isEstimated
      ? {
          dividend: roundTo(4, amount),
          frequencyLabel: labelFrequency(frequency),
          nextExDate: next_ex_date,
          asOf: as_of
        }
      : null
  }
}
