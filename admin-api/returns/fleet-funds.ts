import type { FleetFund } from '../contract/fleet-funds.ts'
import type { ComingPayment } from '../contract/open-data.ts'
import { dayNumber, fromDayNumber } from '../market-days/days.ts'
import type { Payment } from '../market-days/types.ts'

/** Fields of a coming payment that the file of all funds has. */
export type ShortComing = Pick<ComingPayment, 'ex_date' | 'pay_date' | 'state'> & { amount: number }

const states = { d: 'declared', e: 'estimated', p: 'projected' } as const
const letters = { declared: 'd', estimated: 'e', projected: 'p' } as const

/** Columns of payments, which compress to a fifth of rows. */
export function packPayments(payments: readonly Payment[]): FleetFund['payments'] {
  return {
    ex_days: toSteps(payments.map(({ exDate }) => dayNumber(exDate))),
    pay_lags: payments.map(({ exDate, payDate }) => dayNumber(payDate) - dayNumber(exDate)),
    amounts: payments.map(({ amount }) => amount)
  }
}

export function unpackPayments({ ex_days, pay_lags, amounts }: FleetFund['payments']): Payment[] {
  return fromSteps(ex_days).map((day, i) => ({
    exDate: fromDayNumber(day),
    payDate: fromDayNumber(day + (pay_lags[i] ?? 0)),
    amount: amounts[i] ?? 0
  }))
}

/** Those without an amount are left out: no sum counts them. */
export function packComing(
  payments: readonly (Omit<ShortComing, 'amount'> & { amount: number | null })[]
): FleetFund['upcoming'] {
  const known = payments.flatMap((payment) =>
    payment.amount === null ? [] : [{ ...payment, amount: payment.amount }]
  )
  return {
    ex_days: toSteps(known.map((payment) => dayNumber(payment.ex_date))),
    pay_lags: known.map((payment) => dayNumber(payment.pay_date) - dayNumber(payment.ex_date)),
    states: known.map(({ state }) => letters[state]).join(''),
    millionths: toSteps(known.map(({ amount }) => Math.round(amount * 1e6)))
  }
}

export function unpackComing({
  ex_days,
  pay_lags,
  states: text,
  millionths
}: FleetFund['upcoming']): ShortComing[] {
  const amounts = fromSteps(millionths)
  return fromSteps(ex_days).map((day, i) => ({
    ex_date: fromDayNumber(day),
    pay_date: fromDayNumber(day + (pay_lags[i] ?? 0)),
    state: states[text[i] as keyof typeof states] ?? 'projected',
    amount: (amounts[i] ?? 0) / 1e6
  }))
}

function toSteps(values: readonly number[]): number[] {
  return values.map((value, i) => value - (values[i - 1] ?? 0))
}

function fromSteps(steps: readonly number[]): number[] {
  let value = 0
  return steps.map((step) => {
    value += step
    return value
  })
}
