import { median } from '../../numbers/averages.ts'
import { daysBetween } from '../../market-days/days.ts'
import type { PaymentFeatures } from '../payment-features.ts'

/** Only funds count that went ex at most so many days before the cutoff; an older move is no news. */
const newestDays = 10
const fewestFunds = 3

/** How the yields of so many funds of a family moved from their payment before to their latest. */
type FamilyMove = { funds: number; logMove: number }

/**
 * The median log change of yield (amount / price two sessions before its ex-date) a day between the two latest
 * regular payments of the other funds of the family; undefined where fewer than three of them have just paid.
 */
export function readFamilyMove({
  symbol,
  family,
  cutoff,
  funds
}: Pick<PaymentFeatures, 'symbol' | 'family' | 'cutoff' | 'funds'>): FamilyMove | undefined {
  const moves = [...funds.values()].flatMap((fund) => {
    if (fund.family !== family || fund.symbol === symbol) return []
    const [before, latest] = fund.payments.filter(({ isResidual }) => !isResidual).slice(-2)
    if (!before || !latest || before.isOneOff || latest.isOneOff) return []
    if (daysBetween(latest.exDate, cutoff) > newestDays) return []
    const [was, is] = [ratePerDay(before), ratePerDay(latest)]
    return was === undefined || is === undefined ? [] : [Math.log(is / was)]
  })
  return moves.length < fewestFunds ? undefined : { funds: moves.length, logMove: median(moves) }
}

type Paid = { amount: number; price: number | undefined; gapDays: number | undefined }

function ratePerDay({ amount, price, gapDays }: Paid): number | undefined {
  return price === undefined || gapDays === undefined || amount <= 0 ? undefined : amount / price / gapDays
}
