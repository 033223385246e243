import { addDays, daysBetween } from '../../../admin-api/market-days/days.ts'
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
  const symbolOf = ({ symbol }: Transaction) => funds.get(symbol)?.symbol ?? symbol
  const keyOf = (account: string, symbol: string) => `${account}|${symbol}`
  const cash = transactions.filter((one): one is CashBooking => one.type === 'cash')
  const taxes = transactions.filter((one): one is CashBooking => one.type === 'withheld')
  const byFund = Map.groupBy(cash, (one) => keyOf(one.account, symbolOf(one)))
  const lotsOf = Map.groupBy(lots, ({ account, symbol }) => keyOf(account, symbol))
  for (const [key, booked] of byFund) {
    const [account = '', symbol = ''] = key.split('|')
    const fund = funds.get(symbol)
    if (fund === undefined) continue
    const left = booked.toSorted((a, b) => (a.date < b.date ? -1 : 1))
    const first = left[0]?.date ?? ''
    const last = left.at(-1)?.date ?? ''
    const sharesFor = sharesByExDate(lotsOf.get(key) ?? [])
    const base = { account, symbol, withheld: 0 }
    for (const { exDate, payDate, amount } of fund.payments) {
      const shares = sharesFor(exDate)
      if (payDate < addDays(first, -bookingDays) || payDate > last || !isPaid(payDate, fund, today)) continue
      const index = left.findIndex(({ date }) => isNear(date, payDate))
      if (index < 0) {
        if (shares === 0) continue
        const nothing = { received: null, receivedOn: null, brokerShares: null, cause: 'missing' as const }
        result.differences.push({
          ...base,
          ...{ exDate, payDate, shares, expected: shares * amount },
          ...nothing
        })
        continue
      }
      // A payment may be booked in parts on one day, such as income and return of capital.
      const day = left[index]?.date ?? ''
      const parts = left.filter(({ date }) => date === day)
      left.splice(index, parts.length)
      const received = parts.reduce((sum, part) => sum + part.amount, 0)
      const expected = shares * amount
      const withheld = taxes
        .filter((one) => one.account === account && symbolOf(one) === symbol && one.date === day)
        .reduce((sum, one) => sum + one.amount, 0)
      const isEqual = Math.abs(received - expected) < cent
      const isNet = withheld > 0 && Math.abs(received + withheld - expected) < cent
      const isOnTime = Math.abs(daysBetween(payDate, day)) <= 1
      if (isEqual && isOnTime) result.agreeing += 1
      else
        result.differences.push({
          ...{ ...base, exDate, payDate, shares, expected, received, withheld, receivedOn: day },
          brokerShares: amount === 0 ? null : received / amount,
          cause: isNet ? 'withheld' : isEqual ? 'late' : 'shares'
        })
    }
    for (const { date, amount } of left)
      result.differences.push({
        ...{
          ...base,
          exDate: date,
          payDate: date,
          shares: 0,
          expected: 0,
          received: amount,
          receivedOn: date
        },
        ...{ brokerShares: null, cause: 'unexpected' as const }
      })
  }
  result.differences.sort((a, b) => (a.payDate < b.payDate ? 1 : -1))
  return result
}

function isNear(bookedOn: IsoDay, payDate: IsoDay): boolean {
  const days = daysBetween(payDate, bookedOn)
  return days >= -1 && days <= bookingDays
}
