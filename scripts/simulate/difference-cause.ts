import { priceDayOf } from '../../admin-api/domain/schedule/price-day.ts'
import type { FundHistory } from '../../admin-api/domain/types.ts'
import { type EstimateResult, estimateFunds } from '../../admin-api/estimator/estimator.ts'
import { keyOf, type Observed } from './observer.ts'

/** Why an estimate that was frozen live is not what the replay says of its payment. */
export type Cause =
  | 'expected on another day'
  | 'made of older closes'
  | 'made before payments were stored'
  | 'for no known cause'

export type LiveEstimate = {
  symbol: string
  ex_date: string
  paid_ex_date: string
  as_of: string
  made_at: string
  amount: number
  actual: number
}

/** Closes of a cheap share and estimates have four decimals. */
const equalShare = 0.001
const equalDollars = 0.0001

/** Whether two estimates, as shares of what was paid, differ by no more than rounding does. */
export function isEqual(a: number, b: number, paid: number): boolean {
  const off = Math.abs(a - b)
  return off < equalShare || off * paid <= equalDollars
}

/** Answers what the estimator says of each fund from what was stored when the live estimate was made. */
export type Repeat = (live: Pick<LiveEstimate, 'made_at' | 'as_of'>) => readonly EstimateResult[]

export function createRepeat(funds: readonly FundHistory[], { isKnownAt }: Observed): Repeat {
  const known = new Map<string, readonly EstimateResult[]>()
  return ({ made_at, as_of }) => {
    const key = `${made_at} ${as_of}`
    const found = known.get(key)
    if (found !== undefined) return found
    const results = estimateFunds(
      funds.map((fund) => ({
        ...fund,
        payments: fund.payments.filter(({ exDate }) =>
          isKnownAt(keyOf({ symbol: fund.symbol, exDate }), made_at)
        )
      })),
      as_of
    )
    known.set(key, results)
    return results
  }
}

/**
 * An estimate that comes out the same from what was stored when it was made differs from the replay by what was known
 * and by nothing else; then the cause is what it lacked.
 * @param paid what the payment was on the share basis of the repeated estimate
 */
export function findCause(live: LiveEstimate, paid: number, repeat: Repeat): Cause {
  const again = repeat(live).find(({ symbol }) => symbol === live.symbol)
  const isSame =
    again?.status === 'estimated' &&
    again.nextExDate === live.ex_date &&
    isEqual(again.amount / paid, live.amount / live.actual, live.actual)
  if (!isSame) return 'for no known cause'
  if (live.ex_date !== live.paid_ex_date) return 'expected on another day'
  return live.as_of < priceDayOf(live.paid_ex_date)
    ? 'made of older closes'
    : 'made before payments were stored'
}
