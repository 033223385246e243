import { addDays, compareText, daysBetween } from '../../../admin-api/market-days/days.ts'
import type { IsoDay } from '../../../admin-api/market-days/types.ts'
import { type HeldFunds, isPaid } from '../funds/held-fund.ts'
import type { Lot } from '../ledger/take-shares.ts'
import type { CashBooking, Transaction } from '../ledger/transaction.ts'
import { sharesByExDate } from '../positions/shares-held.ts'

/** A payment that the broker and the fund's data disagree about; dollars. */
export type BrokerDifference = {
  account: string
  symbol: string
  exDate: IsoDay
  payDate: IsoDay
  /** Fund's amount for the shares then held. */
  expected: number
  /** null: the broker booked nothing near the pay date. */
  received: number | null
  receivedOn: IsoDay | null
  /** Shares then held according to the transactions, and according to the broker's amount. */
  shares: number
  brokerShares: number | null
  withheld: number
  cause: 'missing' | 'shares' | 'withheld' | 'late' | 'unexpected'
}

/** Brokers book a payment up to some days after the pay date. */
const bookingDays = 5
const cent = 0.015

/**
 * Every payment that the broker booked next to what the fund paid for the shares then held. Only accounts and funds
 * with payments among the transactions are compared, from the first of these to the last; newest first.
 */
export function compareWithBroker(
  lots: readonly Lot[],
  transactions: readonly Transaction[],
  funds: HeldFunds,
  today: IsoDay
) {
  const result = { agreeing: 0, differences: [] as BrokerDifference[] }
  const keyOf = (account: string, symbol: string) => `${account}|${symbol}`
  const byFund = (type: CashBooking['type']) =>
    Map.groupBy(
      transactions.filter((one): one is CashBooking => one.type === type),
      ({ account, symbol }) => keyOf(account, funds.get(symbol)?.symbol ?? symbol)
    )
  const taxes = byFund('withheld')
  const lotsOf = Map.groupBy(lots, ({ account, symbol }) => keyOf(account, symbol))
  for (const [key, booked] of byFund('cash')) {
    const { account = '', symbol: entered = '' } = booked[0] ?? {}
    const fund = funds.get(entered)
    // The payments of other holdings are the broker's rows themselves.
    if (fund === undefined || fund.own !== undefined) continue
    const { symbol } = fund
    const days = booked.map(({ date }) => date).sort()
    const [first = '', last = ''] = [days[0], days.at(-1)]
    const sharesFor = sharesByExDate(lotsOf.get(key) ?? [])
    const due = fund.payments.filter(
      ({ payDate }) =>
        payDate >= addDays(first, -bookingDays) && payDate <= last && isPaid(payDate, fund, today)
    )
    const withheldOn = (day: IsoDay) => sumOf((taxes.get(key) ?? []).filter(({ date }) => date === day))
    const unbooked = { account, symbol, received: null, receivedOn: null, brokerShares: null, withheld: 0 }
    const compared = due.map(({ exDate, payDate, amount }): Compared => {
      const shares = sharesFor(exDate)
      return { ...unbooked, exDate, payDate, shares, expected: shares * amount, cause: 'missing' }
    })
    let left = booked
    // Equal amounts first, so that no booking is taken for a missing one beside it.
    for (const isEqualOnly of [true, false])
      for (const [index, payment] of compared.entries()) {
        if (payment.receivedOn !== null) continue
        const { payDate, expected } = payment
        for (const parts of bookingsNear(payDate, left)) {
          const receivedOn = parts[0]?.date ?? payDate
          const [received, withheld] = [sumOf(parts), withheldOn(receivedOn)]
          const isEqual = Math.abs(received - expected) < cent
          const isNet = withheld > 0 && Math.abs(received + withheld - expected) < cent
          if (isEqualOnly && !isEqual && !isNet) continue
          const isOnTime = Math.abs(daysBetween(payDate, receivedOn)) <= 1
          const cause = isNet ? 'withheld' : !isEqual ? 'shares' : isOnTime ? null : 'late'
          const perShare = due[index]?.amount ?? 0
          const brokerShares = perShare === 0 ? null : received / perShare
          compared[index] = { ...payment, received, receivedOn, withheld, brokerShares, cause }
          left = left.filter((one) => !parts.includes(one))
          break
        }
      }
    for (const { cause, ...payment } of compared)
      if (cause === null) result.agreeing += 1
      else if (cause !== 'missing' || payment.shares > 0) result.differences.push({ ...payment, cause })
    for (const { date, amount } of left) {
      const booking = { exDate: date, payDate: date, received: amount, receivedOn: date }
      result.differences.push({ ...unbooked, ...booking, shares: 0, expected: 0, cause: 'unexpected' })
    }
  }
  result.differences.sort((a, b) => compareText(b.payDate, a.payDate))
  return result
}

type Compared = Omit<BrokerDifference, 'cause'> & { cause: BrokerDifference['cause'] | null }

/** Bookings around a pay date, the nearest first: all of a day, such as income and return of capital, then single ones. */
function bookingsNear(payDate: IsoDay, booked: readonly CashBooking[]): CashBooking[][] {
  const near = booked
    .filter(({ date }) => date >= addDays(payDate, -1) && date <= addDays(payDate, bookingDays))
    .sort((a, b) => Math.abs(daysBetween(payDate, a.date)) - Math.abs(daysBetween(payDate, b.date)))
  return [...Map.groupBy(near, ({ date }) => date).values(), ...near.map((booking) => [booking])]
}

function sumOf(bookings: readonly CashBooking[]): number {
  return bookings.reduce((sum, { amount }) => sum + amount, 0)
}
