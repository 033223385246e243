import { addDays } from '../../../admin-api/market-days/days.ts'
import type { IsoDay } from '../../../admin-api/market-days/types.ts'
import { type HeldFund, leastShares, sharesSince } from '../funds/held-fund.ts'
import { type FundLedger, openIn, removeShares, sharesOf } from './fund-ledger.ts'
import { transferDays } from './pair-transactions.ts'
import type { OpenLot } from './take-shares.ts'
import type { CashBooking, Transaction } from './transaction.ts'

/** Sells the fraction of a share that a split left in the account. */
export function payFraction(
  ledger: FundLedger,
  transactions: readonly Transaction[],
  transaction: CashBooking
): void {
  const { account, date, amount } = transaction
  const lots = [...ledger.closed, ...openIn(ledger, account)].filter((lot) => lot.account === account)
  const fraction = fractionAfterSplit(
    lots,
    lastSplit(ledger.splits, transactions, transaction),
    ledger.splits
  )
  if (fraction === 0) ledger.faults.push({ transaction, missing: 0 })
  else removeShares(ledger, transaction, fraction * sharesSince(ledger.splits, date), { proceeds: amount })
}

/** Day of the split that cash for a fraction belongs to. */
function lastSplit(
  splits: HeldFund['splits'],
  transactions: readonly Transaction[],
  { account, date }: CashBooking
): IsoDay | null {
  const booked = transactions.filter((one) => one.type === 'split' && one.account === account)
  const days = [...splits, ...booked].flatMap((one) => one.date ?? [])
  const near = days.filter((day) => day <= date && addDays(day, 2 * transferDays) >= date)
  return near.sort().at(-1) ?? null
}

/** Fraction of a share that the account had after the split, on the share basis of that day. */
function fractionAfterSplit(
  lots: readonly (OpenLot & { heldUntil?: IsoDay | null })[],
  day: IsoDay | null,
  splits: HeldFund['splits']
): number {
  if (day === null) return 0
  const then = lots.filter(({ heldFrom, heldUntil }) => heldFrom <= day && (heldUntil ?? '9999') > day)
  const shares = sharesOf(then) / sharesSince(splits, day)
  const fraction = shares - Math.floor(shares + leastShares)
  return fraction > leastShares ? fraction : 0
}
