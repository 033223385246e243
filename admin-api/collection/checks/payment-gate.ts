import { daysBetween, formatLongDay } from '../../market-days/days.ts'
import { isSession } from '../../market-days/market-calendar.ts'
import type { IsoDay } from '../../market-days/types.ts'
import { countOf } from '../../numbers/format-numbers.ts'
import type { GateFund, Reported } from './payment-rhythm.ts'
import { oddRhythm } from './payment-rhythm.ts'
import { oddSize, splitLikeness } from './payment-size.ts'

/**
 * Reason why a payment is odd. `rhythm` (an unusual day) and `size` may be proven right by later payments, see admit-
 * waiting.ts.
 */
export type Anomaly = {
  kind: 'zero' | 'ahead' | 'closed' | 'rhythm' | 'split' | 'size'
  /** One sentence with the figures. */
  reason: string
}

/** Issuers declare one or two sessions ahead; a week covers any holidays. */
const declaredAheadDays = 7

/**
 * Reasons why a collected payment must not be published before the operator or other payments confirm it; empty if
 * it looks right. `today` is the collection day in New York.
 */
export function findAnomalies(fund: GateFund, payment: Reported, today: IsoDay): Anomaly[] {
  const { exDate, amount } = payment
  if (amount === 0)
    return [
      {
        kind: 'zero',
        reason: `The payment of ${fund.symbol} with ex-date ${formatLongDay(exDate)} is reported as zero.`
      }
    ]
  return [
    ...oddDay(fund, exDate, today),
    ...toAnomaly('split', splitLikeness(fund, payment)),
    ...toAnomaly('size', oddSize(fund, payment))
  ]
}

/** The first anomaly as a sentence for the operator; null if there is none. */
export function detectAnomaly(fund: GateFund, payment: Reported, today: IsoDay): string | null {
  return findAnomalies(fund, payment, today)[0]?.reason ?? null
}

function oddDay(fund: GateFund, exDate: IsoDay, today: IsoDay): Anomaly[] {
  const { symbol } = fund
  const ahead = daysBetween(today, exDate)
  const reason = `The ex-date ${formatLongDay(exDate)} of ${symbol} is`
  if (ahead > declaredAheadDays)
    return toAnomaly(
      'ahead',
      `${reason} ${countOf(ahead, 'day')} ahead, and payments are declared a few days before.`
    )
  if (!isSession(exDate)) return toAnomaly('closed', `${reason} a day without trading.`)
  return toAnomaly('rhythm', oddRhythm(fund, exDate))
}

function toAnomaly(kind: Anomaly['kind'], reason: string | null): Anomaly[] {
  return reason === null ? [] : [{ kind, reason }]
}
