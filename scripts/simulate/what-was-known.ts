import { priceDayOf } from '../../admin-api/market-days/price-day.ts'
import type { FundHistory } from '../../admin-api/market-days/types.ts'
import { type EstimateResult, estimateFunds } from '../../admin-api/estimator/estimator.ts'
import { keyOf, type Observed } from './observer.ts'
import type { Source } from './source.ts'

/** What an estimate that was frozen live did not know of all that the replay of its payment knows. */
export type Lack =
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

/** A family whose estimates rest on another's payments too: portfolio funds hold the single-stock funds. */
const holdingsOf: Readonly<Record<string, string>> = { 'yieldmax-portfolio': 'yieldmax-single' }

/** Whether two estimates, as shares of what was paid, differ by no more than rounding does. */
export function isEqual(a: number, b: number, paid: number): boolean {
  const off = Math.abs(a - b)
  return off < equalShare || off * paid <= equalDollars
}

/** Repeats live estimates from what was stored when they were made, and says what they lacked. */
export function createRepeat(
  funds: readonly FundHistory[],
  { payments }: Pick<Source, 'payments'>,
  { isKnownAt, waitingDaysAt }: Pick<Observed, 'isKnownAt' | 'waitingDaysAt'>
) {
  const familyOf = new Map<string, string>(funds.map(({ symbol, family }) => [symbol, family]))
  const estimated = new Map<string, ReadonlyMap<string, EstimateResult>>()

  function estimateAgain({ made_at, as_of }: LiveEstimate): ReadonlyMap<string, EstimateResult> {
    const key = `${made_at} ${as_of}`
    const found = estimated.get(key)
    if (found !== undefined) return found
    const waitingDays = waitingDaysAt(made_at)
    const known = funds.map((fund) => ({
      ...fund,
      payments: fund.payments.filter(({ exDate }) =>
        isKnownAt(keyOf({ symbol: fund.symbol, exDate }), made_at)
      ),
      waitingDays: waitingDays.get(fund.symbol) ?? []
    }))
    const results = new Map(estimateFunds(known, as_of).map((result) => [result.symbol, result]))
    estimated.set(key, results)
    return results
  }

  function findLack(live: LiveEstimate): Lack | null {
    const { family, ex_date, paid_ex_date, as_of, made_at } = live
    const cutoff = priceDayOf(paid_ex_date)
    if (ex_date !== paid_ex_date) return 'expected on another day'
    if (as_of < cutoff) return 'made of older closes'
    const lacking = payments.filter((payment) => {
      const other = familyOf.get(payment.symbol)
      const isUsed = other === family || other === holdingsOf[family]
      return isUsed && payment.exDate <= cutoff && !isKnownAt(keyOf(payment), made_at)
    })
    if (lacking.length === 0) return null
    return lacking.some(({ shownOn }) => shownOn <= as_of)
      ? 'made while payments were held back'
      : 'made before the source reported payments'
  }

  /**
   * `isOfKnown` where the estimate comes out the same from what was stored then: what it lacked is then all that
   * parts it from the replay.
   * @param paid what the payment was on today's share basis
   */
  return (live: LiveEstimate, paid: number): { isOfKnown: boolean; lack: Lack | null } => {
    const again = estimateAgain(live).get(live.symbol)
    const isOfKnown =
      again?.status === 'estimated' &&
      again.nextExDate === live.ex_date &&
      isEqual(again.amount / paid, live.amount / live.actual, live.actual)
    return { isOfKnown, lack: findLack(live) }
  }
}
