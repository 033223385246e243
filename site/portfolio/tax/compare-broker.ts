import { addDays, compareText, daysBetween } from '../../../admin-api/market-days/days.ts'
import type { IsoDay } from '../../../admin-api/market-days/types.ts'
import type { Lot } from '../ledger/reduce-ledger.ts'
import type { CashBooking, Transaction } from '../ledger/transaction.ts'
import { type HeldFunds, isPaid } from '../positions/held-fund.ts'
import { sharesByExDate } from '../positions/portfolio-payments.ts'

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

export type BrokerComparison = { agreeing: number; differences: BrokerDifference[] }

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
): BrokerComparison {
  const result: BrokerComparison = { agreeing: 0, differences: [] }
  const keyOf = (account: string, symbol: string) => `${account}|${symbol}`
  const byFund = (type: CashBooking['type']) =>
    Map.groupBy(
      transactions.filter((one): one is CashBooking => one.type === type),
      ({ account, symbol }) => keyOf(account, funds.get(symbol)?.symbol ?? symbol)
    )
  const taxes = byFund('withheld')
  const lotsOf = Map.groupBy(lots, ({ account, symbol }) => keyOf(account, symbol))
  for (const [key, booked] of byFund('cash')) {
    const [account = '', symbol = ''] = key.split('|')
    const fund = funds.get(symbol)
    if (fund === undefined) continue
    const days = booked.map(({ date }) => date).sort()
    const [first = '', last = ''] = [days[0], days.at(-1)]
    const sharesFor = sharesByExDate(lotsOf.get(key) ?? [])
    const payments = fund.payments
      .filter(
        ({ payDate }) =>
          payDate >= addDays(first, -bookingDays) && payDate <= last && isPaid(payDate, fund, today)
      )
      .map(({ exDate, payDate, amount }) => {
        const shares = sharesFor(exDate)
        return { perShare: amount, account, symbol, exDate, payDate, shares, expected: shares * amount }
      })
    const { matches, left } = matchBookings(payments, booked, taxes.get(key) ?? [])
    for (const payment of payments) {
      const { perShare, ...figures } = payment
      const match = matches.get(payment)
      if (match === undefined) {
        const nothing = { received: null, receivedOn: null, brokerShares: null, withheld: 0 }
        if (payment.shares > 0) result.differences.push({ ...figures, ...nothing, cause: 'missing' })
        continue
      }
      const { received, receivedOn, withheld } = match
      const isEqual = Math.abs(received - payment.expected) < cent
      const isNet = withheld > 0 && Math.abs(received + withheld - payment.expected) < cent
      const isOnTime = Math.abs(daysBetween(payment.payDate, receivedOn)) <= 1
      if (isEqual && isOnTime) result.agreeing += 1
      else
        result.differences.push({
          ...figures,
          ...match,
          brokerShares: perShare === 0 ? null : received / perShare,
          cause: isNet ? 'withheld' : isEqual ? 'late' : 'shares'
        })
    }
    for (const { date, amount } of left)
      result.differences.push({
        ...{ account, symbol, exDate: date, payDate: date, shares: 0, expected: 0, withheld: 0 },
        ...{ received: amount, receivedOn: date, brokerShares: null, cause: 'unexpected' }
      })
  }
  result.differences.sort((a, b) => compareText(b.payDate, a.payDate))
  return result
}

type Expected = { payDate: IsoDay; expected: number }
type Match = { received: number; receivedOn: IsoDay; withheld: number }

/** Matches equal amounts first and then the nearest ones, so that no booking is taken for a missing one beside it. */
function matchBookings<Payment extends Expected>(
  payments: readonly Payment[],
  booked: readonly CashBooking[],
  taxes: readonly CashBooking[]
): { matches: ReadonlyMap<Payment, Match>; left: CashBooking[] } {
  const matches = new Map<Payment, Match>()
  let left = [...booked]
  for (const isEqualOnly of [true, false])
    for (const payment of payments) {
      const { payDate, expected } = payment
      if (matches.has(payment)) continue
      const near = left
        .filter(({ date }) => isNear(date, payDate))
        .sort((a, b) => Math.abs(daysBetween(payDate, a.date)) - Math.abs(daysBetween(payDate, b.date)))
      // A payment may be booked in parts on one day, such as income and return of capital.
      const ofDay = [...Map.groupBy(near, ({ date }) => date).values()]
      for (const parts of [...ofDay, ...near.map((one) => [one])]) {
        const receivedOn = parts[0]?.date ?? payDate
        const received = sumOf(parts)
        const withheld = sumOf(taxes.filter(({ date }) => date === receivedOn))
        const isEqual = [received, received + withheld].some((sum) => Math.abs(sum - expected) < cent)
        if (isEqualOnly && !isEqual) continue
        matches.set(payment, { received, receivedOn, withheld })
        left = left.filter((one) => !parts.includes(one))
        break
      }
    }
  return { matches, left }
}

function sumOf(bookings: readonly CashBooking[]): number {
  return bookings.reduce((sum, { amount }) => sum + amount, 0)
}

function isNear(bookedOn: IsoDay, payDate: IsoDay): boolean {
  const days = daysBetween(payDate, bookedOn)
  return days >= -1 && days <= bookingDays
}
