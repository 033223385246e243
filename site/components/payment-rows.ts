import type { DividendHistory } from '../../admin-api/contract/stock.ts'
import { parseSlashedDay } from '../lib/format.ts'

export type PaymentRow = {
  payDate: string
  exDate: string
  amount: number
  /** Only where it differs from the amount on today's share basis. */
  amountAsPaid: number | null
  /** Percent against the payment before; null for the oldest and after a payment of zero. */
  changePercent: number | null
}

/** The payment table of a fund page, newest first like the history. */
export function paymentRowsOf({ dividend_history: payments }: DividendHistory): PaymentRow[] {
  return payments.map((payment, i) => {
    const before = payments[i + 1]?.amount ?? 0
    const isRebased =
      payment.amount_as_paid !== null && Math.abs(payment.amount_as_paid - payment.amount) >= 0.00005
    return {
      payDate: parseSlashedDay(payment.payment_date) ?? payment.payment_date,
      exDate: payment.ex_date,
      amount: payment.amount,
      amountAsPaid: isRebased ? payment.amount_as_paid : null,
      changePercent: before > 0 ? (payment.amount / before - 1) * 100 : null
    }
  })
}
