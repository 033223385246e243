import { mean } from '../../numbers/averages.ts'
import { sessionsBetween } from '../../market-days/market-calendar.ts'
import type { IsoDay } from '../../market-days/types.ts'
import { dollars } from '../../numbers/format-numbers.ts'
import type { GateFund, Reported } from './gate-fund.ts'
import { sessionsToConfirm } from './new-closes.ts'
import type { Anomaly } from './payment-gate.ts'
import { furthestLevel, spread, timesUsual } from './payment-size.ts'

/** A month of sessions shows how much a close moves on a usual day. */
const sessionsCompared = 20
/** In usual days' moves; one close in a hundred falls by as much. */
const clearFall = 4
/** How far what was paid and what the close fell by may be apart. */
const alike = 1.25

/**
 * What shows that a payment is right though it stands alone, where nothing but its size speaks against it: a source
 * corrects its slips within days, so that one which it repeats for three sessions is none. From five times the usual
 * on, as a slip of the decimal point is, the close of the ex-date has to show it too.
 * @returns the end of a sentence, or null where nothing shows it
 */
export function confirmSize(
  fund: GateFund,
  payment: Reported,
  anomalies: readonly Anomaly[],
  today: IsoDay
): string | null {
  const { unchangedSince } = payment
  const ratio = timesUsual(fund, payment)
  if (anomalies.some(({ kind }) => kind !== 'size') || unchangedSince === undefined || ratio === null)
    return null
  if (sessionsBetween(unchangedSince, today) < sessionsToConfirm) return null
  const repeated = `it has been reported the same since ${unchangedSince}`
  if (spread([ratio, 1]) < furthestLevel) return repeated
  const fall = findFall(fund, payment)
  return fall === null
    ? null
    : `${repeated}, and the close fell by ${dollars(fall)} on that day, as it does by what is paid`
}

/**
 * By how many dollars the close of the ex-date fell, where that is about what was paid and far more than on a usual
 * day, the payments of other days added back; null else.
 */
function findFall({ payments, closes }: GateFund, { exDate, amount }: Reported): number | null {
  const at = closes.findIndex(({ date }) => date === exDate)
  const [before, on] = [closes[at - 1], closes[at]]
  if (before === undefined || on === undefined || at <= sessionsCompared) return null
  const paidOn = new Map(payments.map((payment) => [payment.exDate, payment.amount]))
  const usual = mean(
    closes.slice(at - sessionsCompared, at).map(({ date, close }, i) => {
      const previous = closes[at - sessionsCompared + i - 1] ?? before
      return Math.log((close + (paidOn.get(date) ?? 0)) / previous.close) ** 2
    })
  )
  const fall = before.close - on.close
  const isClear = Math.log(before.close / on.close) > clearFall * Math.sqrt(usual)
  return isClear && spread([fall, amount]) < alike ? fall : null
}
