import type { CloseCount, CloseCounts } from '../contract/record.ts'
import type { IsoDay } from '../market-days/types.ts'
import { errorPercent, isClose } from '../numbers/forecast-errors.ts'
import type { CountedPayment } from './counted-payments.ts'
import { ratioToFrozen } from './record-entry.ts'

/** A payment with what we and the rule 'the last amount again' expected. */
type ComparedPayment = { exDate: IsoDay; isClose: boolean; isLastAmountClose: boolean }

/** A year with fewer payments, or with a smaller share of the newest ones, is not called bad. */
const leastOfYear = { payments: 10, share: 0.05 }

/** Scored estimates of payments that follow another regular one, oldest first. */
export function comparePayments(
  scored: readonly { symbol: string; exDate: IsoDay; actual: number; errorPercent: number }[],
  paymentOf: (symbol: string, exDate: IsoDay) => Pick<CountedPayment, 'amount' | 'lastAmount'> | undefined
): ComparedPayment[] {
  return scored.flatMap((estimate) => {
    const payment = paymentOf(estimate.symbol, estimate.exDate)
    if (payment === undefined) return []
    const { exDate, actual } = estimate
    // On the share basis of the estimate, as the hub publishes it.
    const lastAmount = payment.lastAmount * ratioToFrozen(actual, payment.amount)
    return {
      exDate,
      isClose: isClose(estimate.errorPercent),
      isLastAmountClose: isClose(errorPercent(lastAmount, actual))
    }
  })
}

/** Counts of the newest payments, and of the calendar year with the smallest share of close estimates; null without any. */
export function countClose(
  payments: readonly ComparedPayment[],
  isNewest: (payment: ComparedPayment, index: number) => boolean
): CloseCounts | null {
  const newest = payments.filter(isNewest)
  if (newest.length === 0) return null
  const least = Math.max(leastOfYear.payments, leastOfYear.share * newest.length)
  const years = [...Map.groupBy(payments, ({ exDate }) => exDate.slice(0, 4))]
    .filter(([, ofYear]) => ofYear.length >= least)
    .map(([year, ofYear]) => ({ year, ...count(ofYear) }))
  const [worst] = years.toSorted((a, b) => a.close / a.n - b.close / b.n)
  return { newest: count(newest), worst: worst ?? null }
}

function count(payments: readonly ComparedPayment[]): CloseCount {
  return {
    n: payments.length,
    close: payments.filter((payment) => payment.isClose).length,
    lastAmount: payments.filter((payment) => payment.isLastAmountClose).length
  }
}
