import { daysBetween } from '../../market-days/days.ts'
import { isSession } from '../../market-days/market-calendar.ts'
import type { IsoDay } from '../../market-days/types.ts'
import { type GateFund, type Reported, spellDays } from './gate-fund.ts'
import { oddRhythm } from './payment-rhythm.ts'
import { oddSize, splitLikeness } from './payment-size.ts'

/**
 * Why a payment is odd. Of `rhythm` (it comes on another day than usual) and `size` later payments may show that it
 * is right after all; see admit-waiting.ts.
 */
export type Anomaly = {
  kind: 'zero' | 'ahead' | 'closed' | 'rhythm' | 'split' | 'size'
  /** One sentence with the figures. */
  reason: string
}

/** Issuers declare a payment one or two sessions before its ex-date; a week is more than any holidays make of it. */
const declaredAheadDays = 7

/**
 * Why a collected payment must not be published before a person has looked at it, or before others confirm it; empty
 * where nothing is odd. Knows no clock: `today` is the day of collecting in New York.
 */
export function findAnomalies(fund: GateFund, payment: Reported, today: IsoDay): Anomaly[] {
  const { exDate, amount } = payment
  if (amount === 0)
    return [
      { kind: 'zero', reason: `The payment of ${fund.symbol} with ex-date ${exDate} is reported as zero.` }
    ]
  return [
    ...oddDay(fund, exDate, today),
    ...toAnomaly('split', splitLikeness(fund, payment)),
    ...toAnomaly('size', oddSize(fund, payment))
  ]
}

/** The first of findAnomalies, as it is told to the operator; null where nothing is odd. */
export function detectAnomaly(fund: GateFund, payment: Reported, today: IsoDay): string | null {
  return findAnomalies(fund, payment, today)[0]?.reason ?? null
}

function oddDay(fund: GateFund, exDate: IsoDay, today: IsoDay): Anomaly[] {
  const { symbol } = fund
  const ahead = daysBetween(today, exDate)
  const reason = `The ex-date ${exDate} of ${symbol} is`
  if (ahead > declaredAheadDays)
    return toAnomaly(
      'ahead',
      `${reason} ${spellDays(ahead)} ahead, and payments are declared a few days before.`
    )
  if (!isSession(exDate)) return toAnomaly('closed', `${reason} a day without trading.`)
  return toAnomaly('rhythm', oddRhythm(fund, exDate))
}

function toAnomaly(kind: Anomaly['kind'], reason: string | null): Anomaly[] {
  return reason === null ? [] : [{ kind, reason }]
}
