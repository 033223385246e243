import type { DividendHistory } from '../../admin-api/contract/stock.ts'
import { parseDayMonthYear } from '../lib/format.ts'

export type PaymentTableRow = {
  payDate: string
  exDate: string
  amount: number
  /** Only if it differs from the amount on today's share basis. */
  amountAsPaid: number | null
  /**
   * Percent relative to the previous payment; null for the oldest, after zero, for residual payments, and across a
   * change of frequency.
   */
  changePercent: number | null
  isResidual: boolean
  /** At a change of frequency: the new one ('weekly') and the previous one ('every 4 weeks'). */
  turn: { now: string; before: string } | null
}

/** Sources of live data, matched by the source text of stored payments. */
const liveSources: readonly (readonly [RegExp, mark: string, name: string])[] = [
  [/^Yahoo/, 'Y', 'Yahoo Finance'],
  [/^Nasdaq/, 'N', 'Nasdaq'],
  [/^Massive/, 'M', 'Massive'],
  [/operator|by hand/i, 'H', 'entered by hand']
]
const released = { mark: 'R', name: 'compared from public data sets and released with the site' }

export type PaymentSource = { mark: string; name: string }

/** Sources of a payment: the first reported it, the others confirmed it. */
export function sourceOfPayment(sources: string): PaymentSource {
  const [first = '', ...others] = sources.split('; ')
  const found = liveSources.find(([pattern]) => pattern.test(first))
  if (found === undefined) return released
  const [, mark, name] = found
  const confirmed = others.map((other) => liveSources.find(([pattern]) => pattern.test(other))?.[2] ?? other)
  return confirmed.length === 0
    ? { mark, name }
    : { mark: `${mark}+`, name: `${name}, confirmed by ${confirmed.join(' and ')}` }
}

/** Payment table of a fund page, newest first. */
export function paymentRowsOf({ dividend_history: payments }: DividendHistory): PaymentTableRow[] {
  return payments.map((payment, i) => {
    const earlier = payments.slice(i + 1)
    const usual = earlier.find(({ is_residual }) => !is_residual)
    const isTurn = earlier[0] !== undefined && earlier[0].frequency_label !== payment.frequency_label
    const isCompared = !payment.is_residual && usual?.frequency_label === payment.frequency_label
    const before = isCompared ? usual.amount : 0
    const isRebased =
      payment.amount_as_paid !== null && Math.abs(payment.amount_as_paid - payment.amount) >= 0.00005
    return {
      payDate: parseDayMonthYear(payment.payment_date) ?? payment.payment_date,
      exDate: payment.ex_date,
      amount: payment.amount,
      amountAsPaid: isRebased ? payment.amount_as_paid : null,
      changePercent: before > 0 ? (payment.amount / before - 1) * 100 : null,
      isResidual: payment.is_residual,
      turn: isTurn
        ? {
            now: payment.frequency_label.toLowerCase(),
            before: earlier[0]?.frequency_label.toLowerCase() ?? ''
          }
        : null
    }
  })
}
