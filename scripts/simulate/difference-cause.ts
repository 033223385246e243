import { priceDayOf } from '../../admin-api/domain/schedule/price-day.ts'
import type { FundHistory } from '../../admin-api/domain/types.ts'
import { type EstimateResult, estimateFunds } from '../../admin-api/estimator/estimator.ts'
import { keyOf, type Observed } from './observer.ts'
import type { Source } from './source.ts'

/** Why an estimate that was frozen live is not what the replay says of its payment, by what was known when it was made. */
export type Cause =
  | 'expected on another day'
  | 'made of older closes'
  | 'made while payments were held back'
  | 'made before the source reported payments'

type LiveEstimate = {
  symbol: string
  family: string
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

/** Repeats live estimates from what was stored when they were made, and says why they are not what the replay is. */
export function createFindCause(
  funds: readonly FundHistory[],
  { payments }: Pick<Source, 'payments'>,
  { isKnownAt }: Observed
) {
  const familyOf = new Map(funds.map(({ symbol, family }) => [symbol, family]))
  const repeated = new Map<string, readonly EstimateResult[]>()

  function repeat({ made_at, as_of }: LiveEstimate): readonly EstimateResult[] {
    const key = `${made_at} ${as_of}`
    const found = repeated.get(key)
    if (found !== undefined) return found
    const isKnown = (symbol: string, exDate: string) => isKnownAt(keyOf({ symbol, exDate }), made_at)
    const results = estimateFunds(
      funds.map((fund) => ({
        ...fund,
        payments: fund.payments.filter(({ exDate }) => isKnown(fund.symbol, exDate))
      })),
      as_of
    )
    repeated.set(key, results)
    return results
  }

  /** Whether a payment of its family had been reported by then that was not stored. */
  function hadHeldBack({ family, as_of, made_at }: LiveEstimate): boolean {
    return payments.some(
      (payment) =>
        payment.shownOn <= as_of &&
        familyOf.get(payment.symbol) === family &&
        !isKnownAt(keyOf(payment), made_at)
    )
  }

  /**
   * An estimate that comes out the same from what was stored then differs from the replay by what was known and by
   * nothing else; the cause is what it lacked. Null where it does not.
   * @param paid what the payment was on today's share basis
   */
  return (live: LiveEstimate, paid: number): Cause | null => {
    const again = repeat(live).find(({ symbol }) => symbol === live.symbol)
    const isSame =
      again?.status === 'estimated' &&
      again.nextExDate === live.ex_date &&
      isEqual(again.amount / paid, live.amount / live.actual, live.actual)
    if (!isSame) return null
    if (live.ex_date !== live.paid_ex_date) return 'expected on another day'
    if (live.as_of < priceDayOf(live.paid_ex_date)) return 'made of older closes'
    return hadHeldBack(live)
      ? 'made while payments were held back'
      : 'made before the source reported payments'
  }
}
