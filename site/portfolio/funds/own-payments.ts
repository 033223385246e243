import { addDays, compareText, daysBetween } from '../../../admin-api/market-days/days.ts'
import type { IsoDay } from '../../../admin-api/market-days/types.ts'
import { median } from '../../../admin-api/numbers/statistics.ts'
import type { Lot } from '../ledger/take-shares.ts'
import type { Trade, Transaction } from '../ledger/transaction.ts'
import { countShares, sharesByExDate } from '../positions/shares-held.ts'
import type { OwnPayment } from './held-fund.ts'

/** Days from the ex-date to the pay date at most; shares bought in between weren't paid. */
const longestLag = 35
/** Days by which the row of a reinvestment may differ from that of its payment. */
const bookingDays = 5
/** Change of a payment per share, as a logarithm, that needs no other number of shares. */
const usualSwing = 0.1
/** Counts of shares that differ less give the same payment per share. */
const sameShare = 0.005

/**
 * Payments of a holding as the broker booked them, by account and day, ascending. A reinvestment without the row of a
 * payment is the payment itself.
 */
export function listOwnPayments(rows: readonly Transaction[], lots: readonly Lot[]): OwnPayment[] {
  const booked = rows.flatMap((row) => (row.type === 'cash' ? [row] : []))
  const isBooked = ({ account, date }: Trade) =>
    booked.some((cash) => cash.account === account && Math.abs(daysBetween(cash.date, date)) <= bookingDays)
  const reinvested = rows.flatMap((row) =>
    row.type === 'reinvest' && row.price !== null && !isBooked(row)
      ? [{ account: row.account, date: row.date, amount: row.shares * row.price }]
      : []
  )
  const lotsOf = Map.groupBy(lots, ({ account }) => account)
  const byAccount = Map.groupBy([...booked, ...reinvested], ({ account }) => account)
  const found = [...byAccount].flatMap(([account, all]) => {
    const counts = countShares(lotsOf.get(account) ?? [])
    return [...Map.groupBy(all, ({ date }) => date)].map(([payDate, bookings]): FoundPayment => {
      const from = addDays(payDate, -longestLag)
      const before = counts.filter(({ date }) => date < payDate)
      const first = before.findLastIndex(({ date }) => date <= from)
      const amount = bookings.reduce((sum, one) => sum + one.amount, 0)
      return {
        account,
        payDate,
        amount,
        held: before.at(-1)?.shares ?? 0,
        counts: before.slice(Math.max(0, first)).flatMap(({ shares }) => (shares > 0 ? [shares] : []))
      }
    })
  })
  const clear = found.flatMap(({ amount, counts }) => {
    const [least = 0, most = 0] = [Math.min(...counts), Math.max(...counts)]
    return counts.length > 0 && most <= least * (1 + sameShare) ? [amount / most] : []
  })
  const usual = clear.length === 0 ? null : median(clear)
  return found
    .map(({ counts, ...payment }) => ({ ...payment, shares: paidShares(payment, counts, usual) }))
    .filter(({ amount }) => Math.abs(amount) > 1e-9)
    .sort((a, b) => compareText(a.payDate, b.payDate) || compareText(a.account, b.account))
}

type FoundPayment = Omit<OwnPayment, 'shares'> & {
  /** Numbers of shares that the account had before the payment, oldest first. */
  counts: readonly number[]
}

/**
 * The shares right before the payment, unless they make it per share unlike the others: then the number of earlier shares
 * that makes it most like them.
 */
function paidShares(
  { amount, held }: Omit<OwnPayment, 'shares'>,
  counts: readonly number[],
  usual: number | null
): number {
  const last = held > 0 ? held : (counts.at(-1) ?? 0)
  if (usual === null || usual <= 0 || amount <= 0 || last === 0) return last
  const distance = (shares: number) => Math.abs(Math.log(amount / shares / usual))
  if (distance(last) < usualSwing) return last
  return counts.reduce((best, shares) => (distance(shares) < distance(best) ? shares : best), last)
}

/** Parts of the payments that went to these lots, in dollars by pay date. Lots of unknown shares get none. */
export function ownPaymentsTo(
  lots: readonly Pick<Lot, 'account' | 'shares' | 'heldFrom' | 'heldUntil'>[],
  payments: readonly OwnPayment[]
): { date: IsoDay; amount: number }[] {
  const sharesOf = new Map(
    [...Map.groupBy(lots, ({ account }) => account)].map(([account, own]) => [account, sharesByExDate(own)])
  )
  return payments.flatMap(({ account, payDate, amount, held }) => {
    const shares = sharesOf.get(account)?.(payDate) ?? 0
    return held > 0 && shares > 0 ? [{ date: payDate, amount: amount * Math.min(1, shares / held) }] : []
  })
}
