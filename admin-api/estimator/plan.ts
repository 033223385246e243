import { closeAt, stalePriceDays } from '../market-days/closes.ts'
import { usualPayments } from '../market-days/usual-payments.ts'
import { readFrequency } from '../market-days/cadence.ts'
import { daysBetween, earlierOf, spellDay } from '../market-days/days.ts'
import { nextExDate, payDateFor } from '../market-days/next-dates.ts'
import { priceDayOf } from '../market-days/price-day.ts'
import type { FundHistory, IsoDay, PaymentFrequency } from '../market-days/types.ts'
import { fewestPayments } from './payment-features.ts'
import type { NoEstimate } from './types.ts'
import type { Question } from './walk-forward.ts'

/** A fund that has paid nothing for longer has stopped paying. */
const inactiveDaysWeekly = 45
const inactiveDaysMonthly = 75

/** The question about a fund's coming payment, and what its estimate states besides. */
export type Plan = { question: Question; asOf: IsoDay; frequency: PaymentFrequency; nextPayDate: IsoDay }

/** The last day of which the fund's facts are complete, at most `asOf`. */
function lastKnownDay({ knownUntil }: FundHistory, asOf: IsoDay): IsoDay {
  return knownUntil !== undefined && knownUntil < asOf ? knownUntil : asOf
}

/** The fund as it was known at the close of `asOf`, or of its own last known day where that is earlier. */
export function knownAt(fund: FundHistory, asOf: IsoDay): FundHistory {
  const day = lastKnownDay(fund, asOf)
  const { optionVolatility, waitingDays, ...rest } = fund
  return {
    ...rest,
    payments: fund.payments.filter(({ exDate }) => exDate <= day),
    closes: fund.closes.filter(({ date }) => date <= day),
    ...(waitingDays && { waitingDays: waitingDays.filter((date) => date <= day) }),
    ...(optionVolatility && optionVolatility.date <= day ? { optionVolatility } : {})
  }
}

/** The question to ask about a fund, or why there can be no estimate. */
export function planEstimate(fund: FundHistory, latestDay: IsoDay): Plan | NoEstimate {
  const { symbol, family, closes } = fund
  const asOf = lastKnownDay(fund, latestDay)
  const payments = usualPayments(fund.payments)
  const last = payments.at(-1)
  if (!last) return noEstimate('not-enough-data', symbol, asOf, `No payment of ${symbol} is known`)
  const frequency = readFrequency(payments.map(({ exDate }) => exDate))
  if (daysBetween(last.exDate, asOf) > (frequency === 52 ? inactiveDaysWeekly : inactiveDaysMonthly)) {
    const waitingDay = fund.waitingDays?.findLast((day) => day > last.exDate)
    if (waitingDay !== undefined)
      return noEstimate(
        'not-enough-data',
        symbol,
        asOf,
        `The payment of ${symbol} of ${spellDay(waitingDay)} is still being checked`
      )
    return noEstimate('inactive', symbol, asOf, `${symbol} has paid nothing since ${spellDay(last.exDate)}`)
  }
  if (payments.length < fewestPayments) {
    const known =
      payments.length === 1 ? `Only one payment of ${symbol} is` : `Only two payments of ${symbol} are`
    return noEstimate('not-enough-data', symbol, asOf, `${known} known and three are needed`)
  }
  const exDate = nextExDate({ family, frequency, payments }, asOf)
  const priceDay = priceDayOf(exDate)
  const cutoff = earlierOf(priceDay, asOf)
  if (!closeAt(closes, asOf) || !closeAt(closes, cutoff)) return noPrice(fund, asOf)
  return { question: { fund, exDate, cutoff }, asOf, frequency, nextPayDate: payDateFor(exDate, payments) }
}

function noPrice({ symbol, closes }: FundHistory, asOf: IsoDay): NoEstimate {
  const latest = closes.at(-1)
  const since = latest ? `the last known one is of ${spellDay(latest.date)}` : 'none is known'
  const reason = `${symbol} has no price within ${stalePriceDays} days of ${spellDay(asOf)} (${since})`
  return noEstimate('not-enough-data', symbol, asOf, reason)
}

export function noEstimate(
  status: NoEstimate['status'],
  symbol: string,
  asOf: IsoDay,
  reason: string
): NoEstimate {
  return { status, symbol, asOf, message: `${reason}, so there is no estimate.` }
}
